/** The three mails of an account: confirm the address, you already have an account, choose a new password. */
import { MailButton, type MailFrame, MailLayout, MailParagraph } from '#ui/email/mail-layout.tsx';

type AccountMail = { frame: MailFrame; name: string; url: string };

export function ConfirmEmail({ frame, name, url }: AccountMail) {
  return (
    <MailLayout
      frame={frame}
      title="Confirm your email"
      preview={`One step left: confirm this address to sign in at ${frame.farmName}.`}
    >
      <MailParagraph>
        Hello {name}, you have made an account at {frame.farmName}. Confirm that this address is yours, then
        sign in to reserve for pickup.
      </MailParagraph>
      <MailButton href={url}>Confirm email</MailButton>
      <MailParagraph small>
        The link works for 24 hours. If you did not make an account, do nothing: without your confirmation it
        cannot be used.
      </MailParagraph>
    </MailLayout>
  );
}

export function AlreadyHaveAccount({ frame, name, url }: AccountMail) {
  return (
    <MailLayout
      frame={frame}
      title="You already have an account"
      preview={`Somebody tried to make a second account with this address at ${frame.farmName}.`}
    >
      <MailParagraph>
        Hello {name}, somebody, probably you, has just tried to make an account at {frame.farmName} with this
        address. There is one already, and nothing about it has changed.
      </MailParagraph>
      <MailParagraph>
        Sign in with your password. If you have forgotten it, or never confirmed this address, choose a new
        password here; that confirms the address too.
      </MailParagraph>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailParagraph small>If it was not you, there is nothing to do.</MailParagraph>
    </MailLayout>
  );
}

export function ResetPassword({ frame, name, url }: AccountMail) {
  return (
    <MailLayout
      frame={frame}
      title="Choose a new password"
      preview={`A new password was asked for your account at ${frame.farmName}.`}
    >
      <MailParagraph>
        Hello {name}, a new password was asked for your account at {frame.farmName}. Choose it here; every
        device that is signed in will be signed out.
      </MailParagraph>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailParagraph small>
        The link works once, within one hour. If you did not ask for it, do nothing: your password stays as it
        is.
      </MailParagraph>
    </MailLayout>
  );
}
