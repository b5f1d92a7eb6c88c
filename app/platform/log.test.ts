/** What a log line never contains, whatever it logs. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const RECIPIENT = 'kim.recipient@example.com';
const TOKEN = 'kJ2-9sdfKLJsdf_lkjSDF90sdf8SDFjk';

test('omits addresses, tokens in links and phone numbers', () => {
  let written = '';
  const log = openLog(
    new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    }),
  );
  const refused = `550 5.1.1 <${RECIPIENT}>: no such user`;
  const link = `https://shop.example/reset-password?token=${TOKEN}&more=1`;
  log.warn({ mail: 'id', reason: refused }, 'a recipient was refused for good');
  log.error({ err: new Error(`Can't send mail: ${refused}`, { cause: new Error(link) }) }, 'a job failed');
  log.error(new Error(`gateway: ${link} to +16075550199`));
  log.warn(`no answer for ${RECIPIENT}`);
  expect(written.trim().split('\n')).toHaveLength(4);
  for (const secret of [RECIPIENT, TOKEN, '6075550199']) expect(written).not.toContain(secret);
  expect(written).toContain('550 5.1.1 <[address]>: no such user');
  expect(written).toContain('reset-password?token=[removed]&more=1');
});
