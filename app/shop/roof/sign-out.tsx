/** Renders the button that signs out. */
import { Form } from 'react-router';

/** Signing out writes, so it is a form. */
export function SignOut({ className }: { className: string }) {
  return (
    <Form method="post" action="/sign-out">
      <button type="submit" className={className}>
        Sign Out
      </button>
    </Form>
  );
}
