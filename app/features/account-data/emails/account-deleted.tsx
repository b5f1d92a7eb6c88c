/** The last mail to somebody whose account is gone. */
import { type MailFrame, MailLayout, MailParagraph } from '#ui/email/mail-layout.tsx';

export function AccountDeleted({ frame, name }: { frame: MailFrame; name: string }) {
  return (
    <MailLayout
      frame={frame}
      title="Your account is deleted"
      preview={`Your account at ${frame.farmName} and what we knew about you are gone.`}
    >
      <MailParagraph>
        Hello {name}, your account at {frame.farmName} is deleted, as you asked: your profile, license number
        and photos, your preferences and history, and every way to sign in.
      </MailParagraph>
      <MailParagraph>
        The law requires us to keep records of sales for five years. They stay without your name, email, birth
        date or address.
      </MailParagraph>
      <MailParagraph small>
        If it was not you, please call us at {frame.phone}. You can make a new account with this address at
        any time.
      </MailParagraph>
    </MailLayout>
  );
}
