/** Renders the mails about a change of an account's email, to the new address and to the old one. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

type EmailChangeMail = { frame: MailFrame; url: string };

/** Names no one: the address may be a typo, and its owner a stranger. */
export function ConfirmNewEmail({ frame, url }: EmailChangeMail) {
  return (
    <MailLayout
      frame={frame}
      title="Confirm your new email"
      preview={`One step left: confirm that your account at ${frame.farmName} moves to this address.`}
    >
      <MailGreeting />
      <MailParagraph>
        Someone wants to use this address for their account at {frame.farmName}. If it was you, open the link,
        sign in if we ask you to, and confirm.
      </MailParagraph>
      <MailButton href={url}>Confirm new email</MailButton>
      <MailParagraph small>
        The link works for 24 hours. If it was not you, ignore this email: nothing changes without your
        confirmation.
      </MailParagraph>
    </MailLayout>
  );
}

export function AddressInUse({ frame, url }: EmailChangeMail) {
  return (
    <MailLayout
      frame={frame}
      title="This address already has an account"
      preview={`Someone wanted to use this address for another account at ${frame.farmName}.`}
    >
      <MailGreeting />
      <MailParagraph>
        Someone, probably you, wanted to use this address for another account at {frame.farmName}. It already
        has an account, and neither account has changed.
      </MailParagraph>
      <MailParagraph>Sign in with this address, or choose another one for the other account.</MailParagraph>
      <MailButton href={url}>Sign in</MailButton>
      <MailParagraph small>If it was not you, you do not need to do anything.</MailParagraph>
    </MailLayout>
  );
}

export function EmailChanged({
  frame,
  url,
  name,
  newEmail,
}: EmailChangeMail & { name: string; newEmail: string }) {
  return (
    <MailLayout
      frame={frame}
      title="The email of your account was changed"
      preview={`Your account at ${frame.farmName} now belongs to ${newEmail}. If this was not you, undo it.`}
    >
      <MailGreeting name={name} />
      <MailParagraph>
        The email of your account at {frame.farmName} is now {newEmail}. Use it to sign in from now on. If it
        was you, you do not need to do anything.
      </MailParagraph>
      <MailParagraph>
        If it was not you, undo it here. This restores the old address and signs out every device.
      </MailParagraph>
      <MailButton href={url}>This wasn’t me</MailButton>
      <MailParagraph small>The link works for 7 days.</MailParagraph>
    </MailLayout>
  );
}
