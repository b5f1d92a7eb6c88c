/**
 * Background work yields while people are being served: a customer waits for the page, but no one waits for a mail to
 * the second. It uses every moment when no one is being served, and never stops: however busy the shop is, it gets a
 * minimum number of steps per second.
 */
import { performance } from 'node:perf_hooks';
import { setImmediate as pass } from 'node:timers/promises';

/** Milliseconds between two steps while people are being served: fifty a second, about a sixth of a core. */
const PACE_MS = 20;

/** The number of people for whom the process is computing a response. */
let served = 0;
/** Work waiting for a step, first come, first served. */
const waiting: (() => void)[] = [];
/** Whether a timer is set that admits the next one. */
let isWoken = false;
let lastStep = Number.NEGATIVE_INFINITY;

/** Runs work that a person waits for; background work yields until it is done. */
export async function whileServing<T>(work: () => Promise<T>): Promise<T> {
  served += 1;
  try {
    return await work();
  } finally {
    served -= 1;
    if (served === 0) letNextIn();
  }
}

/** Resolves when background work may take its next step: at once while no one is being served, otherwise in turn. */
export async function whenQuiet(): Promise<void> {
  // Handles pending events first.
  await pass();
  if (served === 0 && waiting.length === 0) return;
  return new Promise((enter) => {
    waiting.push(enter);
    wakeInTime();
  });
}

function letNextIn(): void {
  const next = waiting.shift();
  if (!next) return;
  lastStep = performance.now();
  next();
  if (waiting.length === 0) return;
  if (served === 0) setImmediate(() => (served === 0 ? letNextIn() : wakeInTime()));
  else wakeInTime();
}

function wakeInTime(): void {
  if (isWoken) return;
  isWoken = true;
  const wake = () => {
    isWoken = false;
    letNextIn();
  };
  setTimeout(wake, Math.max(0, lastStep + PACE_MS - performance.now()));
}
