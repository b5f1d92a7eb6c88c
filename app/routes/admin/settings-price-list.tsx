/** What the Pricing link opens: what visitors get now, a PDF of one's own, and the way back to the list made from the menu. */
import { FileUpload } from '#features/catalogue/ui/picture-upload.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { holdSession } from '#features/identity/hold-session.server.ts';
import {
  LARGEST_PRICE_LIST,
  priceListMessage,
  removePriceList,
  priceListSection as section,
} from '#features/settings/keep-price-list.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { ConfirmFirst, SectionHistory } from '#features/settings/ui/section-page.tsx';
import { files } from '#platform/files.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { buttonClass } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { Route } from './+types/settings-price-list';

const PATH = '/admin/settings/price-list';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { version, history, confirmAt } = await loadSection(actor, request, section);
  const key = (await readSettings()).store.priceListKey;
  const file = key === null ? null : await files().get(key);
  await file?.body.cancel();
  return {
    version,
    history,
    confirmAt,
    shown: key === null ? 'made' : file ? 'uploaded' : 'missing',
    size: file ? `${Math.max(1, Math.round(file.size / 1000)).toLocaleString('en-US')} kB` : null,
    largest: Math.floor(LARGEST_PRICE_LIST / 1_000_000),
  } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'restore') return answerSection(actor, section, form);
  if (intent !== 'remove') throw new Response(null, { status: 400 });
  const outcome = await removePriceList(actor, holdSession);
  return outcome.ok
    ? redirectWithFlash(PATH, 'Visitors get the list made from the menu again.', 'success')
    : redirectWithFlash(PATH, priceListMessage(outcome.problem), 'error');
}

export default function PriceListSettings({ loaderData }: Route.ComponentProps) {
  const { shown, size, largest, version, history, confirmAt } = loaderData;
  return (
    <>
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={false} /> : null}
      <section aria-labelledby="now" className="mb-8">
        <h2 id="now" className="mb-2 text-lg">
          What visitors get
        </h2>
        <p className="text-ink-soft">
          {shown === 'uploaded'
            ? `Your PDF (${size}).`
            : shown === 'made'
              ? 'A list made from the menu, always with the prices of the day.'
              : 'A list made from the menu, because your PDF is not in file storage any more. Upload it again.'}
        </p>
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <a href="/pricing.pdf" className={buttonClass('secondary')} target="_blank" rel="noreferrer">
            Open it<span className="sr-only"> in a new tab</span>
          </a>
          {shown === 'made' ? null : (
            <Confirm
              label="Take my PDF away"
              of="from the Pricing link"
              question="Take your PDF away?"
              consequence="Visitors get the list made from the menu. Your PDF can be restored from the history below."
              fields={{ intent: 'remove' }}
              keep="Keep it"
              rank="secondary"
            />
          )}
        </div>
      </section>
      <FileUpload
        action="/admin/price-list"
        field="price-list"
        label={shown === 'made' ? 'A PDF of your own' : 'Another PDF in its place'}
        hint={`PDF, ${largest} MB at most. It must carry the warnings and the license number itself.`}
        accept="application/pdf"
        submit="Upload"
      />
      <SectionHistory version={version} history={history} />
    </>
  );
}
