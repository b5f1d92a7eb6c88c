/** Renders the lots of a count: each saves by itself, so that nothing typed is lost and several people can count. */
import type { FormEvent } from 'react';
import { Link, useFetcher } from 'react-router';
import { rowStateLabel } from '#core/goods/counts/count.ts';
import type { CountLine } from '#core/goods/counts/counts-queries.server.ts';
import { adjustReasonLabel, adjustReasons } from '#core/goods/stock/adjustment.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { RowAnswer } from './answer-count.server.ts';

const tones: Readonly<Record<CountLine['state'], Tone>> = {
  'to-count': 'plain',
  matches: 'green',
  differs: 'yellow',
  approved: 'green',
};

/** @param answer what a row's form answered before scripts ran */
export function CountRows({
  rows,
  answer,
  ...page
}: {
  rows: readonly CountLine[];
  isOpen: boolean;
  mayApprove: boolean;
  answer: RowAnswer | undefined;
}) {
  if (rows.length === 0) return <p className="py-8 text-ink-soft">No lots here.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <CountRow key={row.id} row={row} answer={answer?.rowId === row.id ? answer : undefined} {...page} />
      ))}
    </ul>
  );
}

function CountRow({
  row,
  answer,
  isOpen,
  mayApprove,
}: {
  row: CountLine;
  answer: RowAnswer | undefined;
  isOpen: boolean;
  mayApprove: boolean;
}) {
  const fetcher = useFetcher<RowAnswer>();
  const last = fetcher.data ?? answer;
  const intent = fetcher.formData?.get('intent');
  const common = (
    <>
      <input type="hidden" name="rowId" value={row.id} />
      <input type="hidden" name="version" value={row.version} />
    </>
  );
  const mayCount = isOpen && row.reason === null;
  return (
    <li id={`row-${row.id}`} className="scroll-mt-24 py-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="font-medium wrap-anywhere">{row.product}</p>
          <p className="text-ink-soft wrap-anywhere">
            Batch {row.batchNumber}
            {row.packageTag ? ` · ${row.packageTag}` : ''}
          </p>
          <Found row={row} />
          {row.found && row.state !== 'approved' ? (
            <p className="mt-1 text-sm text-ink-soft">{row.found}</p>
          ) : null}
        </div>
        {mayCount ? (
          <fetcher.Form
            method="post"
            action={`#row-${row.id}`}
            onSubmit={nextField}
            className="flex items-end gap-2"
          >
            <input type="hidden" name="intent" value="count" />
            {common}
            <Field
              id={`counted-${row.id}`}
              label={
                <>
                  Counted<span className="sr-only"> of batch {row.batchNumber}</span>
                </>
              }
              name="counted"
              required
              inputMode="numeric"
              autoComplete="off"
              data-counted
              defaultValue={last?.message ? last.typed : (row.counted ?? '')}
              className="w-28"
            />
            <Button type="submit" rank="secondary" busy={intent === 'count'} busyText="Saving…">
              Save<span className="sr-only"> batch {row.batchNumber}</span>
            </Button>
          </fetcher.Form>
        ) : null}
      </div>
      {last?.message && fetcher.state === 'idle' ? (
        <p role="alert" className="mt-2 text-sm font-medium text-clay-700">
          {last.message}{' '}
          {row.lotId === null ? null : (
            <Link to={`/admin/lots/${row.lotId}`} className="underline underline-offset-4">
              Batch {row.batchNumber}
            </Link>
          )}
        </p>
      ) : null}
      {isOpen && mayApprove && row.state === 'differs' ? (
        <fetcher.Form
          method="post"
          action={`#row-${row.id}`}
          className="mt-3 flex flex-wrap items-end gap-3 rounded-surface bg-cream p-3"
        >
          {common}
          <SelectField
            id={`reason-${row.id}`}
            label="Reason"
            name="reason"
            defaultValue={last?.reason || 'count'}
            className="w-44"
          >
            {adjustReasons.map((reason) => (
              <option key={reason} value={reason}>
                {adjustReasonLabel[reason]}
              </option>
            ))}
          </SelectField>
          <Field
            id={`note-${row.id}`}
            label="Note"
            name="note"
            maxLength={300}
            defaultValue={last?.note ?? ''}
            className="min-w-40 flex-1"
          />
          <Button type="submit" name="intent" value="approve" busy={intent === 'approve'} busyText="Saving…">
            Approve<span className="sr-only"> batch {row.batchNumber}</span>
          </Button>
          <Button type="submit" name="intent" value="recount" rank="quiet">
            Count again<span className="sr-only"> batch {row.batchNumber}</span>
          </Button>
        </fetcher.Form>
      ) : null}
    </li>
  );
}

/** What was found, by whom; the expected units only once the lot is counted. */
function Found({ row }: { row: CountLine }) {
  if (row.counted === null || row.expected === null)
    return <p className="mt-1 text-ink-soft">{rowStateLabel[row.state]}</p>;
  const difference = row.counted - row.expected;
  return (
    <p className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
      {row.found ? <StatusBadge tone="blue">Found on the shelf</StatusBadge> : null}
      <StatusBadge tone={tones[row.state]}>{rowStateLabel[row.state]}</StatusBadge>
      <span>
        Counted {row.counted}, expected {row.expected}
        {difference === 0 ? '' : `, difference ${difference > 0 ? '+' : '−'}${Math.abs(difference)}`}
        {row.value === null || row.value === 0 ? '' : ` (${formatCents(cents(row.value))})`}
      </span>
      <span className="text-ink-soft">
        {row.countedByName}, {row.countedAt}
        {row.decidedByName ? ` · approved by ${row.decidedByName}` : ''}
      </span>
    </p>
  );
}

/** Enter saves a row and goes on to the next one. */
function nextField({ currentTarget }: FormEvent<HTMLFormElement>) {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-counted]')];
  const at = fields.findIndex((field) => currentTarget.contains(field));
  const next = fields[at + 1];
  if (fields[at]?.value.trim() && next) {
    next.focus();
    next.select();
  }
}
