/** Renders the ways a customer gets their receipt: printed, by email, as a link by text message. */
import { Form, useNavigation } from 'react-router';
import { mailStatusLabel, mailTones } from '#core/ground/mail/mail-status.ts';
import type { PrinterChoice } from '#core/sales/printing/printers-queries.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Mail, Phone } from '#ui/icons.ts';
import type { SentReceipt } from './closed-order-queries.server.ts';
import { PrintButtons } from './print-buttons.tsx';

type Props = {
  number: string;
  email: string;
  phone: string | null;
  sent: readonly SentReceipt[];
  printers: readonly PrinterChoice[];
  newKey: string;
};

const way = 'min-h-14';

export function ReceiptWays({ number, email, phone, sent, printers, newKey }: Props) {
  const sending = useNavigation().formData?.get('intent');
  return (
    <section aria-labelledby="receipt-heading" className="mt-6">
      <h2 id="receipt-heading" className="mb-2 text-lg">
        Receipt
      </h2>
      <PrintButtons {...{ number, printers }} printKey={newKey} />
      <Form method="post" preventScrollReset className="mt-3 flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="email"
          rank="secondary"
          className={way}
          busy={sending === 'email'}
          busyText="Sending…"
        >
          <Mail aria-hidden="true" className="size-5" /> Email
        </Button>
        {phone === null ? null : (
          <Button
            type="submit"
            name="intent"
            value="text"
            rank="secondary"
            className={way}
            busy={sending === 'text'}
            busyText="Sending…"
          >
            <Phone aria-hidden="true" className="size-5" /> Text a link
          </Button>
        )}
      </Form>
      <ul className="mt-3 flex flex-col gap-1 text-sm">
        {sent.map(({ channel, status, at }) => (
          <li key={channel} className="figures flex flex-wrap items-center gap-x-3 wrap-anywhere">
            {channel === 'email'
              ? `Email to ${email}`
              : `Text message to the number ending in ${phone ?? '–'}`}
            <StatusBadge tone={mailTones[status]}>{mailStatusLabel[status]}</StatusBadge>
            <span className="text-ink-soft">{at}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
