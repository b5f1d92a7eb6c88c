import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { whenQuiet, whileServing } from './quiet.ts';

/** The steps that background work took until `over` resolved. */
async function stepsUntil(over: Promise<unknown>): Promise<number> {
  let steps = 0;
  let isOver = false;
  const lane = async () => {
    while (!isOver) {
      await whenQuiet();
      steps += 1;
    }
  };
  const lanes = [lane(), lane(), lane()];
  await over;
  isOver = true;
  const taken = steps;
  await Promise.all(lanes);
  return taken;
}

test('background work never waits while no one is served', async () => {
  const began = performance.now();
  for (let step = 0; step < 2000; step++) await whenQuiet();
  // A check of one millisecond for each would take two seconds.
  expect(performance.now() - began).toBeLessThan(1500);
});

test('background work continues while people are served, at a pace that leaves them the time', async () => {
  const steps = await stepsUntil(whileServing(() => pause(1000)));
  expect(steps).toBeGreaterThanOrEqual(5);
  expect(steps).toBeLessThanOrEqual(60);
});

test('waiting work resumes in order once no one is served', async () => {
  const entered: number[] = [];
  let end = () => {};
  const serving = whileServing(() => new Promise<void>((done) => (end = done)));
  const waiting = Array.from({ length: 200 }, (_, n) => whenQuiet().then(() => entered.push(n)));
  await pause(0);
  end();
  await serving;
  const began = performance.now();
  await Promise.all(waiting);
  // At a busy shop's pace, two hundred would take four seconds.
  expect(performance.now() - began).toBeLessThan(1500);
  expect(entered).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('a failed response counts as served', async () => {
  await expect(whileServing(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const steps = await stepsUntil(pause(100));
  expect(steps).toBeGreaterThan(200);
});
