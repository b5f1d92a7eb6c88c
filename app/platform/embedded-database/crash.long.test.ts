/** Like `crash.db.test.ts`, where a shop first waits for the database that it finds. */
import { expect, test } from 'vitest';
import { crashTrial } from './testing/crash-trial.ts';

const { hold, postmasterOf, startAgain } = crashTrial();

test('a frozen database left by a killed shop is replaced', async () => {
  const holder = hold();
  const postmaster = await postmasterOf(holder);
  await holder.kill();
  process.kill(postmaster, 'SIGSTOP');
  const database = await startAgain();
  expect(database.adopted).toBe(false);
  await database.stop();
});
