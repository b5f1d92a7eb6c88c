/**
 * Renders the mail about a change to how people sign in to an account: what, when, where, and what to do if it was not
 * them.
 */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type SecurityMailSubject = {
  frame: MailFrame;
  name: string;
  title: string;
  message: string;
  /** Formatted in the store's time zone. */
  at: string;
  device: string;
};

export function SecurityMail({ frame, name, title, message, at, device }: SecurityMailSubject) {
  return (
    <MailLayout frame={frame} title={title} preview={`${title}. ${message}`}>
      <MailGreeting name={name} />
      <MailParagraph>
        {title}. {message}
      </MailParagraph>
      <MailParagraph>
        {at}, {device}
      </MailParagraph>
      <MailParagraph>
        If this was you, you do not need to do anything. If it was not, choose a new password now, which signs
        out every device. Then call us at {frame.phone}.
      </MailParagraph>
      <MailButton href={`${frame.origin}/forgot-password`}>Choose a new password</MailButton>
      <MailParagraph small>
        We email you whenever the security of your account changes. You cannot turn these emails off.
      </MailParagraph>
    </MailLayout>
  );
}
