/** Requests that leave on the beat, however long the ones before take, and are timed from their beat. */
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of each. @param ask says how long its request took. */
export async function atRate(
  rate: number,
  seconds: number,
  ask: (beat: number) => Promise<number>,
): Promise<number[]> {
  const started = performance.now();
  const times: Promise<number>[] = [];
  for (let beat = 0; beat < rate * seconds; beat++) {
    const due = started + (beat * 1000) / rate;
    await pause(Math.max(0, due - performance.now()));
    const late = performance.now() - due;
    times.push(ask(beat).then((time) => time + late));
  }
  return Promise.all(times);
}
