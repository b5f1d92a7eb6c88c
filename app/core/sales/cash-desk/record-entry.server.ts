/** Records cash that goes to the safe, out for something, or in; and reverses such an entry by an opposite one. */
import { eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditAction } from '#core/ground/audit/audit-actions.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { drawerEntries } from '#db/schema/cash-desk.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { DrawerEntryKind } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type DrawerProblem, MOST_CASH, needsReason } from './drawer.ts';
import type { DrawerSession } from './drawer-cash-queries.server.ts';
import { lockDrawer, stillOpen } from './lock-drawer.server.ts';

/** `sessionId` is the drawer that the page shows; `key` the form's: sent again, it records nothing. Cents. */
export type EntryInput = {
  key: string;
  sessionId: string;
  kind: DrawerEntryKind;
  amount: number;
  reason: string;
};

type Outcome = Result<null, DrawerProblem>;
type Entry = Pick<typeof drawerEntries.$inferInsert, 'key' | 'kind' | 'amount' | 'reason' | 'corrects'>;

const actions = {
  drop: 'drawer.dropped',
  'pay-out': 'drawer.paid-out',
  'pay-in': 'drawer.paid-in',
} as const satisfies Record<DrawerEntryKind, AuditAction>;

/**
 * Refused: no amount, a missing reason, and a drawer that is closed. Not more than the drawer is expected to hold: who counts
 * blind could find that out by trying amounts. The count shows such an entry as a difference.
 */
export async function recordEntry(actor: Actor, input: EntryInput, now = systemClock()): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Outcome>(async (tx, actor) => {
    const { key, sessionId, kind, amount, reason } = input;
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > MOST_CASH)
      return refuse({ kind: 'amount-invalid' });
    if (needsReason(kind) && reason === '') return refuse({ kind: 'reason-missing' });
    const locked = await lockDrawer(tx);
    const [same] = await tx.select().from(drawerEntries).where(eq(drawerEntries.key, key));
    if (same)
      return same.kind === kind && same.amount === amount ? succeed(null) : refuse({ kind: 'sent-before' });
    const open = await stillOpen(tx, locked, sessionId, zone);
    if (!open.ok) return open;
    await write(tx, actor, open.value, { key, kind, amount, reason, corrects: null }, now);
    return succeed(null);
  });
}

/** The same person's second press reverses nothing twice. Refused: a reversal itself, and an entry that was reversed or is of another drawer. */
export async function reverseEntry(
  actor: Actor,
  { sessionId, entryId }: { sessionId: string; entryId: string },
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Outcome>(async (tx, actor) => {
    const open = await stillOpen(tx, await lockDrawer(tx), sessionId, zone);
    if (!open.ok) return open;
    if (!isUuid(entryId)) return refuse({ kind: 'entry-not-found' });
    const [entry] = await tx.select().from(drawerEntries).where(eq(drawerEntries.id, entryId));
    if (!entry || entry.sessionId !== open.value.id || entry.corrects !== null)
      return refuse({ kind: 'entry-not-found' });
    const [reversal] = await tx.select().from(drawerEntries).where(eq(drawerEntries.corrects, entryId));
    if (reversal)
      return reversal.enteredBy === actor.userId
        ? succeed(null)
        : refuse({ kind: 'already-reversed', by: reversal.enteredByName });
    const { kind, amount } = entry;
    await write(tx, actor, open.value, { key: newId(), kind, amount, reason: '', corrects: entryId }, now);
    return succeed(null);
  });
}

async function write(
  tx: Transaction,
  actor: SignedIn,
  drawer: DrawerSession,
  entry: Entry,
  now: ReturnType<typeof systemClock>,
): Promise<void> {
  await tx.insert(drawerEntries).values({
    ...entry,
    sessionId: drawer.id,
    enteredBy: actor.userId,
    enteredByName: actor.name,
    createdAt: asDate(now),
  });
  await recordAudit(tx, actor, {
    action: entry.corrects ? 'drawer.entry-reversed' : actions[entry.kind],
    subject: 'drawer',
    subjectId: drawer.id,
    after: { drawer: drawer.number, cashEntry: entry.kind, amountInCents: entry.amount },
    reason: entry.reason || null,
  });
  await announce(tx, 'cash');
}
