/** Renders the last change of a role, rights or a license on the list of users, and a way to undo it. */
import { Form, useNavigation } from 'react-router';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import type { Role } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export type UndoableChange = { id: string; name: string } & (
  | { kind: 'role'; from: Role; to: Role }
  /** As `rightsKey`. */
  | { kind: 'rights'; from: string; to: string }
  | { kind: 'license' }
);

/** @param back the address of the list, which the form posts to. */
export function UserUndo({ change, back }: { change: UndoableChange; back: string }) {
  const isBusy = useNavigation().formData?.has('undo') === true;
  const fields: Record<string, string> =
    change.kind === 'role'
      ? { intent: 'role', role: change.from, from: change.to }
      : change.kind === 'rights'
        ? { intent: 'rights', to: change.from, from: change.to }
        : { intent: 'take-license-back' };
  return (
    <Notice className="mb-5">
      <Form method="post" action={back} preventScrollReset className="flex flex-wrap items-center gap-x-4">
        {Object.entries({ ...fields, userId: change.id, undo: 'yes' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>
          {change.kind === 'role'
            ? `${change.name}: ${roleLabel[change.from]} → ${roleLabel[change.to]}.`
            : change.kind === 'rights'
              ? `${change.name}: rights changed.`
              : `${change.name}: license verified.`}
        </p>
        <Button
          type="submit"
          rank="quiet"
          size="small"
          className="min-h-11"
          busy={isBusy}
          busyText="Undoing…"
        >
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
