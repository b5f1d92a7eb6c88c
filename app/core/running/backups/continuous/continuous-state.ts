/** What the continuous backup remembers beside the segments that wait: a restored or a new cluster has none of it. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

const schema = z.object({
  chain: z.string(),
  /** The segment that was stored last. */
  last: z.string().nullable(),
  /** ISO; null while the chain has no complete base. */
  baseAt: z.string().nullable(),
  /** Why the last try failed, in one sentence. */
  problem: z.string().nullable(),
  /** ISO: when a part of the log was last lost. */
  brokenAt: z.string().nullable().default(null),
  /** Copies that failed one after the other, and when the next one may be made; ISO. */
  failures: z.number().default(0),
  nextBaseAt: z.string().nullable().default(null),
});
export type ContinuousState = z.output<typeof schema>;

const FILE = 'state.json';

/** null for a cluster that is not backed up continuously yet, and for a damaged file: both begin a new chain. */
export async function readState(outbox: string): Promise<ContinuousState | null> {
  try {
    return schema.parse(JSON.parse(await readFile(join(outbox, FILE), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeState(outbox: string, state: ContinuousState): Promise<void> {
  await writeFile(join(outbox, `${FILE}.new`), JSON.stringify(state), { mode: 0o600, flush: true });
  await rename(join(outbox, `${FILE}.new`), join(outbox, FILE));
}

/** Minutes to wait after this many failed copies in a row: each copy uses the disk and the line in full. */
export const minutesAfter = (failures: number): number => Math.min(60, 2 ** failures);

/** After the nightly backup, and at an hour that exists every day. */
const BASE_HOUR = 4;

/** Whether a base is due: the first one at once, then one each night. */
export function isBaseDue(baseAt: string | null, now: Temporal.ZonedDateTime): boolean {
  if (baseAt === null) return true;
  const today = now
    .toPlainDate()
    .toZonedDateTime({ timeZone: now.timeZoneId, plainTime: { hour: BASE_HOUR } });
  const latest = now.epochMilliseconds >= today.epochMilliseconds ? today : today.subtract({ days: 1 });
  return new Date(baseAt).getTime() < latest.epochMilliseconds;
}
