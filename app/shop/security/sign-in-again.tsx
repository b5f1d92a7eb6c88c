/** How a person confirms who they are without a password or passkey: by signing in again. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';

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
