/** Renders the ways a customer gets their receipt: printed, by email, as a link by text message. */
import { Form, useNavigation } from 'react-router';
import { mailStatusLabel, mailTones } from '#core/ground/mail/mail-status.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Mail, Phone, Printer } from '#ui/icons.ts';
import type { SentReceipt } from './closed-order-queries.server.ts';

type Props = {
  number: string;
  email: string;
  phone: string | null;
  sent: readonly SentReceipt[];
};

const way = 'min-h-14';

export function ReceiptWays({ number, email, phone, sent }: Props) {
  const sending = useNavigation().formData?.get('intent');
  return (
    <section aria-labelledby="receipt-heading" className="mt-6">
      <h2 id="receipt-heading" className="mb-2 text-lg">
        Receipt
      </h2>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <a
          href={`/orders/${number}/receipt.pdf`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'normal', way)}
        >
          <Printer aria-hidden="true" className="size-5" /> Print
        </a>
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
