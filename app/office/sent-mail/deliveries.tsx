/** Renders what was sent about an order, with 'Send again' for mail. */
import { Form, useNavigation } from 'react-router';
import { mailStatusLabel, mailTones } from '#core/ground/mail/mail-status.ts';
import { channelLabel } from '#core/ground/notifications/channel.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { DeliveryLine } from './deliveries-queries.server.ts';

export function Deliveries({ lines, number }: { lines: readonly DeliveryLine[]; number: string }) {
  const navigation = useNavigation();
  const sending = navigation.formData?.get('delivery') ?? null;
  if (lines.length === 0) return <p className="text-ink-soft">No messages sent yet.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span className="min-w-0 flex-1 basis-56">
            {line.title}
            <span className="figures block break-words text-ink-soft">
              {channelLabel[line.channel]}
              {line.recipient ? ` to ${line.recipient}` : ''} · {line.at}
              {line.reason ? <span className="block">{line.reason}</span> : null}
            </span>
          </span>
          <StatusBadge tone={mailTones[line.status]}>{mailStatusLabel[line.status]}</StatusBadge>
          {line.mayResend ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="resend" />
              <input type="hidden" name="delivery" value={line.id} />
              <Button
                type="submit"
                rank="quiet"
                size="small"
                className="min-h-11"
                busy={sending === line.id}
                busyText="Sending…"
              >
                Send again
                <span className="sr-only">
                  : {line.title} ({number})
                </span>
              </Button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
