/** Stores the state's packages as they are now. An older reading never replaces a newer one. */
import { sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Transaction } from '#db/client.ts';
import { asDate } from '#kernel/time.ts';
import type { PackageNow, TrackedPackage } from './tracking.ts';

/** Packages of one statement. */
const TOGETHER = 1000;

/**
 * @param readAt when the reading began
 * @param isWhole whether these are all that are active or on hold: the others are finished
 */
export async function storeTracked(
  tx: Transaction,
  packages: readonly (TrackedPackage | PackageNow)[],
  readAt: Temporal.Instant,
  isWhole = false,
): Promise<void> {
  // In one order, so that two instances that store the same packages do not wait for each other in a circle.
  const rows = packages.toSorted((left, right) => (left.tag < right.tag ? -1 : 1));
  const at = asDate(readAt).toISOString();
  for (let start = 0; start < rows.length; start += TOGETHER)
    await tx.execute(sql`
      insert into tracked_packages (tag, item, quantity, unit, test_state, has_passed, is_on_hold, is_on_recall,
        is_investigated, is_finished, read_at)
      select upper(tag), item, quantity, unit, "testState", "hasPassed", "isOnHold", "isOnRecall", "isInvestigated",
        coalesce("isFinished", false), ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(rows.slice(start, start + TOGETHER))}::json) as package (tag text,
        item text, quantity int, unit text, "testState" text, "hasPassed" boolean, "isOnHold" boolean,
        "isOnRecall" boolean, "isInvestigated" boolean, "isFinished" boolean)
      on conflict (tag) do update set item = excluded.item, quantity = excluded.quantity, unit = excluded.unit,
        test_state = excluded.test_state, has_passed = excluded.has_passed, is_on_hold = excluded.is_on_hold,
        is_on_recall = excluded.is_on_recall, is_investigated = excluded.is_investigated,
        is_finished = excluded.is_finished, read_at = excluded.read_at
      where tracked_packages.read_at <= excluded.read_at`);
  if (!isWhole) return;
  await tx.execute(sql`
    update tracked_packages set is_finished = true, read_at = ${at}::timestamptz
    where tag in (
      select tag from tracked_packages
      where not is_finished and read_at < ${at}::timestamptz order by tag for no key update)`);
}
