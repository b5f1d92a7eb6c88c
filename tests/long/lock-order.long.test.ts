/** Like `tests/lock-order.db.test.ts`, for longer: every pair of commands meets many times. */
import { test } from 'vitest';
import { expectSound, runAtOnce } from '#tests/support/run-at-once.ts';

test.each([1, 2, 3, 4, 5])(
  'every pair of commands at once, for two minutes, time %i, causes no deadlock and no fault',
  async () => {
    const ran = await runAtOnce({ seconds: 120 });
    console.log(ran.words);
    expectSound(ran);
  },
);
