/** Renders the button that verifies a customer's license. */
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import type { UserRow } from './user-list.ts';

export function VerifyLicense({ user }: { user: UserRow }) {
  const { formData } = useNavigation();
  const isBusy = formData?.get('intent') === 'verify-license' && formData.get('userId') === user.id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="verify-license" />
      <input type="hidden" name="userId" value={user.id} />
      <Button
        type="submit"
        rank="secondary"
        size="small"
        className="min-h-11"
        busy={isBusy}
        busyText="Verifying…"
      >
        Verify license<span className="sr-only"> of {user.name}</span>
      </Button>
    </Form>
  );
}
