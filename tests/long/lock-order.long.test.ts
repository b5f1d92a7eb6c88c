/** Like `tests/lock-order.db.test.ts`, for longer: every pair of commands meets many times. */
import { expect, test } from 'vitest';
import { runAtOnce } from '#tests/support/run-at-once.ts';

test.each([1, 2, 3, 4, 5])(
  'commands at once for two minutes, time %i, cause no deadlock and no fault',
  async () => {
    const ran = await runAtOnce({ seconds: 120 });
    console.log(ran.words);
    expect(ran.faults).toEqual([]);
    expect(ran.deadlocks).toBe(0);
    expect(ran.violations).toEqual([]);
  },
);
