/** Adds and removes registers: the places at the counter where people are served. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { registers } from '#db/schema/line.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { type LineProblem, MOST_REGISTERS } from './line.ts';

const STORE = { subject: 'store', subjectId: 'registers' } as const;
const asStaff = (actor: Actor) => staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));

/** Refused: a name that another one has, and more than `MOST_REGISTERS`. Returns its id. */
export function addRegister(actor: Actor, name: string): Promise<Result<string, LineProblem>> {
  return asStaff(actor)<Result<string, LineProblem>>(async (tx, staff) => {
    const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(registers);
    if ((counted?.count ?? 0) >= MOST_REGISTERS) return refuse({ kind: 'too-many' });
    const [added] = await tx
      .insert(registers)
      .values({ name })
      .onConflictDoNothing()
      .returning({ id: registers.id });
    if (!added) return refuse({ kind: 'name-taken' });
    await recordAudit(tx, staff, { ...STORE, action: 'register.added', after: { name } });
    await announce(tx, 'line', 'orders');
    return succeed(added.id);
  });
}

/** With the displays that show it. Tablets that had chosen it have none then. */
export function removeRegister(actor: Actor, id: string): Promise<Result<null, LineProblem>> {
  return asStaff(actor)<Result<null, LineProblem>>(async (tx, staff) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    // Numbers that were called to it lose it: who calls one holds this lock, too.
    await lockAdvisory(tx, 'arrivals');
    const [removed] = await tx
      .delete(registers)
      .where(eq(registers.id, id))
      .returning({ name: registers.name });
    if (!removed) return refuse({ kind: 'not-found' });
    await recordAudit(tx, staff, { ...STORE, action: 'register.removed', before: { name: removed.name } });
    await announce(tx, 'line', 'orders', `register:${id}`);
    return succeed(null);
  });
}
