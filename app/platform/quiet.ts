/**
 * Background work steps back while people are being served: a customer waits for the page, nobody waits for
 * the mail's second.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Share of the time the process is at work, above which it counts as busy. */
const BUSY = 0.6;
const LOOK_MS = 40;
/** How long what was seen holds: without it every job would cost a look, and a thousand of them forty seconds. */
const HOLDS_MS = 100;

let quietUntil = 0;

/** Resolves when the process has room, at the latest after `patience` ms: work put off is still done. */
export async function whenQuiet(patience = 3000): Promise<void> {
  if (performance.now() < quietUntil) return;
  const until = performance.now() + patience;
  for (;;) {
    const before = performance.eventLoopUtilization();
    await pause(LOOK_MS);
    if (performance.eventLoopUtilization(before).utilization < BUSY) {
      quietUntil = performance.now() + HOLDS_MS;
      return;
    }
    if (performance.now() > until) return;
  }
}
