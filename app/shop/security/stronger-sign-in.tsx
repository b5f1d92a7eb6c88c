/** What people see who have to sign in again, and who have confirmed who they are before a download. */
import { Form } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { TEXT_CODE_ONLY } from '#core/accounts/identity/accounts/messages.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';

/**
 * Replaces a form that a session may not use with only a text message code.
 * @param returnTo the page to come back to after signing in again.
 * @param words why, if the person did not ask for a change.
 */
export function StrongerSignIn({ returnTo, words = TEXT_CODE_ONLY }: { returnTo: string; words?: string }) {
  return (
    <Form method="post" action={confirmPath(returnTo)} className="grid max-w-2xl justify-items-start gap-4">
      <Notice tone="caution">{words}</Notice>
      <p className="text-ink-soft">
        No backup codes left? Call or write to us; the numbers are at the top of the page.
      </p>
      <input type="hidden" name="intent" value="sign-in-again" />
      <Button type="submit">Sign in again</Button>
    </Form>
  );
}

/** For people without a password or passkey. */
export function SignInAgain() {
  return (
    <Form method="post" className="grid gap-4">
      <p>Your account has no password. Sign in again, and we’ll bring you right back.</p>
      <input type="hidden" name="intent" value="sign-in-again" />
      <Button type="submit" size="large">
        Sign in again
      </Button>
    </Form>
  );
}

/** Offers the download. */
export function FileReady({ href, page }: { href: string; page: string }) {
  return (
    <>
      <PageHead title="Thanks for confirming" intro="Your file was not downloaded yet." />
      <p className="flex flex-wrap gap-3">
        <a href={href} download className={buttonClass('primary', 'large')}>
          Download the file
        </a>
        <ButtonLink to={page} rank="secondary">
          Back
        </ButtonLink>
      </p>
    </>
  );
}
