/** Renders what a new role gives and takes, and asks before it changes. */
import { Form, Link, useNavigation } from 'react-router';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { rightsBetween } from '#core/ground/access/permission-words.ts';
import type { Role } from '#kernel/statuses.ts';
import { LinkedDialog } from '#office/kit/linked-dialog.tsx';
import { Button, buttonClass } from '#ui/button.tsx';

export type RoleChange = { id: string; name: string; from: Role; to: Role };

export function RolePanel({ change: { id, name, from, to }, back }: { change: RoleChange; back: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'role';
  const { gains, loses } = rightsBetween(from, to);
  return (
    <LinkedDialog
      title={`Change the role of ${name} from ${roleLabel[from]} to ${roleLabel[to]}?`}
      back={back}
    >
      <Rights title="They can then" rights={gains} />
      <Rights title="They can no longer" rights={loses} />
      <p className="mt-4 text-ink-soft">The change takes effect at once. We notify them by email.</p>
      {to === 'user' ? (
        <p className="mt-2 text-ink-soft">
          A drawer, orders to pack and tablets stay in their name.{' '}
          <Link
            to={`/admin/users/${id}/leave`}
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            They leave: end their work here
          </Link>
        </p>
      ) : null}
      <Form method="post" action={back} preventScrollReset className="mt-6 flex flex-wrap justify-end gap-3">
        <input type="hidden" name="intent" value="role" />
        <input type="hidden" name="userId" value={id} />
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="role" value={to} />
        <Link to={back} preventScrollReset className={buttonClass('quiet', 'normal')}>
          Cancel
        </Link>
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Change role
        </Button>
      </Form>
    </LinkedDialog>
  );
}

function Rights({ title, rights }: { title: string; rights: readonly string[] }) {
  if (rights.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-1 font-sans text-base font-semibold">{title}</h3>
      <ul className="list-disc pl-5">
        {rights.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
    </>
  );
}
