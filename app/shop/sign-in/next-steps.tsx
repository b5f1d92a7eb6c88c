/** Renders what follows sign-up: how to sign in, and what to know before coming. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { EmailAddress } from '#ui/email-address.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';

/** @param children what opening the link does */
export function LinkOnItsWay({ email, children }: { email: string | null; children: ReactNode }) {
  return (
    <p className="text-lg">
      {email === null ? (
        'Check your email for a link from us.'
      ) : (
        <>
          A link is on its way to{' '}
          <strong className="wrap-anywhere">
            <EmailAddress>{email}</EmailAddress>
          </strong>
          , unless it already has an account.
        </>
      )}{' '}
      Open it in this browser to confirm your email and {children}. Another browser asks for your password.
    </p>
  );
}

/** In a real shop without a mail server. */
export function NoLinkSent({ phone }: { phone: string }) {
  return (
    <Notice tone="error" title="We cannot send email right now, so no link was sent.">
      <p className="mt-1">
        You cannot reserve until your email is confirmed. Please call us at {phone}, or ask for{' '}
        <a href="/resend-confirmation" className="font-medium underline underline-offset-4">
          a new link
        </a>{' '}
        later.
      </p>
    </Notice>
  );
}

export function WhereToSignIn({ returnTo, email }: { returnTo: string | null; email: string | null }) {
  return (
    <p>
      If you open the link on another device, use{' '}
      <Link to={loginPath(returnTo)} state={{ email }} className="font-medium underline underline-offset-4">
        Sign In
      </Link>{' '}
      here afterwards.
    </p>
  );
}

export function BeforeYouCome({ atm }: { atm: boolean }) {
  const minimumAge = useMinimumAge();
  return (
    <ol className="flex flex-col gap-4">
      <Step title="Reserve here">This site only takes reservations. Nothing is paid online.</Step>
      <Step title="Bring your ID">
        A valid driver’s license or government ID that proves you are {minimumAge} or older is needed at
        pickup.
      </Step>
      <Step title="Bring cash">
        {atm ? 'Cash is the only payment. There is an ATM on site.' : 'Cash is the only payment.'}
      </Step>
    </ol>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-l-2 border-ochre-400 pl-4">
      <p className="font-semibold">{title}</p>
      <p className="text-ink-soft">{children}</p>
    </li>
  );
}
