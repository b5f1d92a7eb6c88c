import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { whenQuiet } from './quiet.ts';

test('while nothing else is done, what was seen once is enough for many jobs', async () => {
  const began = performance.now();
  for (let job = 0; job < 50; job++) await whenQuiet();
  // A look for each would be two seconds.
  expect(performance.now() - began).toBeLessThan(1000);
});

test('while people are served jobs wait, and no longer than they may', async () => {
  // What was seen before no longer holds.
  await pause(150);
  let over = false;
  const serve = () => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    if (!over) setImmediate(serve);
  };
  serve();
  const began = performance.now();
  await whenQuiet(300);
  const waited = performance.now() - began;
  over = true;
  expect(waited).toBeGreaterThanOrEqual(300);
  expect(waited).toBeLessThan(2000);
});
