import { expect, test } from 'vitest';
import { Gate, type Line } from './gate.ts';

const pause = () => new Promise((resume) => setTimeout(resume, 1));

test('no more are inside than may be, all get in in order, and one who fails keeps nobody waiting', async () => {
  const gate = new Gate({ atOnce: 2, waiting: 20, patienceMs: 10_000 });
  let now = 0;
  let most = 0;
  const order: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      gate.pass(async () => {
        now += 1;
        most = Math.max(most, now);
        order.push(number);
        await pause();
        now -= 1;
        if (number % 3 === 0) throw new Error('failed');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(await gate.pass(async () => 'free again')).toEqual({ ok: true, value: 'free again' });
});

test('when the line is full, the next is turned away at once; those in it are served', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 2, patienceMs: 10_000 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const served = [1, 2, 3].map(() => gate.pass(() => promise));
  expect(await gate.pass(() => promise)).toEqual({ ok: false, problem: 'busy' });
  resolve('served');
  expect(await Promise.all(served)).toEqual(Array(3).fill({ ok: true, value: 'served' }));
});

test('whoever leaves the line makes room in it at once', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 1, patienceMs: 10_000 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const inside = gate.pass(() => promise);
  const leaving = new AbortController();
  const left = gate.pass(() => promise, { gone: leaving.signal });
  expect(await gate.pass(() => promise)).toEqual({ ok: false, problem: 'busy' });
  leaving.abort();
  expect(await left).toEqual({ ok: false, problem: 'busy' });
  const next = gate.pass(() => promise);
  resolve('served');
  expect(await Promise.all([inside, next])).toEqual(Array(2).fill({ ok: true, value: 'served' }));
});

test('whoever has waited too long is turned away, and leaves no place taken', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 2, patienceMs: 5 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const inside = gate.pass(() => promise);
  expect(await gate.pass(() => promise)).toEqual({ ok: false, problem: 'busy' });
  resolve('served');
  await inside;
  expect(await gate.pass(async () => 'free')).toEqual({ ok: true, value: 'free' });
});

test('nobody in the second line enters while somebody waits in the first, however long the second is', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 3, patienceMs: 10_000 });
  const entered: string[] = [];
  const enter = (name: string, line: Line) =>
    gate.pass(
      async () => {
        entered.push(name);
        await pause();
      },
      { line },
    );
  const all = [enter('inside', 'second')];
  for (const name of ['s1', 's2', 's3']) all.push(enter(name, 'second'));
  expect(await enter('s4', 'second')).toEqual({ ok: false, problem: 'busy' });
  for (const name of ['f1', 'f2']) all.push(enter(name, 'first'));
  await Promise.all(all);
  expect(entered).toEqual(['inside', 'f1', 'f2', 's1', 's2', 's3']);
});
