/** One information page: its text, its preview, and its versions. */
import { Link, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { flaggedWords } from '#core/goods/catalogue/products/flagged-words.ts';
import { contentPages, contentValues, isContentSlug } from '#core/ground/settings/content/content.ts';
import { contentTexts } from '#core/ground/settings/content/content-form.ts';
import { readContentVersions } from '#core/ground/settings/content/content-versions-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { publishingNeedsRecentSignIn } from '#core/ground/settings/settings-rules.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/page-text.page';
import { answerPageText } from './answer-page-text.server.ts';
import { openedVersion } from './compare-texts.ts';
import { PageTextForm } from './page-text-form.tsx';
import { PlaceholderList } from './placeholder-list.tsx';
import { TextVersions } from './text-versions.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  if (!isContentSlug(params.slug)) throw new Response(null, { status: 404 });
  const settings = await readSettings();
  const [versions, confirmAt] = await Promise.all([
    readContentVersions(actor, params.slug, settings.store.zone),
    publishingNeedsRecentSignIn(settings.opening.isOpen) ? confirmAtFor(actor, request) : null,
  ]);
  if (!versions) throw new Response(null, { status: 403 });
  const [newest] = versions;
  const asked = new URL(request.url).searchParams.get('version');
  const { legalName, licenseType, licenseNumber } = settings.store;
  const base = contentTexts(newest.text);
  return {
    slug: params.slug,
    confirmAt,
    version: newest.version,
    base,
    flagged: flaggedWords(Object.values(base).join(' '), settings.publishing.flaggedWords),
    versions: versions.map(({ text, ...rest }) => ({ ...rest, title: text.title })),
    opened: openedVersion(versions, asked),
    placeholders: contentValues(settings),
    store: { legalName, licenseType, licenseNumber },
    warnings: settings.warnings,
  };
}

/** Also after a refusal: the next version is compared with what is published now. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  if (!isContentSlug(params.slug)) throw new Response(null, { status: 404 });
  return answerPageText(actor, params.slug, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? contentPages[loaderData.slug] : 'Page'} · Page texts · Settings · Admin` },
];

export default function EditPageText({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, version, versions, opened, flagged, placeholders, confirmAt } = loaderData;
  const refusal = useAnswer(actionData as FormRefusal | undefined);
  const navigation = useNavigation();
  const busy = navigation.formMethod === 'POST' ? String(navigation.formData?.get('intent') ?? '') : null;
  return (
    <div className="max-w-7xl">
      <BackLink to="/admin/settings/page-texts" label="Page texts" />
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{contentPages[slug]}</h1>
        <Link
          to={`/${slug}`}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          View current page
        </Link>
      </div>
      {flagged.length > 0 ? (
        <Notice tone="caution" title="This text contains flagged words." className="mb-6">
          <p className="mt-1">{flagged.join(', ')}. Make sure none of them reads as advertising.</p>
        </Notice>
      ) : null}
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
      <PageTextForm key={version} {...loaderData} refusal={refusal} busy={busy} />
      <PlaceholderList placeholders={placeholders} />
      <TextVersions versions={versions} opened={opened} current={version} />
    </div>
  );
}
