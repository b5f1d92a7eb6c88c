/** Collects the facts of the notice to the regulator. */
import { addressOf } from '#core/ground/settings/contact.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { formatDate, formatDateTime, instantOf, type StoreDate } from '#kernel/time.ts';
import { regulatorNotice } from './notice.ts';
import type { RecallProgress, RecallRecord } from './recalls-queries.server.ts';
import type { TraceCounts } from './trace.ts';

/** The draft of the notice; for a draft recall with the counts of now. */
export function noticeOf(
  recall: RecallRecord,
  counts: TraceCounts,
  progress: RecallProgress | null,
  { store, zone, today }: { store: Settings['store']; zone: string; today: StoreDate },
): string {
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  return regulatorNotice({
    ...recall,
    counts,
    store: {
      legalName: store.legalName,
      license: store.licenseNumber,
      address: addressOf(store),
      phone: store.phone,
    },
    startedAt: recall.startedAt && at(recall.startedAt),
    startedBy: recall.startedByName,
    lastEmailAt: progress?.lastEmailAt ? at(progress.lastEmailAt) : null,
    progress: recall.isExercise ? null : progress,
    ended:
      recall.endedAt && !recall.isExercise ? { at: at(recall.endedAt), note: recall.endNote ?? '' } : null,
    today: formatDate(today),
  });
}
