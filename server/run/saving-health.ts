/** Whether the shop can save, for `/healthz`: the places of `write-rules`, each tried again once its last trial is old. */
import { tryWrite, type WriteTargets } from '#core/running/operations/doctor/try-writes.server.ts';
import {
  savingProblem,
  type WritePlace,
  type WriteTrial,
  writePlaces,
} from '#core/running/operations/doctor/write-rules.ts';

/** Milliseconds between two trials at the least, however often `/healthz` is called: a bucket bills each one. */
const FRESH_MS: Readonly<Record<WritePlace, number>> = { disk: 1000, files: 60_000, database: 5000 };

/** What does not answer in time has the trouble that it had, or a new one. */
const SILENT = { kind: 'silent', text: '' } as const;

/** Returns the problem in a few words, or null, within `patience` milliseconds. */
export function savingHealth(targets: WriteTargets): (patience: number) => Promise<string | null> {
  const tried = new Map<WritePlace, { at: number; trial: Promise<WriteTrial> }>();
  return async (patience) => {
    const now = performance.now();
    for (const place of writePlaces) {
      if (now - (tried.get(place)?.at ?? Number.NEGATIVE_INFINITY) < FRESH_MS[place]) continue;
      tried.set(place, { at: now, trial: tryWrite(place, targets) });
    }
    const trials = await Promise.all(
      [...tried].map(async ([place, { trial }]) => {
        const late = Promise.withResolvers<WriteTrial>();
        const timer = setTimeout(() => late.resolve({ place, trouble: SILENT }), patience);
        return Promise.race([trial, late.promise]).finally(() => clearTimeout(timer));
      }),
    );
    return savingProblem(trials);
  };
}
