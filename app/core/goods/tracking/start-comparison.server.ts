/** Starts a comparison with the state's system: when an admin asks, and every night. One runs at a time. */
import { and, isNull, lt, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { stateComparisons } from '#db/schema/tracking.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { compareNow } from './compare-now.server.ts';
import { comparisonJob } from './comparison-job.ts';
import { LONGEST_MINUTES } from './comparisons-queries.server.ts';
import { trackingSystem } from './open-tracking.server.ts';
import { planReports } from './reports/plan-acts.server.ts';
import type { StartProblem } from './state-difference.ts';

const INTERRUPTED = 'The shop stopped while it compared. Compare again.';
/** Comparisons that stay. */
const STAY = 60;
/** Hours after midnight in which the night's comparison is still of the day before. */
const NIGHT_HOURS = 6;

/** Refuses actors without permission to manage inventory, a shop without a connection, and a second one at a time. */
export async function startComparison(
  actor: Actor,
  now: Temporal.Instant = systemClock(),
): Promise<Result<{ id: string }, StartProblem>> {
  type Outcome = Result<{ id: string }, StartProblem>;
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const system = await trackingSystem();
  return asStaff<Outcome>(async (tx, staff) => {
    if (!system) return refuse({ kind: 'not-connected' });
    const by = { startedBy: staff.userId, startedByName: staff.name };
    const id = await begin(tx, { place: system.place, ...by }, now);
    if (id === null) return refuse({ kind: 'running' });
    await enqueue(tx, comparisonJob, { comparisonId: id });
    await recordAudit(tx, staff, {
      action: 'state-comparison.started',
      subject: 'store',
      subjectId: 'state-tracking',
    });
    return succeed({ id });
  });
}

/** The id of the new comparison; null while another one runs. */
async function begin(
  tx: Transaction,
  row: { place: string; startedBy?: string; startedByName?: string },
  now: Temporal.Instant,
): Promise<string | null> {
  const oldest = asDate(now.subtract({ minutes: LONGEST_MINUTES }));
  await tx
    .update(stateComparisons)
    .set({ endedAt: asDate(now), trouble: INTERRUPTED })
    .where(and(isNull(stateComparisons.endedAt), lt(stateComparisons.startedAt, oldest)));
  const [started] = await tx
    .insert(stateComparisons)
    .values({ ...row, startedAt: asDate(now) })
    .onConflictDoNothing()
    .returning({ id: stateComparisons.id });
  await announce(tx, 'inventory');
  return started?.id ?? null;
}

/** The night's comparison, of the day that has just ended; without a connection nothing. */
export async function compareAtNight(now: Temporal.Instant = systemClock()): Promise<void> {
  const system = await trackingSystem();
  if (!system) return;
  await planReports({ everything: true }, now);
  const id = await inTransaction(async (tx) => {
    await tx.execute(sql`delete from state_comparisons where ended_at is not null and id not in (
      select id from state_comparisons order by started_at desc limit ${STAY})`);
    return begin(tx, { place: system.place }, now);
  });
  const { zone } = await storeClock(now);
  if (id) await compareNow(id, storeDate(now.subtract({ hours: NIGHT_HOURS }), zone), now);
}
