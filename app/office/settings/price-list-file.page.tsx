/**
 * Sets what the Pricing link opens: the current file, an uploaded PDF, and a way back to the list made from the menu.
 */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import {
  priceListMessage,
  removePriceList,
  priceListSection as section,
} from '#core/ground/settings/save-price-list.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { LARGEST_PRICE_LIST } from '#core/ground/settings/store-price-list.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { FileUpload } from '#office/kit/file-upload.tsx';
import { files } from '#platform/files/files.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { buttonClass } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { Route } from './+types/price-list-file.page';
import { ConfirmFirst, SectionHistory } from './section-view.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';

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
    size: file ? `${formatNumber(Math.max(1, Math.round(file.size / 1000)))} kB` : null,
    largest: Math.floor(LARGEST_PRICE_LIST / 1_000_000),
  } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'restore') return answerSection(actor, section, form);
  if (intent !== 'remove') throw new Response(null, { status: 400 });
  const outcome = await removePriceList(actor);
  return outcome.ok
    ? redirectWithFlash(PATH, 'Visitors now get the list made from the menu.', 'success')
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
              ? 'A list made from the menu, with today’s prices.'
              : 'A list made from the menu, because your PDF is missing from file storage. Upload it again.'}
        </p>
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <a href="/pricing.pdf" className={buttonClass('secondary')} target="_blank" rel="noreferrer">
            Open<span className="sr-only"> in a new tab</span>
          </a>
          {shown === 'made' ? null : (
            <Confirm
              label="Remove PDF"
              of="from the Pricing link"
              question="Remove your PDF?"
              consequence="Visitors get the list made from the menu. Your PDF can be restored from the history below."
              fields={{ intent: 'remove' }}
              rank="secondary"
            />
          )}
        </div>
      </section>
      <FileUpload
        action="/admin/price-list"
        field="price-list"
        label={shown === 'made' ? 'Upload a PDF' : 'Replace PDF'}
        hint={`PDF, up to ${largest} MB. It must include the warnings and your license number.`}
        accept="application/pdf"
        submit="Upload"
      />
      <SectionHistory version={version} history={history} />
    </>
  );
}
