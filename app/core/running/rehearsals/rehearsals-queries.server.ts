/** Reads whether a rehearsal is running. */
import { Temporal } from 'temporal-polyfill';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { databasePool } from '#db/client.ts';
import { snapshotTakenAt } from '#db/snapshot.ts';
import { formatTime } from '#kernel/time.ts';

/** The store's time at which it started, '10:40 AM'; null while none is running, which an open shop need not ask for. */
export async function rehearsalSince(): Promise<string | null> {
  const { opening, store } = await readSettings();
  if (opening.isOpen) return null;
  const startedAt = await snapshotTakenAt(databasePool());
  return startedAt
    ? formatTime(Temporal.Instant.fromEpochMilliseconds(startedAt.getTime()), store.zone)
    : null;
}
