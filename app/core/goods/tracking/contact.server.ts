/**
 * Records whether the state's system answers. While the shop reports, five silent minutes are an outage, and the first
 * answer ends it.
 */
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { declareSilence, endSilence } from '#core/goods/stock/outage/declare-silence.server.ts';
import { inTransaction } from '#db/client.ts';
import { stateReporting } from '#db/schema/tracking.ts';
import { asDate, instantOf, systemClock } from '#kernel/time.ts';
import { singleton } from '#platform/singleton.ts';
import { type TrackingProblem, TrackingRefusal, type TrackingSystem, TrackingTrouble } from './tracking.ts';

/** After so long without an answer the state's system counts as down. */
const SILENT_MINUTES = 5;
/** An answer soon after another is not recorded. */
const NOTED_EVERY_MS = 20_000;

/** What does not come from the state's system, or says that it cannot work. */
const silent: ReadonlySet<TrackingProblem['kind']> = new Set([
  'no-answer',
  'slow',
  'down',
  'busy',
  'unsure',
  'strange-answer',
]);

/** When an answer was last recorded here, in milliseconds since 1970, if no silence was since. */
const noted = singleton<number>('answer of the state');

/** The same system, whose answers and silences are recorded. */
export function withContact(system: TrackingSystem): TrackingSystem {
  const recorded = Object.entries(system).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const call = value as (...values: unknown[]) => Promise<unknown>;
    return [name, (...values: unknown[]) => withRecord(() => call(...values))];
  });
  return Object.fromEntries(recorded) as TrackingSystem;
}

async function withRecord<T>(call: () => Promise<T>): Promise<T> {
  try {
    const answer = await call();
    await recordContact(true);
    return answer;
  } catch (error) {
    if (error instanceof TrackingRefusal) await recordContact(true);
    if (error instanceof TrackingTrouble) await recordContact(!silent.has(error.problem.kind));
    throw error;
  }
}

/** @param hasAnswered whatever it said */
async function recordContact(hasAnswered: boolean, now: Temporal.Instant = systemClock()): Promise<void> {
  const last = noted.get() ?? 0;
  const since = now.epochMilliseconds - last;
  if (hasAnswered && since >= 0 && since < NOTED_EVERY_MS) return;
  await inTransaction(async (tx) => {
    const at = asDate(now);
    const contact = hasAnswered
      ? { answeredAt: at, silentSince: null }
      : { silentSince: sql`coalesce(${stateReporting.silentSince}, ${at})` };
    const [row] = await tx
      .insert(stateReporting)
      .values(hasAnswered ? { answeredAt: at } : { silentSince: at })
      .onConflictDoUpdate({ target: stateReporting.id, set: contact })
      .returning();
    if (hasAnswered) await endSilence(tx, now);
    else if (row?.isOn && row.silentSince && isLong(instantOf(row.silentSince), now))
      await declareSilence(tx, instantOf(row.silentSince), now);
  });
  noted.set(hasAnswered ? now.epochMilliseconds : null);
}

const isLong = (since: Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Duration.compare(since.until(now), { minutes: SILENT_MINUTES }) >= 0;
