/** Adds, changes, finishes, reopens and deletes the dates that matter, by admins. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { type OpenAction, recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { storeDates } from '#db/schema/dates.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, parseDate, systemClock } from '#kernel/time.ts';
import { occurrenceOf, type StoreDateProblem } from './store-date.ts';
import type { StoreDateInput } from './store-date-form.ts';

type Row = typeof storeDates.$inferSelect;

export async function addStoreDate(
  actor: Actor,
  input: StoreDateInput,
): Promise<Result<{ id: string }, StoreDateProblem>> {
  const asStaff = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  const id = newId();
  return asStaff<Result<{ id: string }, StoreDateProblem>>(async (tx, actor) => {
    await tx.insert(storeDates).values({ id, ...input, firstOn: input.dueOn });
    await audit(tx, actor, 'date.added', id, null, input);
    return succeed({ id });
  });
}

/** Refused: a version that someone else has saved over. */
export async function changeStoreDate(
  actor: Actor,
  id: string,
  input: StoreDateInput,
  version: number,
): Promise<Result<null, StoreDateProblem>> {
  return onDate(actor, id, async (tx, admin, row) => {
    if (row.version !== version) return refuse({ kind: 'stale' });
    const isMoved = row.dueOn !== input.dueOn || row.repeat !== input.repeat;
    await tx
      .update(storeDates)
      .set({ ...input, version: version + 1, ...(isMoved ? { firstOn: input.dueOn, occurrence: 0 } : {}) })
      .where(eq(storeDates.id, id));
    await audit(tx, admin, 'date.changed', id, row, input);
    return succeed(null);
  });
}

/** Marks it done; a repeating one is added again for its next day. Submitted twice, it is done once. */
export async function finishStoreDate(
  actor: Actor,
  id: string,
  now = systemClock(),
): Promise<Result<null, StoreDateProblem>> {
  return onDate(actor, id, async (tx, admin, row) => {
    if (row.doneAt) return succeed(null);
    const next = nextOf(row);
    if (next) await tx.insert(storeDates).values(next);
    await tx
      .update(storeDates)
      .set({ doneAt: asDate(now), nextId: next?.id ?? null, version: row.version + 1 })
      .where(eq(storeDates.id, id));
    await audit(tx, admin, 'date.done', id, row, { ...row, done: true });
    return succeed(null);
  });
}

/** Marks it not done. Deletes the date that followed it, unless someone has edited that. */
export async function reopenStoreDate(actor: Actor, id: string): Promise<Result<null, StoreDateProblem>> {
  return onDate(actor, id, async (tx, admin, row) => {
    if (!row.doneAt) return succeed(null);
    if (row.nextId)
      await tx
        .delete(storeDates)
        .where(and(eq(storeDates.id, row.nextId), eq(storeDates.version, 0), isNull(storeDates.doneAt)));
    await tx
      .update(storeDates)
      .set({ doneAt: null, nextId: null, version: row.version + 1 })
      .where(eq(storeDates.id, id));
    await audit(tx, admin, 'date.reopened', id, { ...row, done: true }, row);
    return succeed(null);
  });
}

export async function removeStoreDate(actor: Actor, id: string): Promise<Result<null, StoreDateProblem>> {
  return onDate(actor, id, async (tx, admin, row) => {
    await tx.delete(storeDates).where(eq(storeDates.id, id));
    await audit(tx, admin, 'date.removed', id, row, null);
    return succeed(null);
  });
}

async function onDate(
  actor: Actor,
  id: string,
  act: (tx: Transaction, admin: SignedIn, row: Row) => Promise<Result<null, StoreDateProblem>>,
): Promise<Result<null, StoreDateProblem>> {
  const asStaff = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, StoreDateProblem>>(async (tx, actor) => {
    const [row] = await tx.select().from(storeDates).where(eq(storeDates.id, id)).for('no key update');
    return row ? act(tx, actor, row) : refuse({ kind: 'not-found' });
  });
}

function nextOf({
  title,
  note,
  repeat,
  reminderDays,
  firstOn,
  occurrence,
}: Row): (typeof storeDates.$inferInsert & { id: string }) | null {
  const first = parseDate(firstOn);
  if (repeat === 'never' || !first) return null;
  const dueOn = occurrenceOf(first, repeat, occurrence + 1).toString();
  return { id: newId(), title, note, repeat, reminderDays, firstOn, occurrence: occurrence + 1, dueOn };
}

type Told = {
  title: string;
  dueOn: string;
  repeat: string;
  reminderDays: readonly number[];
  note: string;
  done?: boolean;
};

const stateOf = ({ title, dueOn, repeat, reminderDays, note, done }: Told) => ({
  title,
  dueOn,
  repeat,
  reminderDays,
  note,
  ...(done ? { done } : {}),
});

async function audit(
  tx: Transaction,
  actor: SignedIn,
  action: OpenAction,
  id: string,
  before: Told | null,
  after: Told | null,
): Promise<void> {
  await recordAudit(tx, actor, {
    action,
    subject: 'setting',
    subjectId: `date:${id}`,
    before: before && stateOf(before),
    after: after && stateOf(after),
  });
}
