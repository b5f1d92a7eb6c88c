/** Pairs a screen for customers with a register, or as a waiting screen, and unpairs it. */
import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { displays } from '#db/schema/displays.ts';
import { registers } from '#db/schema/line.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { CODE_MINUTES, type DisplayProblem, MOST_DISPLAYS, readCode, UNSEEN_DAYS } from './display.ts';

const STORE = { subject: 'store', subjectId: 'displays' } as const;
const WAITING_SCREEN = 'Waiting screen';
const asStaff = (actor: Actor) => staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));

type Outcome = Result<null, DisplayProblem>;

/**
 * The screen that shows this code is paired when it asks next, within minutes. The same code again changes what it will show.
 * Refused: what is no code, and more than `MOST_DISPLAYS`.
 * @param registerId whose customer it shows; null for a waiting screen
 */
export function pairDisplay(
  actor: Actor,
  { code: typed, registerId }: { code: string; registerId: string | null },
  now = systemClock(),
): Promise<Outcome> {
  return asStaff(actor)<Outcome>(async (tx, staff) => {
    const code = readCode(typed);
    if (code === null) return refuse({ kind: 'no-code' });
    const name = registerId === null ? WAITING_SCREEN : await registerName(tx, registerId);
    if (name === null) return refuse({ kind: 'not-found' });
    await forgetUnseen(tx, asDate(now));
    const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(displays);
    if ((counted?.count ?? 0) >= MOST_DISPLAYS) return refuse({ kind: 'too-many' });
    const pairing = { registerId, pairedByName: staff.name, seenAt: asDate(now), createdAt: asDate(now) };
    await tx
      .insert(displays)
      .values({ ...pairing, code })
      .onConflictDoUpdate({ target: displays.code, set: pairing });
    await recordAudit(tx, staff, { ...STORE, action: 'display.paired', after: { name } });
    await announce(tx, 'line');
    return succeed(null);
  });
}

/** Its cookie opens nothing from then on; a stream that it has open ends within seconds. */
export function unpairDisplay(actor: Actor, id: string): Promise<Outcome> {
  return asStaff(actor)<Outcome>(async (tx, staff) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [gone] = await tx
      .delete(displays)
      .where(eq(displays.id, id))
      .returning({ registerId: displays.registerId });
    if (!gone) return refuse({ kind: 'not-found' });
    const name = gone.registerId === null ? WAITING_SCREEN : await registerName(tx, gone.registerId);
    await recordAudit(tx, staff, { ...STORE, action: 'display.unpaired', before: { name } });
    await announce(tx, 'line');
    return succeed(null);
  });
}

async function registerName(tx: Transaction, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [found] = await tx
    .select({ name: registers.name })
    .from(registers)
    .where(eq(registers.id, id))
    .for('key share');
  return found?.name ?? null;
}

/** Codes that no screen came for, and screens that were not seen for days. */
async function forgetUnseen(tx: Transaction, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await tx
    .delete(displays)
    .where(
      or(
        lt(displays.seenAt, ago(UNSEEN_DAYS * 86_400_000)),
        and(isNotNull(displays.code), lt(displays.createdAt, ago(CODE_MINUTES * 60_000))),
      ),
    );
}
