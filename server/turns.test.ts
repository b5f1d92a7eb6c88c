import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const pause = () => new Promise((resume) => setTimeout(resume, 1));

test('no more are at it than may be, all get their turn in order, and one who fails keeps nobody waiting', async () => {
  const turns = new Turns(2);
  let now = 0;
  let most = 0;
  const order: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      turns.take(async () => {
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
  expect(await turns.take(async () => 'free again')).toBe('free again');
});
