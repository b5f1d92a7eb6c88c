/** The mail about a single reserved product: made, cancelled, run out. */
import { assertNever } from '#kernel/result.ts';
import { MailButton, type MailFrame, MailLayout, MailParagraph } from '#ui/email/mail-layout.tsx';
import type { MailedReservation } from './mailed-order-queries.server.ts';

export type ReservationEvent = 'made' | 'cancelled' | 'expiring' | 'expired' | 'short' | 'complete-again';

const hasEnded = (event: ReservationEvent) => event === 'cancelled' || event === 'expired';

/** Title and sentence, the same in the bell and in the mail. */
export function reservationWords(
  event: ReservationEvent,
  {
    productName,
    quantity,
    heldUntil,
    missing,
  }: Pick<MailedReservation, 'productName' | 'quantity' | 'heldUntil' | 'missing'>,
): { title: string; message: string } {
  const what = `${quantity} of ${productName}`;
  switch (event) {
    case 'made':
      return {
        title: 'Reserved for you',
        message: heldUntil
          ? `We hold ${what} until ${heldUntil}. Choose a pickup time before then.`
          : `We hold ${what} for you.`,
      };
    case 'cancelled':
      return {
        title: 'Reservation cancelled',
        message: `Your reservation of ${what} is cancelled. Nothing is owed.`,
      };
    case 'expiring':
      return {
        title: 'Your reservation ends soon',
        message: `We hold ${what} until ${heldUntil}. Choose a pickup time before then, or let it go; nothing is owed.`,
      };
    case 'expired':
      return {
        title: 'Reservation ended',
        message: `The time to choose a pickup for ${what} has passed, so we no longer hold it. Nothing is owed.`,
      };
    case 'short':
      return {
        title: 'A reservation needs a change',
        message: `We can no longer hold ${missing} of ${productName} for you. Nothing is owed. We will get in touch with you, or call us to choose something else.`,
      };
    case 'complete-again':
      return {
        title: 'A reservation is complete again',
        message: `${what} ${quantity === 1 ? 'is' : 'are'} held for you as before. There is nothing you need to do.`,
      };
    default:
      return assertNever(event);
  }
}

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
      <MailParagraph>
        Hello {reservation.name}. {message}
      </MailParagraph>
      {(event === 'made' || event === 'expiring') && reservation.requiresId ? (
        <MailParagraph>
          <strong>What to bring:</strong> your valid driver’s license or government ID that shows you are 21
          or older, and cash.
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
