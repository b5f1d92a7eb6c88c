/** Renders the last mail to a person whose account was deleted. */
import { type MailFrame, MailGreeting, MailLayout, MailParagraph } from '#ui/email/mail-layout.tsx';

export function AccountDeleted({ frame, name }: { frame: MailFrame; name: string }) {
  return (
    <MailLayout
      frame={frame}
      title="Your account is deleted"
      preview={`Your account at ${frame.farmName} and everything we stored about you are deleted.`}
    >
      <MailGreeting name={name} />
      <MailParagraph>
        Your account at {frame.farmName} is deleted, as you requested: your profile, license number and
        photos, your preferences and history, and every way to sign in.
      </MailParagraph>
      <MailParagraph>
        The law requires us to store sales records for five years. They no longer have your name, email, birth
        date or address.
      </MailParagraph>
      <MailParagraph small>
        If it was not you, please call us at {frame.phone}. You can create a new account with this address at
        any time.
      </MailParagraph>
    </MailLayout>
  );
}
