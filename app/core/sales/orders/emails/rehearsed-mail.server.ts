/** Marks mails about an order of a rehearsal: the first real order gets the same number. */
import type { Settings } from '#core/ground/settings/settings.ts';
import { databasePool } from '#db/client.ts';
import { snapshotTakenAt } from '#db/snapshot.ts';

/** What begins the subject, and the mail's first line; empty outside a rehearsal, which an open shop never has. */
export async function rehearsalMark({ opening }: Settings): Promise<{ subject: string; firstLine?: string }> {
  if (opening.isOpen || (await snapshotTakenAt(databasePool())) === null) return { subject: '' };
  return { subject: 'Rehearsal: ', firstLine: 'This is a rehearsal. Nothing was sold.' };
}
