/** A count's sheet for paper: every lot with a blank, and no number that suggests what to find. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { WHAT_TO_COUNT } from '#core/goods/counts/count.ts';
import { readPaperRows, readSheet } from '#core/goods/counts/counts-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { PrintButton } from '#ui/print-button.tsx';
import type { Route } from './+types/count-paper.page';

const ROWS_ON_PAPER = 2000;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.sheetId);
  const sheet = id === null ? null : await readSheet(actor, id, (await storeClock()).zone);
  if (!sheet) throw new Response(null, { status: 404 });
  return { sheet, rows: await readPaperRows(actor, sheet.id, ROWS_ON_PAPER) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Count ${loaderData?.sheet.id ?? ''} on paper · Admin` },
];

export default function CountPaper({ loaderData }: Route.ComponentProps) {
  const { sheet, rows } = loaderData;
  return (
    <>
      <BackLink to={`/admin/counts/${sheet.id}`} label={`Count ${sheet.id}`} />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-2xl">
            Count {sheet.id}: {sheet.title}
          </h1>
          <p className="measure mt-1">{WHAT_TO_COUNT}</p>
        </div>
        <PrintButton />
      </div>
      {sheet.lots > ROWS_ON_PAPER ? (
        <Notice tone="caution" className="mb-4" title={`Showing the first ${ROWS_ON_PAPER} lots.`} />
      ) : null}
      <table className="w-full max-w-4xl border-collapse">
        <thead>
          <tr className="border-b-2 border-ink text-left">
            <th scope="col" className="py-2 pr-4">
              Product
            </th>
            <th scope="col" className="py-2 pr-4">
              Batch
            </th>
            <th scope="col" className="w-28 py-2">
              Counted
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="break-inside-avoid border-b border-line">
              <td className="py-2.5 pr-4 wrap-anywhere">{row.product}</td>
              <td className="py-2.5 pr-4 wrap-anywhere">
                {row.batchNumber}
                {row.packageTag ? <span className="block text-xs">{row.packageTag}</span> : null}
              </td>
              <td className="py-2.5">
                <span aria-hidden="true" className="block h-7 border-b border-ink" />
                <span className="sr-only">Blank</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-6">Found on the shelf and not listed above (batch, product, units):</p>
      {[1, 2, 3].map((line) => (
        <span key={line} aria-hidden="true" className="block h-9 max-w-4xl border-b border-ink" />
      ))}
      <p className="mt-8">Counted by ____________________ on ____________________</p>
    </>
  );
}
