/** Renders the rows of an import: how many by outcome, and the outcome of each. */
import { Link } from 'react-router';
import { columnOf, type SaleAfter } from '#core/goods/catalogue/imports/import-plan.ts';
import { type ImportCounts, outcomeLabel, saleLabel } from '#core/goods/catalogue/imports/product-import.ts';
import { type ImportOutcome, importOutcomes } from '#kernel/statuses.ts';
import { ListTabs } from '#office/kit/list-tabs.tsx';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { type ImportListState, importList } from './import-list.ts';
import type { ImportPage, ImportRow } from './imports-queries.server.ts';

const tones: Readonly<Record<ImportOutcome, Tone>> = {
  new: 'green',
  changed: 'blue',
  unchanged: 'plain',
  rejected: 'red',
  dropped: 'yellow',
};

export function ImportRows({
  counts,
  state,
  page,
  isApplied,
}: {
  counts: ImportCounts;
  state: ImportListState;
  page: ImportPage;
  /** New products exist once the file has been applied. */
  isApplied: boolean;
}) {
  return (
    <section aria-labelledby="rows" className="mt-8">
      <h2 id="rows" className="mb-3 text-xl">
        Row by row
      </h2>
      <Outcomes counts={counts} state={state} />
      <DataTable
        caption="Rows of the file"
        list={importList}
        state={state}
        rows={page.rows}
        rowKey={({ line }) => String(line)}
        columns={columns(isApplied)}
        empty={<p>No rows here.</p>}
      />
      <div className="mt-4">
        <Pager list={importList} state={state} page={page} />
      </div>
    </section>
  );
}

function Outcomes({ counts, state }: { counts: ImportCounts; state: ImportListState }) {
  const shown = state.filters.outcome ?? '';
  const all = importOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  const tabs: [value: string, label: string, count: number][] = [
    ['', 'All rows', all],
    ...importOutcomes.map((outcome): [string, string, number] => [
      outcome,
      outcomeLabel[outcome],
      counts[outcome],
    ]),
    ['warned', 'With a warning', counts.warned],
    ['off-sale', 'Something is missing', missingRows(counts)],
    ['waiting', 'Waiting for a test', counts.sale.waiting ?? 0],
  ];
  return (
    <ListTabs
      label="Rows by outcome"
      shown={shown}
      tabs={tabs
        .filter(([value, , count]) => count > 0 || value === shown)
        .map(([value, label, count]) => ({
          value,
          label,
          count,
          to: value === '' ? '?' : `?outcome=${value}`,
        }))}
    />
  );
}

const missingRows = ({ sale }: ImportCounts): number =>
  Object.entries(sale).reduce((sum, [key, count = 0]) => (key.startsWith('missing:') ? sum + count : sum), 0);

const saleTone = (sale: SaleAfter): Tone =>
  sale === 'for-sale' ? 'green' : sale === 'waiting' || sale.startsWith('missing:') ? 'yellow' : 'plain';

const columns = (isApplied: boolean): readonly Column<ImportRow, 'line'>[] => [
  { head: 'Line', fixed: true, align: 'right', cell: ({ line }) => <span className="figures">{line}</span> },
  {
    head: 'Product',
    primary: true,
    cell: ({ name, productId, outcome }) =>
      productId !== null && (isApplied || outcome !== 'new') ? (
        <Link to={`/admin/products/${productId}`} className="inline-flex min-h-11 items-center wrap-anywhere">
          {name}
        </Link>
      ) : (
        <span className="wrap-anywhere">{name || 'No name'}</span>
      ),
  },
  {
    head: 'Outcome',
    fixed: true,
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{outcomeLabel[outcome]}</StatusBadge>,
  },
  {
    head: 'For sale',
    fixed: true,
    cell: ({ sale }) =>
      sale === null ? null : <StatusBadge tone={saleTone(sale)}>{saleLabel(sale)}</StatusBadge>,
  },
  {
    head: 'What changes',
    cell: ({ changes, reasons, warnings, outcome }) => (
      <span className="block text-left text-sm wrap-anywhere">
        {outcome === 'new' ? (
          <span className="figures block">
            {changes
              .filter(({ field, after }) => field !== 'name' && after !== '')
              .map(({ field, after }) => `${columnOf(field)}: ${after}`)
              .join(' · ')}
          </span>
        ) : null}
        {outcome === 'changed'
          ? changes.map(({ field, before, after }) => (
              <span key={field} className="figures block">
                {columnOf(field)}: {before === '' ? 'empty' : before} <span aria-hidden="true">→</span>
                <span className="sr-only">to</span> {after === '' ? 'empty' : after}
              </span>
            ))
          : null}
        {reasons.map((reason) => (
          <span key={reason} className="block">
            {reason}
          </span>
        ))}
        {warnings.map((warning) => (
          <span key={warning} className="block text-clay-700">
            {warning}
          </span>
        ))}
      </span>
    ),
  },
];
