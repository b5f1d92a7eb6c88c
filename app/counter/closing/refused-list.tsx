/** Renders hand-overs that were refused when they arrived: what happened, the cash that no record has, and how each is settled. */
import { Link, useNavigation } from 'react-router';
import type {
  RefusedHandOver,
  RefusedHandOvers,
} from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { YesFields } from '../kit/yes-fields.tsx';
import { LONGEST_NOTE } from './end-of-day.ts';

export function RefusedList({
  refused: { rows, maySettle },
  approvers,
  answer,
}: {
  refused: RefusedHandOvers;
  /** Who may say yes, for a person who may not settle. */
  approvers: readonly ShownApprover[];
  answer: FormRefusal | undefined;
}) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => {
        const refusal = answer?.values.id === row.id ? answer : undefined;
        const hasForm = !row.settled && (maySettle || approvers.length > 0);
        return (
          <li key={row.id} className="flex flex-col gap-3 py-3">
            <WhatHappened row={row} />
            {refusal && !hasForm ? (
              <Notice tone="caution" title={refusal.message}>
                <p className="wrap-anywhere">You wrote: {refusal.values.note}</p>
              </Notice>
            ) : null}
            {row.settled ? (
              <p className="figures text-ink-soft wrap-anywhere">
                Settled by {row.settled.by}, {row.settled.at}: {row.settled.note}
              </p>
            ) : hasForm ? (
              <SettleForm row={row} approvers={maySettle ? [] : approvers} refusal={refusal} />
            ) : (
              <p>An admin or the person in charge settles this.</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function WhatHappened({
  row: { number, name, why, cash, idCheck, by, at, arrived },
}: {
  row: RefusedHandOver;
}) {
  const taken = cash === null ? 'Cash unknown' : `${formatCents(cents(cash))} in cash`;
  return (
    <div className="figures">
      <p>
        <Link
          to={`/admin/orders/${number}`}
          className="mr-3 inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          {number}
        </Link>
        <span className="font-semibold wrap-anywhere">{name}</span>
      </p>
      <p className="wrap-anywhere">
        {by} handed it over without a network, {at}. It arrived {arrived}. {why}
      </p>
      <p className="text-sm text-ink-soft">
        {[taken, idCheck].filter(Boolean).join(' · ')}. The customer has the goods.
      </p>
    </div>
  );
}

function SettleForm({
  row: { id, number },
  approvers,
  refusal,
}: {
  row: RefusedHandOver;
  approvers: readonly ShownApprover[];
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('id') === id;
  return (
    <CheckedForm refusal={refusal} idPrefix={`${number}-`} className="flex max-w-xl flex-col gap-3">
      <input type="hidden" name="intent" value="settle" />
      <input type="hidden" name="id" value={id} />
      <TextAreaField
        label={`What was done about ${number}`}
        name="note"
        rows={2}
        required
        maxLength={LONGEST_NOTE}
        hint="About the goods and the cash. Stock does not change by it: count the products, if units left."
        defaultValue={refusal?.values.note}
        errors={refusal?.errors.note}
      />
      {approvers.length > 0 ? <YesFields approvers={approvers} refusal={refusal} /> : null}
      <Button type="submit" busy={isBusy} busyText="Saving…" className="min-h-12 self-start">
        Settle<span className="sr-only"> {number}</span>
      </Button>
    </CheckedForm>
  );
}
