/** Renders the mail about a staff decision on a customer's age or license. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type VerificationMailSubject = { frame: MailFrame; name: string; title: string; message: string };

export function VerificationMail({ frame, name, title, message }: VerificationMailSubject) {
  return (
    <MailLayout frame={frame} title={title} preview={message}>
      <MailGreeting name={name} />
      <MailParagraph>{message}</MailParagraph>
      <MailButton href={`${frame.origin}/profile`}>My Profile</MailButton>
      <MailParagraph small>
        Questions? Call us at {frame.phone}. At the counter we check your ID at every pickup.
      </MailParagraph>
    </MailLayout>
  );
}
