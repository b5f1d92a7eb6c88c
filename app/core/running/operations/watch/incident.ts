/** When an incident opens and closes, and what people read about it. */
import type { WatchedPart } from '#kernel/statuses.ts';
import type { Finding } from '../doctor/finding.ts';

/** A part with its finding, and whether that is worth an email. */
export type Watched = { part: WatchedPart; finding: Finding; isBad: boolean };

/** Minutes for which a part must be fine without a break before its incident closes: what flaps stays one incident. */
export const CALM_MINUTES = 30;

type Open = { fineSince: Date | null };
export type Step = 'nothing' | 'open' | 'bad-again' | 'fine-again' | 'close';

/** What one look at a part does. @param open its open incident; null if there is none. */
export function nextStep(open: Open | null, isBad: boolean, now: Date): Step {
  if (open === null) return isBad ? 'open' : 'nothing';
  if (isBad) return open.fineSince === null ? 'nothing' : 'bad-again';
  if (open.fineSince === null) return 'fine-again';
  return now.getTime() - open.fineSince.getTime() >= CALM_MINUTES * 60_000 ? 'close' : 'nothing';
}

/** As titles and links call it. */
export const partLabels: Readonly<Record<WatchedPart, string>> = {
  jobs: 'Jobs',
  mail: 'Waiting mail',
  errors: 'Errors',
  disk: 'Disk',
  writes: 'Saving',
  backup: 'Backup',
  stock: 'Stock',
  newcomers: 'New customers',
  clock: 'Clock',
  schema: 'Schema',
};
