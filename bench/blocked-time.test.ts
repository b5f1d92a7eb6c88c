import { expect, test } from 'vitest';
import { blockedTime } from './blocked-time.ts';

const task = (ts: number, tdur: number, tid = 1) => ({ name: 'RunTask', pid: 7, tid, ts, tdur });
const painted = { name: 'firstContentfulPaint', pid: 7, tid: 1, ts: 1000 };

test('each task of the page’s main thread counts beyond 50 ms on the slower phone, from the first paint on', () => {
  const tasks = [
    task(900, 90_000),
    task(1000, 20_000),
    task(2000, 12_500),
    task(3000, 15_000),
    task(4000, 90_000, 2),
  ];
  expect(blockedTime([...tasks, painted], 4)).toBe(30 + 0 + 10);
});

test('a page that never painted has no figure', () => {
  expect(blockedTime([task(0, 90_000)], 4)).toBeNaN();
});
