/** Renders a user's role: a press turns it into a selector (specification section 2, 'User Management'). */
import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { roleLabel } from '#core/identity/staff/role-change.ts';
import { roles } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import type { UserRow } from './user-list.ts';

const trigger =
  'inline-flex min-h-11 items-center rounded-control whitespace-nowrap text-spruce-700 underline decoration-dotted underline-offset-4';

export function RoleCell({ user }: { user: UserRow }) {
  const hydrated = useHydrated();
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // If opened before scripts ran, it stays open.
  useEffect(() => {
    if (fold.current?.open) setEditing(true);
  }, []);
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (!hydrated)
    return (
      <details ref={fold}>
        <summary className={trigger}>{roleLabel[user.role]}</summary>
        <RoleForm user={user} />
      </details>
    );
  if (!editing)
    return (
      <button ref={opener} type="button" className={trigger} onClick={() => setEditing(true)}>
        {roleLabel[user.role]}
        <span className="sr-only">, change the role of {user.name}</span>
      </button>
    );
  return <RoleForm user={user} onDone={() => setEditing(false)} />;
}

function RoleForm({ user, onDone }: { user: UserRow; onDone?: () => void }) {
  const navigation = useNavigation();
  const isBusy =
    navigation.formData?.get('intent') === 'role' && navigation.formData.get('userId') === user.id;
  const select = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (onDone) select.current?.querySelector('select')?.focus();
  }, [onDone]);
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center gap-2"
      onSubmit={() => onDone?.()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone?.();
      }}
    >
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="userId" value={user.id} />
      <input type="hidden" name="from" value={user.role} />
      <span ref={select} className="w-28">
        <Select name="role" defaultValue={user.role} aria-label={`Role of ${user.name}`}>
          {[...roles].reverse().map((role) => (
            <option key={role} value={role}>
              {roleLabel[role]}
            </option>
          ))}
        </Select>
      </span>
      <Button type="submit" size="small" className="min-h-11" busy={isBusy} busyText="Saving…">
        Save<span className="sr-only"> the role of {user.name}</span>
      </Button>
      {onDone ? (
        <Button rank="quiet" size="small" className="min-h-11" onClick={onDone}>
          Cancel
        </Button>
      ) : null}
    </Form>
  );
}
