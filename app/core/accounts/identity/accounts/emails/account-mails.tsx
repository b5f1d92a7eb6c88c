/**
 * Renders the account mails: confirm the address, you already have an account, choose a new password, join the staff.
 */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

type AccountMail = { frame: MailFrame; url: string };

/**
 * Leaves out the entered name and the items: the address may be a stranger's, and the name may be any text. `heldUntil`
 * is when the items of a sign-up at checkout are released, '5:42 PM'; null if nothing is held.
 */
export function ConfirmEmail({ frame, url, heldUntil }: AccountMail & { heldUntil: string | null }) {
  return (
    <MailLayout
      frame={frame}
      title="Confirm your email"
      preview={
        heldUntil === null
          ? `One step left: confirm this address to sign in at ${frame.farmName}.`
          : `One step left: your items are held until ${heldUntil}. Open the link to reserve them.`
      }
    >
      <MailGreeting />
      <MailParagraph>
        Someone signed up at {frame.farmName} with this address. If it was you, open the link{' '}
        {heldUntil === null
          ? 'in the browser you signed up in: you are signed in and can reserve for pickup.'
          : `before ${heldUntil} in the browser you signed up in, and your items are reserved.`}{' '}
        Another browser asks for the password you chose.
      </MailParagraph>
      <MailButton href={url}>{heldUntil === null ? 'Confirm email' : 'Confirm and reserve'}</MailButton>
      <MailParagraph small>
        The link works for 24 hours
        {heldUntil === null
          ? '. '
          : `, but we hold your items and pickup time only until ${heldUntil}; after that you choose them again. `}
        If you did not sign up, ignore this email: no account is created without your confirmation.
      </MailParagraph>
    </MailLayout>
  );
}

export function AlreadyHaveAccount({ frame, url }: AccountMail) {
  return (
    <MailLayout
      frame={frame}
      title="You already have an account"
      preview={`Someone tried to create a second account with this address at ${frame.farmName}.`}
    >
      <MailGreeting />
      <MailParagraph>
        Someone, probably you, just tried to create an account at {frame.farmName} with this address. You
        already have one, and nothing about it has changed.
      </MailParagraph>
      <MailParagraph>Sign in with your password. If you forgot it, choose a new one here.</MailParagraph>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailParagraph small>If it was not you, you do not need to do anything.</MailParagraph>
    </MailLayout>
  );
}

export function ResetPassword({ frame, name, url }: AccountMail & { name: string }) {
  return (
    <MailLayout
      frame={frame}
      title="Choose a new password"
      preview={`We received a request for a new password for your account at ${frame.farmName}.`}
    >
      <MailGreeting name={name} />
      <MailParagraph>
        We received a request for a new password for your account at {frame.farmName}. Choose it here. Every
        device that is signed in will be signed out.
      </MailParagraph>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailParagraph small>
        The link works once, within one hour. If you did not ask for it, you do not need to do anything: your
        password does not change.
      </MailParagraph>
    </MailLayout>
  );
}

/** To a person invited to the staff. It does not name who invited them: the address may be mistyped. */
export function StaffInvitation({ frame, url, isAdmin }: AccountMail & { isAdmin: boolean }) {
  return (
    <MailLayout
      frame={frame}
      title="You are invited to work with us"
      preview={`Choose a password to enter the back office of ${frame.farmName}.`}
    >
      <MailGreeting />
      <MailParagraph>
        {frame.farmName} invites you to its back office {isAdmin ? 'as an admin' : 'as a member of staff'}.
        Open the link, enter your name and choose a password, and your account is ready.
      </MailParagraph>
      <MailButton href={url}>Accept the invitation</MailButton>
      <MailParagraph small>
        The link works once, within 3 days. If you do not know what this is about, ignore this email: no
        account is created unless you accept.
      </MailParagraph>
    </MailLayout>
  );
}
