/** Renders what a dry run or a move found: counts, categories, months, and what is left out with its reasons. */
import { formatNumber } from '#kernel/number.ts';
import type { FileReport } from './files-page-queries.server.ts';

export function FileReportView({ report, title }: { report: FileReport; title: string }) {
  const { counts, people, categories, months, offSale, reasons } = report;
  return (
    <section aria-labelledby="report" className="flex flex-col gap-6">
      <h2 id="report" className="text-lg">
        {title}
      </h2>
      <Table
        caption="What is in the files"
        heads={['What', 'Can come over', 'New or changed', 'Already here', 'Left out']}
        rows={counts}
      />
      {people === '' ? null : <p className="max-w-3xl text-ink-soft">{people}</p>}
      {categories.length > 0 ? (
        <Table caption="Products by category" heads={['Category', 'Products', 'Units']} rows={categories} />
      ) : null}
      {offSale.rows.length > 0 ? <OffSale {...offSale} /> : null}
      {months.length > 0 ? (
        <Table caption="Past sales by month" heads={['Month', 'Sales', 'Money']} rows={months} />
      ) : null}
      {reasons.length > 0 ? (
        <>
          <Table
            caption="Left out, or brought otherwise than it was"
            heads={['Why', 'Rows', 'Outcome']}
            rows={reasons}
          />
          <p>
            <a
              href="/admin/settings/move-in/files/rows"
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              Every row of them, as CSV
            </a>
          </p>
        </>
      ) : (
        <p>Every row can be brought as it is.</p>
      )}
    </section>
  );
}

function OffSale({ rows, more }: FileReport['offSale']) {
  return (
    <div>
      <h3 id="off-sale" className="mb-1 font-medium">
        Come over, but are not for sale yet
      </h3>
      <ul aria-labelledby="off-sale" className="max-w-3xl">
        {rows.map(([name = '', why = ''], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two products may have one name and reason
          <li key={at} className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-2">
            <span className="min-w-0 font-medium break-words" translate="no">
              {name}
            </span>
            <span className="min-w-0 break-words text-ink-soft">{why}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-ink-soft">And {formatNumber(more)} more.</p> : null}
    </div>
  );
}

/** The first column is a name, the others are figures or words. */
function Table({
  caption,
  heads,
  rows,
}: {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-3xl text-left">
        <caption className="mb-1 text-left font-medium">{caption}</caption>
        <thead className="text-xs text-ink-soft">
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={`py-1 pr-4 ${at > 0 ? 'text-right' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-4 font-medium break-words">
                {name}
              </th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their column
                <td key={at} className="py-2 pr-4 text-right tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
