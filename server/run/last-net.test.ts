/** Runs in a separate process, because the test is about its end. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function processThat(fails: string) {
  const script = `
    import { catchTheRest } from '#server/run/last-net.ts';
    catchTheRest(() => { console.log('stopped'); process.exit(1); });
    setTimeout(() => { ${fails} });
    setTimeout(() => console.log('lives on'), 100);`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
}

test('a lost database connection does not end the process', () => {
  const thrown = processThat("throw Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' })");
  expect(thrown).toMatchObject({ status: 0, stdout: 'lives on\n' });
  expect(thrown.stderr).toContain('has no error listener');
  const rejected = processThat("void Promise.reject(new Error('Connection terminated unexpectedly'))");
  expect(rejected).toMatchObject({ status: 0, stdout: 'lives on\n' });
});

test('any other uncaught error ends the process cleanly', () => {
  const bug = processThat("throw new TypeError('x is not a function')");
  expect(bug).toMatchObject({ status: 1, stdout: 'stopped\n' });
  expect(bug.stderr).toContain('x is not a function');
});
