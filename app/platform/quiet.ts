/**
 * Background work steps back while people are being served: a customer waits for the page, nobody waits for the
 * mail's second. It takes every moment in which nobody is served, and never stops: however busy the shop is, so many
 * steps a second it may take.
 */
import { performance } from 'node:perf_hooks';
import { setImmediate as pass } from 'node:timers/promises';

/** Milliseconds between two steps while people are served: fifty a second, some sixth of a core. */
const PACE_MS = 20;

/** Whom the process is computing an answer for right now. */
let served = 0;
/** Who waits for a step, first come first. */
const waiting: (() => void)[] = [];
/** A timer is set that lets the next one in. */
let isWoken = false;
let lastStep = Number.NEGATIVE_INFINITY;

/** Does what a person waits for; background work steps back until it is done. */
export async function whileServing<T>(work: () => Promise<T>): Promise<T> {
  served += 1;
  try {
    return await work();
  } finally {
    served -= 1;
    if (served === 0) letNextIn();
  }
}

/** Resolves when background work may take its next step: at once while nobody is served, else in its turn. */
export async function whenQuiet(): Promise<void> {
  // Whatever has arrived meanwhile is looked at first.
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
