/** Renders the emails about a single reserved product: made, canceled, expired. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';
import type { MailedReservation } from '../../emails/mailed-order-queries.server.ts';
import { type ReservationEvent, reservationWords } from '../reservation-news.ts';

const hasEnded = (event: ReservationEvent) => event === 'cancelled' || event === 'expired';

export function ReservationMail({
  frame,
  reservation,
  event,
}: {
  frame: MailFrame;
  reservation: MailedReservation;
  event: ReservationEvent;
}) {
  const { title, message } = reservationWords(event, reservation);
  return (
    <MailLayout frame={frame} title={title} preview={message}>
      <MailGreeting name={reservation.name} />
      <MailParagraph>{message}</MailParagraph>
      {(event === 'made' || event === 'expiring') && reservation.requiresId ? (
        <MailParagraph>
          <strong>What to bring:</strong> your valid driver’s license or government ID that shows you are{' '}
          {frame.minimumAge} or older, and cash.
        </MailParagraph>
      ) : null}
      <MailButton href={`${frame.origin}${hasEnded(event) ? '/products' : '/orders'}`}>
        {hasEnded(event)
          ? 'See the menu'
          : event === 'made' || event === 'expiring'
            ? 'Choose a pickup time'
            : 'Your orders'}
      </MailButton>
    </MailLayout>
  );
}
