/** Renders the ways a walk-in gets the receipt: printed, or by email to an address that is typed for it. */
import { useNavigation, useSearchParams } from 'react-router';
import type { PrinterChoice } from '#core/sales/printing/printers-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Attempt } from '../kit/attempt.tsx';
import { PrintButtons } from './print-buttons.tsx';
import type { CounterAnswer } from './scanned-id.ts';

export function WalkInReceipt({
  number,
  printers,
  newKey,
  answer,
}: {
  number: string;
  printers: readonly PrinterChoice[];
  newKey: string;
  answer: CounterAnswer | undefined;
}) {
  const refusal = answer?.values.intent === 'mail-receipt' ? answer : undefined;
  const isBusy = useNavigation().formData?.get('intent') === 'mail-receipt';
  return (
    <section aria-labelledby="receipt-heading" className="mt-6">
      <h2 id="receipt-heading" className="mb-2 text-lg">
        Receipt
      </h2>
      <PrintButtons {...{ number, printers }} printKey={newKey} />
      <Attempt
        // A sent receipt is followed by another attempt; a reload of the data is not.
        key={useSearchParams()[0].get('receipt')}
        newKey={newKey}
        render={(first) => (
          <CheckedForm
            refusal={refusal}
            preventScrollReset
            className="mt-4 flex flex-wrap items-start gap-x-3"
          >
            <input type="hidden" name="intent" value="mail-receipt" />
            <input type="hidden" name="key" value={refusal?.values.key ?? first} />
            <Field
              label="Email it to"
              name="email"
              type="email"
              required
              maxLength={200}
              autoComplete="off"
              hint="Deleted once the email is delivered."
              defaultValue={refusal?.values.email}
              errors={refusal?.errors.email}
              className="min-w-0 grow basis-64 [&_input]:min-h-12"
            />
            <Button
              type="submit"
              rank="secondary"
              className="mt-7.5 min-h-12"
              busy={isBusy}
              busyText="Sending…"
            >
              Send
            </Button>
          </CheckedForm>
        )}
      />
    </section>
  );
}
