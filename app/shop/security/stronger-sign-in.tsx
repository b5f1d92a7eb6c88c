/** Replaces a form that a session may not use with only a text message code. */
import { Form } from 'react-router';
import { confirmPath } from '#core/identity/accounts/confirm-path.ts';
import { TEXT_CODE_ONLY } from '#core/identity/accounts/messages.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/**
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
