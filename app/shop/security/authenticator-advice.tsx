/** Renders what to know before setting up an authenticator app. */
import { Link } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { SECOND_FACTOR_FIRST } from '#core/accounts/identity/accounts/messages.ts';
import { Notice } from '#ui/notice.tsx';

export function AuthenticatorAdvice({
  isAsked,
  hasPasskeys,
  replacesText,
}: {
  /** Whether the back office stays closed until this person uses a second factor. */
  isAsked: boolean;
  hasPasskeys: boolean;
  replacesText: boolean;
}) {
  return (
    <>
      {isAsked ? (
        <Notice tone="caution" className="mb-8 max-w-2xl">
          {SECOND_FACTOR_FIRST}
          {hasPasskeys ? (
            <>
              {' '}
              Your passkey is one:{' '}
              <Link to={confirmPath('/admin')} className="font-medium underline underline-offset-4">
                use your passkey
              </Link>
              .
            </>
          ) : null}
        </Notice>
      ) : null}
      {replacesText ? (
        <Notice tone="info" className="mb-8 max-w-2xl">
          The app replaces text messages, and is stronger. Until you turn it on, codes still come by text
          message.
        </Notice>
      ) : null}
    </>
  );
}
