/**
 * `npm run test:at -- 2028-02-29T23:59:00-05:00`: runs all of `npm test` at that moment. A command may follow: `npm
 * run test:at -- 2027-03-14T01:59:30-05:00 vitest run --project database`. Tests, application, PostgreSQL and browser
 * share the clock.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { shiftedClock } from './shifted-clock.ts';

const [moment = '', command, ...args] = process.argv.slice(2);
const time = new Date(moment);
if (Number.isNaN(time.getTime())) {
  console.error('Say at which moment: npm run test:at -- 2028-02-29T23:59:00-05:00 [command …]');
  process.exit(1);
}
const clock = shiftedClock(time);
if (clock === null) {
  console.error('libfaketime was not found; on Debian: apt-get install faketime');
  process.exit(1);
}

const [program, given] = command
  ? [command, args]
  : [process.execPath, [join(import.meta.dirname, 'test.ts')]];
const child = spawn(program, given, { stdio: 'inherit', env: { ...process.env, ...clock } });
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
