/** A process that plans and sends reports to the state until it is killed: `node state-sender.ts <database> <Metrc's address> <when the month began>`. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { withContact } from '#core/goods/tracking/contact.server.ts';
import { metrcSystem } from '#core/goods/tracking/metrc/metrc.server.ts';
import { usualLimits } from '#core/goods/tracking/metrc/metrc-connection.server.ts';
import { paced } from '#core/goods/tracking/metrc/pace.ts';
import { planReports } from '#core/goods/tracking/reports/plan-acts.server.ts';
import { sendActs } from '#core/goods/tracking/reports/send-acts.server.ts';
import { openDatabase } from '#db/client.ts';
import { systemClock } from '#kernel/time.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { TEST_SECRET } from './secret.ts';
import { AFTER_MONTH, allTerms, metrcOptions, PLANNING } from './state-shop.ts';

const [url = '', origin = '', since = ''] = process.argv.slice(2);

/**
 * The clock of all senders runs fifteen times as fast from the beginning of the month on, so that a lost answer is looked
 * up after two seconds, and a run that stops for four loses its claim.
 */
const FASTER = 15;
const began = Temporal.Instant.fromEpochMilliseconds(Number(since));
const clock = () => {
  const passed = began.until(systemClock()).total('milliseconds');
  return began.add({ milliseconds: Math.round(passed * FASTER) });
};

openSecrets({ given: TEST_SECRET, dataFolder: '.' });
openDatabase({ url, max: 4 });
const system = withContact(
  metrcSystem(metrcOptions(origin), {
    ...usualLimits,
    ...{ pace: paced({ atOnce: 2, apartMs: 25 }), answerMs: 400, againMs: 50, longestPauseSeconds: 2 },
  }),
);

/** While the simulation does something and dates it, nothing is planned. */
async function planAlone(): Promise<void> {
  const lock = new pg.Client({ connectionString: url });
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [PLANNING]);
    await planReports({ everything: true }, AFTER_MONTH);
  } finally {
    await lock.end();
  }
}

// Ends with the test that started it.
process.stdin.resume().on('end', () => process.exit());

for (;;) {
  try {
    await planAlone();
    await sendActs(system, allTerms, () => true, clock);
  } catch (error) {
    console.error(error);
  }
  await pause(50);
}
