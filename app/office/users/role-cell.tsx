/**
 * Renders a user's role: a press turns it into a selector (specification section 2, 'User Management'), which leads to
 * a panel with the rights of the new role.
 */
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { roles } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import type { UserRow } from './user-list.ts';

const trigger =
  'inline-flex min-h-11 items-center rounded-control whitespace-nowrap text-spruce-700 underline decoration-dotted underline-offset-4';

/** @param here the query of the list, which the panel's address preserves. */
export function RoleCell({ user, here }: { user: UserRow; here: string }) {
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
        <RoleForm user={user} here={here} />
      </details>
    );
  if (!editing)
    return (
      <button ref={opener} type="button" className={trigger} onClick={() => setEditing(true)}>
        {roleLabel[user.role]}
        <span className="sr-only">, change the role of {user.name}</span>
      </button>
    );
  return <RoleForm user={user} here={here} onDone={() => setEditing(false)} />;
}

function RoleForm({ user, here, onDone }: { user: UserRow; here: string; onDone?: () => void }) {
  const select = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (onDone) select.current?.querySelector('select')?.focus();
  }, [onDone]);
  return (
    <Form
      action="/admin/users"
      preventScrollReset
      className="flex flex-wrap items-center gap-2"
      onSubmit={() => onDone?.()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone?.();
      }}
    >
      {[...new URLSearchParams(here)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="roleOf" value={user.id} />
      <span ref={select} className="w-28">
        <Select name="to" defaultValue={user.role} aria-label={`Role of ${user.name}`}>
          {[...roles].reverse().map((role) => (
            <option key={role} value={role}>
              {roleLabel[role]}
            </option>
          ))}
        </Select>
      </span>
      <Button type="submit" size="small" className="min-h-11">
        Change…<span className="sr-only"> the role of {user.name}</span>
      </Button>
      {onDone ? (
        <Button rank="quiet" size="small" className="min-h-11" onClick={onDone}>
          Cancel
        </Button>
      ) : null}
    </Form>
  );
}
