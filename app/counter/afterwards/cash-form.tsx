/** Renders what was received and given back, with what the drawer holds then. */
import { useState } from 'react';
import { useNavigation } from 'react-router';
import { effectOf } from '#core/sales/orders/cash-corrections/cash-correction.ts';
import { cents, formatCents, parseCash } from '#kernel/money.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { YesFields } from '../kit/yes-fields.tsx';
import type { OrderCash } from './order-cash-queries.server.ts';

export function CashForm({
  order,
  mayDiffer,
  approvers,
  attempt,
  answer,
}: {
  order: OrderCash;
  /** Whether this person may leave another amount in the drawer. */
  mayDiffer: boolean;
  approvers: readonly ShownApprover[];
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData !== undefined;
  const dollars = (amount: number) => (amount / 100).toFixed(2);
  const values = answer?.values ?? {};
  const [received, setReceived] = useState(values.received ?? dollars(order.received));
  const [change, setChange] = useState(values.change ?? dollars(order.change));
  const typed = { received: parseCash(received), change: parseCash(change) };
  const effect =
    typed.received === null || typed.change === null
      ? 0
      : effectOf(order, { received: typed.received, change: typed.change });
  return (
    <CheckedForm refusal={answer} className="flex flex-col gap-5">
      <input type="hidden" name="key" value={attempt} />
      <input type="hidden" name="seenReceived" value={order.received} />
      <input type="hidden" name="seenChange" value={order.change} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Cash received"
          name="received"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={values.received ?? dollars(order.received)}
          errors={answer?.errors.received}
          onInput={({ currentTarget }) => setReceived(currentTarget.value)}
        />
        <Field
          label="Change given back"
          name="change"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={values.change ?? dollars(order.change)}
          errors={answer?.errors.change}
          onInput={({ currentTarget }) => setChange(currentTarget.value)}
        />
      </div>
      <Field
        label="What happened"
        name="reason"
        maxLength={300}
        autoComplete="off"
        required
        defaultValue={values.reason}
        errors={answer?.errors.reason}
      />
      {effect === 0 ? null : (
        <Notice tone="caution">
          The drawer then holds {formatCents(cents(Math.abs(effect)))} {effect > 0 ? 'more' : 'less'} than its
          records say now.
          {mayDiffer || approvers.length > 0 ? '' : ' An admin or the person in charge corrects that.'}
        </Notice>
      )}
      {/* Without scripts it is there in any case, and may stay empty. */}
      {approvers.length === 0 ? null : (
        <div className={effect === 0 ? 'hidden noscript:block' : ''}>
          <YesFields approvers={approvers} refusal={answer} isRequired={effect !== 0} />
        </div>
      )}
      <Button
        type="submit"
        size="large"
        className="min-h-14 self-start text-lg"
        busy={isBusy}
        busyText="Saving…"
      >
        Correct the cash
      </Button>
    </CheckedForm>
  );
}
