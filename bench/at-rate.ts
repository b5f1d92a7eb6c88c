/** Requests at a fixed rate, however long earlier ones take, timed from when they were due. */
import { setTimeout as pause } from 'node:timers/promises';

/** The milliseconds of each. @param ask returns how long its request took. */
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
