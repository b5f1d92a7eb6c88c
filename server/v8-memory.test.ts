/** V8's memory use in a process started the way `main.js` starts one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Allocates many short-lived and few long-lived objects in turn; prints the typical size of the young generation. */
const program = (held: string) => `
  import { setImmediate as turn } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  ${held}
  const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  /** The middle value: for a moment pages being freed count as well. */
  const sizes = [];
  const kept = [];
  for (let round = 0; round < 300; round++) {
    const made = [];
    for (let nth = 0; nth < 4000; nth++) made.push({ nth, text: [nth, nth, nth, nth] });
    kept.push(made);
    if (kept.length > 30) kept.shift();
    sizes.push(young());
    await turn();
  }
  console.log(sizes.sort((a, b) => a - b)[150]);
`;

const usualSize = (held: string): number => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program(held)], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
};

const MEGABYTE = 1024 * 1024;
const load = `import { holdYoungGeneration, startSmall } from './server/v8-memory.js';`;

test('the young generation stays small while the application loads', () => {
  expect(usualSize(`${load} startSmall();`)).toBeLessThan(4 * MEGABYTE);
});

test('then it grows to the size of a cache, and no further, however much is allocated', () => {
  const held = usualSize(`${load} startSmall(); holdYoungGeneration();`);
  expect(held).toBeGreaterThan(8 * MEGABYTE);
  expect(held).toBeLessThan(24 * MEGABYTE);
});
