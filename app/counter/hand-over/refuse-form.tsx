/** Renders the form that refuses a hand-over, with the reason and what follows from it. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { idRefusalLabel } from '#core/sales/orders/hand-over/id-check.ts';
import { type IdRefusal, idRefusals } from '#kernel/statuses.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { CounterOrder } from '../day/counter-order.ts';

export const REFUSE_FORM = 'refuse';

export function RefuseForm({
  order,
  attempt,
  refusal,
  suggests,
  scan,
}: {
  order: CounterOrder;
  /** The key of this attempt. */
  attempt: string;
  refusal: FormRefusal | undefined;
  /** The reason that the ID check found. */
  suggests: IdRefusal | undefined;
  /** Another one for each scan: the form comes into view when a scan suggests the refusal. */
  scan: string | undefined;
}) {
  const whole = useRef<HTMLDetailsElement>(null);
  const why = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (suggests === undefined || scan === undefined) return;
    // Not the button: a scanner ends with Enter, and another scan would press it.
    why.current?.focus({ preventScroll: true });
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, [suggests, scan]);
  const sending = useNavigation().formData?.get('intent');
  const { units, customer, isPaid, version } = order;
  return (
    <details
      key={suggests}
      id={REFUSE_FORM}
      ref={whole}
      open={refusal !== undefined || suggests !== undefined}
      className="mt-8 border-t border-line pt-2"
    >
      <summary className="inline-flex min-h-12 items-center font-medium text-clay-700">Refuse order</summary>
      <CheckedForm
        refusal={refusal}
        focus="summary"
        idPrefix="refuse-"
        className="mt-3 flex max-w-xl flex-col gap-5"
      >
        {suggests === undefined ? null : (
          <p ref={why} tabIndex={-1} className="font-semibold text-clay-700">
            {idRefusalLabel[suggests]}: do not hand the order over.
          </p>
        )}
        <input type="hidden" name="intent" value="refuse" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="key" value={attempt} />
        <SelectField
          label="Why"
          name="refusal"
          defaultValue={refusal?.values.refusal ?? suggests ?? ''}
          errors={refusal?.errors.refusal}
        >
          <option value="" disabled>
            Choose
          </option>
          {idRefusals.map((reason) => (
            <option key={reason} value={reason}>
              {idRefusalLabel[reason]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Note"
          name="note"
          maxLength={500}
          autoComplete="off"
          defaultValue={refusal?.values.note}
        />
        <p className="text-ink-soft">
          The order ends and cannot be opened again. {units === 1 ? 'Its unit goes' : `Its ${units} units go`}{' '}
          back to stock, its pickup time is free for others, and {customer} is notified that it is canceled,
          without the reason.{isPaid ? ' It is paid: record a refund afterwards.' : ''}
        </p>
        <Button
          type="submit"
          rank="danger"
          size="large"
          busy={sending === 'refuse'}
          busyText="Refusing…"
          className="self-start"
        >
          Refuse and end order
        </Button>
      </CheckedForm>
    </details>
  );
}
