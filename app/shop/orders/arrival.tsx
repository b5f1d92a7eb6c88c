/** Renders 'I’m here' on the day of the pickup, and then the number in the line. */

import { Form, useNavigation } from 'react-router';
import { pickupLabel } from '#core/sales/line/line.ts';
import type { OrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function Arrival({ arrival: { offered, number } }: { arrival: OrderDetails['arrival'] }) {
  const isBusy = useNavigation().formData?.get('intent') === 'here';
  if (number !== null)
    return (
      <Notice tone="success" className="mt-4 print:hidden" title={`You are number ${pickupLabel(number)}`}>
        We know that you are here. Have your ID and cash ready.
      </Notice>
    );
  if (!offered) return null;
  return (
    <section
      aria-labelledby="here-heading"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface bg-cream p-4 sm:p-5 print:hidden"
    >
      <div>
        <h2 id="here-heading" className="text-lg">
          At the store?
        </h2>
        <p className="text-sm text-ink-soft">Tell us, and we will bring your order to the counter.</p>
      </div>
      <Form method="post" preventScrollReset>
        <Button type="submit" name="intent" value="here" busy={isBusy} busyText="Sending…">
          I’m here
        </Button>
      </Form>
    </section>
  );
}
