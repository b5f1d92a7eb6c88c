/** Renders what to do when the email of a sign-up does not arrive, or cannot. */
import { Link } from 'react-router';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { EmailAddress } from '#ui/email-address.tsx';
import { Notice } from '#ui/notice.tsx';

type Props = { email: string | null; returnTo: string | null; isHeld: boolean };

/** The mail server refused the address, which usually is a typing error. */
export function LinkRefused({ email, returnTo, isHeld }: Props & { email: string }) {
  return (
    <Notice tone="error" title="We could not send the link.">
      <p className="mt-1">
        Our mail server refused{' '}
        <strong className="wrap-anywhere">
          <EmailAddress>{email}</EmailAddress>
        </strong>
        . <CorrectAddress email={email} returnTo={returnTo} isHeld={isHeld} />.
      </p>
    </Notice>
  );
}

export function LinkNotice({ email, returnTo, isHeld }: Props) {
  return (
    <Notice>
      <p>
        No email after a few minutes? Check your spam folder, or ask for{' '}
        <a href="/resend-confirmation" className={link}>
          a new link
        </a>
        .
      </p>
      {email === null ? null : (
        <p className="mt-1">
          Not your address? <CorrectAddress email={email} returnTo={returnTo} isHeld={isHeld} />.
        </p>
      )}
    </Notice>
  );
}

function CorrectAddress({ email, returnTo, isHeld }: Props) {
  return isHeld ? (
    <Link to="/checkout" className={link}>
      Go back and correct it
    </Link>
  ) : (
    <Link to={loginPath(returnTo, 'signup')} state={{ email }} className={link}>
      Sign up again with the right one
    </Link>
  );
}

const link = 'font-medium underline underline-offset-4';
