/** Renders the mail of a closure, with a button for each new time, and that of its undo. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
  MailRule,
} from '#ui/email/mail-layout.tsx';

/** One order of the mail. */
export type MailedClosedOrder = {
  number: string;
  /** 'Your order ORD012 was set for Nov 26, 2026 2:00 PM to 2:30 PM.' */
  sentence: string;
  /** Its buttons: 'Move to Fri, Nov 27, 2:00 PM'. */
  buttons: { label: string; url: string }[];
};

export function ClosureMail({
  frame,
  title,
  name,
  message,
  orders,
  more,
}: {
  frame: MailFrame;
  title: string;
  name: string;
  message: string;
  orders: readonly MailedClosedOrder[];
  /** The link to the page with all times. */
  more: { label: string; url: string };
}) {
  return (
    <MailLayout frame={frame} title={title} preview={message}>
      <MailGreeting name={name} />
      <MailParagraph>
        <strong>{message}</strong>
      </MailParagraph>
      {orders.map((order) => (
        <div key={order.number}>
          <MailRule />
          <MailParagraph>{order.sentence}</MailParagraph>
          {order.buttons.map(({ label, url }) => (
            <MailButton key={url} href={url}>
              {label}
            </MailButton>
          ))}
        </div>
      ))}
      <MailParagraph>
        <a href={more.url} className="words" style={{ color: '#24503b' }}>
          {more.label}
        </a>
      </MailParagraph>
      <MailParagraph small>
        A button opens a page that asks once more before anything changes. Questions? Call {frame.phone}.
      </MailParagraph>
    </MailLayout>
  );
}
