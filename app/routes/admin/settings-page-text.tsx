/** One information page: its text, the page as it will look, and its versions. */
import { data, Form, Link, useNavigation } from 'react-router';
import { flaggedWords } from '#features/catalogue/flagged-words.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { holdSession } from '#features/identity/hold-session.server.ts';
import { compareTexts } from '#features/settings/compare-texts.ts';
import { contentPages, contentValues, isContentSlug } from '#features/settings/content.ts';
import {
  type contentFields,
  contentMessage,
  contentTexts,
  readContentForm,
} from '#features/settings/content-form.ts';
import { readContentVersions } from '#features/settings/content-versions-queries.server.ts';
import { publishContent, restoreContent } from '#features/settings/publish-content.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { publishingNeedsRecentSignIn } from '#features/settings/settings-rules.ts';
import { PageTextForm } from '#features/settings/ui/page-text-form.tsx';
import { ConfirmFirst } from '#features/settings/ui/section-page.tsx';
import { TextDifferences } from '#features/settings/ui/text-differences.tsx';
import { sliceSafe } from '#kernel/text.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { confirmAtFor } from '#shell/settings-page.server.ts';
import { Button } from '#ui/button.tsx';
import { readBegan } from '#ui/form/read-base.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/settings-page-text';

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
  const at = versions.findIndex(({ version }) => String(version) === asked);
  const { legalName, licenseType, licenseNumber } = settings.store;
  const base = contentTexts(newest.text);
  return {
    slug: params.slug,
    confirmAt,
    version: newest.version,
    base,
    flagged: flaggedWords(Object.values(base).join(' '), settings.publishing.flaggedWords),
    versions: versions.map(({ text, ...rest }) => ({ ...rest, title: text.title })),
    opened: at === -1 ? null : openedVersion(versions, at),
    placeholders: contentValues(settings),
    store: { legalName, licenseType, licenseNumber },
    warnings: settings.warnings,
  };
}

/** A version beside the one before it. */
function openedVersion(versions: NonNullable<Awaited<ReturnType<typeof readContentVersions>>>, at: number) {
  const whole = (index: number) => {
    const texts = versions[index] ? contentTexts(versions[index].text) : null;
    return texts ? `${texts.title}\n\n${texts.intro}\n\n${texts.source}` : '';
  };
  const opened = versions[at];
  const before = versions[at + 1];
  return opened
    ? {
        version: opened.version,
        before: before?.version ?? null,
        lines: compareTexts(before ? whole(at + 1) : whole(at), whole(at)),
      }
    : null;
}

/** Also after a refusal: what somebody else published is what the next version is compared with. */
export const shouldRevalidate = () => true;

/** More than any field may have, and still sent back: nothing that was typed is lost. */
const SENT_BACK = 60_000;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { slug } = params;
  if (!isContentSlug(slug)) throw new Response(null, { status: 404 });
  const path = `/admin/settings/page-texts/${slug}`;
  const form = await requestForm(request);
  const text = (name: string) => sliceSafe(String(form.get(name) ?? ''), SENT_BACK).replaceAll('\r\n', '\n');
  const began = Number(form.get('version'));
  if (form.get('intent') === 'restore') {
    const wanted = Number(form.get('restore') || Number.NaN);
    const outcome = await restoreContent(actor, slug, wanted, began, holdSession);
    if (outcome.ok)
      return redirectWithFlash(path, `Published as version ${outcome.value.version}.`, 'success');
    const words =
      outcome.problem.kind === 'stale'
        ? 'Somebody else has published a version meanwhile. Look at it first.'
        : contentMessage(outcome.problem);
    return redirectWithFlash(path, words, outcome.problem.kind === 'unchanged' ? 'info' : 'error');
  }
  const values = { title: text('title'), intro: text('intro'), source: text('source') };
  const refused = (refusal: Partial<FormRefusal>, status: number) =>
    data<FormRefusal>({ errors: {}, ...readBegan(form), ...refusal, values }, { status });
  if (form.get('intent') === 'preview') {
    const read = readContentForm(values);
    return read.ok ? refused({}, 200) : refused({ errors: errorsOf(read.problem) }, 400);
  }
  const outcome = await publishContent(actor, slug, values, began, holdSession);
  if (outcome.ok) return redirectWithFlash(path, `Published as version ${outcome.value.version}.`, 'success');
  const { problem } = outcome;
  const message = contentMessage(problem);
  if (problem.kind === 'unchanged') return redirectWithFlash(path, message, 'info');
  if (problem.kind === 'invalid') return refused({ errors: errorsOf(problem.errors) }, 400);
  if (problem.kind === 'stale') return refused({ message, stale: problem.stale }, 409);
  return refused({ message }, 403);
}

const errorsOf = (errors: Partial<Record<keyof typeof contentFields, string[]>>) =>
  Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string[]] => Boolean(entry[1])),
  );

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? contentPages[loaderData.slug] : 'Page'} · Page texts · Settings · Admin` },
];

export default function EditPageText({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, version, base, versions, opened, flagged, placeholders } = loaderData;
  const refusal = useAnswer(actionData as FormRefusal | undefined);
  const navigation = useNavigation();
  const busy = navigation.formMethod === 'POST' ? String(navigation.formData?.get('intent') ?? '') : null;
  return (
    <div className="max-w-7xl">
      <p className="mb-1">
        <Link
          to="/admin/settings/page-texts"
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Page texts
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{contentPages[slug]}</h1>
        <Link
          to={`/${slug}`}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          The page as it is
        </Link>
      </div>
      {flagged.length > 0 ? (
        <Notice tone="caution" title="Words on your list of flagged words stand here." className="mb-6">
          <p className="mt-1">{flagged.join(', ')}. See that none of them advertises.</p>
        </Notice>
      ) : null}
      {loaderData.confirmAt ? (
        <ConfirmFirst at={loaderData.confirmAt} hasTyped={refusal !== undefined} />
      ) : null}
      <PageTextForm
        key={version}
        slug={slug}
        version={version}
        base={base}
        refusal={refusal}
        busy={busy}
        placeholders={placeholders}
        store={loaderData.store}
        warnings={loaderData.warnings}
      />
      <details className="mt-6 max-w-3xl">
        <summary className="min-h-11 content-center font-medium text-spruce-700">Words in braces</summary>
        <p className="mb-3 text-ink-soft">
          They stand for what the settings say, so that a changed number changes on every page.
        </p>
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
          {Object.entries(placeholders).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-xs">{`{${name}}`}</dt>
              <dd className="text-ink-soft max-sm:mb-2">{typeof value === 'string' ? value : value.text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <section aria-labelledby="versions" className="mt-10 max-w-3xl">
        <h2 id="versions" className="mb-3 text-lg">
          Versions
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {versions.map((each) => (
            <li key={each.version} className="py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <p>
                  <span className="font-medium">
                    {each.version === 0 ? 'Original text' : `Version ${each.version}`}
                  </span>{' '}
                  <span className="figures text-ink-soft">
                    {each.at}
                    {each.who ? ` by ${each.who}` : ''}
                  </span>
                </p>
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  {opened?.version === each.version ? null : (
                    <Link
                      to={`?version=${each.version}#versions`}
                      preventScrollReset
                      className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
                    >
                      What changed<span className="sr-only"> in {nameOf(each.version)}</span>
                    </Link>
                  )}
                  {each.version === version ? (
                    <span className="text-ink-soft">Shown now</span>
                  ) : (
                    <Form method="post">
                      <input type="hidden" name="intent" value="restore" />
                      <input type="hidden" name="restore" value={each.version} />
                      <input type="hidden" name="version" value={version} />
                      <Button type="submit" rank="secondary" size="small" className="min-h-11">
                        Publish again<span className="sr-only"> {nameOf(each.version)}</span>
                      </Button>
                    </Form>
                  )}
                </div>
              </div>
              {opened?.version === each.version ? (
                <div className="mt-3">
                  {opened.before === null ? (
                    <p className="text-ink-soft">The first there is.</p>
                  ) : (
                    <TextDifferences lines={opened.lines} />
                  )}
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const nameOf = (version: number) => (version === 0 ? 'the shipped text' : `version ${version}`);
