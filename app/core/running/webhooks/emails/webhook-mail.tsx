/** Renders the mail about an endpoint that was turned off, for admins. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type WebhookMailSubject = {
  frame: MailFrame;
  name: string;
  endpoint: string;
  host: string;
  why: string;
  path: string;
};

export function WebhookMail({ frame, name, endpoint, host, why, path }: WebhookMailSubject) {
  return (
    <MailLayout frame={frame} title="A webhook was turned off" preview={why}>
      <MailGreeting name={name} />
      <MailParagraph>
        {endpoint} ({host}) no longer gets messages. {why}
      </MailParagraph>
      <MailParagraph>
        Ask the partner to look at it. Then turn it on again, and replay what it missed; messages are stored
        for 30 days.
      </MailParagraph>
      <MailButton href={`${frame.origin}${path}`}>Open the webhook</MailButton>
      <MailParagraph small>You get this because you are an admin of the shop.</MailParagraph>
    </MailLayout>
  );
}
