/** Renders the entries of an outage, with a tick for each that is in the state's system. */
import { Form, Link, useNavigation } from 'react-router';
import { ledgerReasonLabel } from '#core/goods/stock/ledger-list.ts';
import type { OutageEntry } from '#core/goods/stock/outage/outage-list.ts';
import { Button } from '#ui/button.tsx';

export function OutageEntries({
  rows,
  mayManage,
  total,
}: {
  rows: readonly OutageEntry[];
  mayManage: boolean;
  total: number;
}) {
  const sending = useNavigation().formData?.get('intent');
  if (rows.length === 0)
    return (
      <p className="text-ink-soft">
        {total === 0 ? 'Sales, returns, waste and adjustments appear here.' : 'No entries match.'}
      </p>
    );
  return (
    <Form method="post" preventScrollReset className="max-w-4xl">
      <ul className="divide-y divide-line border-y border-line" aria-label="Entries">
        {rows.map((row) => (
          <li key={row.id} className="flex items-start gap-3 py-1">
            {row.entered === null && !row.isReported ? (
              <input type="hidden" name="shown" value={row.id} />
            ) : null}
            {mayManage && !row.isReported ? (
              <label className="inline-flex min-h-11 min-w-11 items-center justify-center">
                <input type="checkbox" name="entry" value={row.id} className="size-5 accent-spruce-700" />
                <span className="sr-only">
                  Entry {row.id}, {entryWords(row)}
                </span>
              </label>
            ) : null}
            <Entry row={row} />
          </li>
        ))}
      </ul>
      {mayManage && rows.some(({ isReported }) => !isReported) ? (
        <p data-pressed-next className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="entered" busy={sending === 'entered'} busyText="Saving…">
            Mark checked as entered
          </Button>
          <Button
            type="submit"
            rank="secondary"
            name="intent"
            value="all-entered"
            busy={sending === 'all-entered'}
            busyText="Saving…"
          >
            Mark all shown as entered
          </Button>
          <Button
            type="submit"
            rank="quiet"
            name="intent"
            value="not-entered"
            busy={sending === 'not-entered'}
            busyText="Saving…"
          >
            Mark checked as not entered
          </Button>
        </p>
      ) : null}
    </Form>
  );
}

/** '+2 Blue Dream', '−2 Blue Dream' */
const changeWords = ({ units, product }: OutageEntry) =>
  `${units > 0 ? '+' : '−'}${Math.abs(units)} ${product}`;

const entryWords = (row: OutageEntry) => `${ledgerReasonLabel[row.reason]}: ${changeWords(row)}`;

function Entry({ row }: { row: OutageEntry }) {
  const { at, reason, size, batchNumber, packageTag, order, who, note, entered, isReported } = row;
  return (
    <div className="figures min-w-0 py-2 wrap-anywhere">
      <p>
        <span className="font-medium">{ledgerReasonLabel[reason]}</span> {changeWords(row)}
        {size ? `, ${size}` : ''}
      </p>
      <p className="text-sm text-ink-soft">
        {[at, packageTag ?? `Batch ${batchNumber}`, who, note].filter(Boolean).join(' · ')}
        {order ? (
          <>
            {' · '}
            <Link to={`/admin/orders/${order}`} className="underline underline-offset-4">
              {order}
            </Link>
          </>
        ) : null}
      </p>
      {entered ? (
        <p className="text-sm font-medium text-spruce-700">
          Entered by {entered.by}, {entered.at}
        </p>
      ) : isReported ? (
        <p className="text-sm text-ink-soft">The shop reports it itself. Do not enter it by hand.</p>
      ) : null}
    </div>
  );
}
