/** Statements that fail on a person's row: the log line says where and why, and contains no personal data. */
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { errorForLog } from './error-for-log.ts';
import { openLog } from './log.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

/** The line that the process's own log, with its real settings, writes for this error. */
function lineOf(error: unknown): string {
  let written = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const same = openLog(sink);
  same.error({ err: error }, 'request failed');
  same.error({ err: error });
  same.error({ error }, 'request failed');
  if (error instanceof Error) same.error(error);
  return written;
}

const name = 'Wilhelmina Featherstonehaugh';
const phone = '+1 518 555 0142';
const birthDate = '1987-11-29';
const email = 'wilhelmina@example.net';
const personal = [name, 'Featherstonehaugh', phone, '5550142', '555 0142', birthDate, email];

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

test('for a refused row the log records constraint, table and stack, and no value', async () => {
  const person = await aPerson(fresh.db, { email, name });
  const profile = { userId: person.userId, fullName: name, phone, birthDate };
  const failures = {
    'the same row twice': () => fresh.db.insert(customerProfiles).values(profile),
    'in a transaction': () => inTransaction((tx) => tx.insert(customerProfiles).values(profile)),
    'an address twice': () => fresh.db.insert(users).values({ name, email }),
    'a value of another type': () =>
      fresh.db.execute(
        sql`update customer_profiles set birth_date = ${`${birthDate} ${phone}`} where full_name = ${name}`,
      ),
    'a number that is a name': () => fresh.db.execute(sql`select ${name}::int, ${phone}::date`),
    'an exception from a function': () =>
      fresh.db.execute(
        sql.raw(
          `do $$ begin raise exception 'no % %', '${name}', '${phone}' using detail = '${email}'; end $$`,
        ),
      ),
  };
  for (const [what, fail] of Object.entries(failures)) {
    const line = lineOf(await failureOf(fail));
    // The last statement has its values as literals, unlike any of ours: only this test cuts that text.
    const searched = what === 'an exception from a function' ? line.replaceAll(/do \$\$.*?\$\$/g, '') : line;
    for (const value of personal) expect(searched, what).not.toContain(value);
    expect(line, what).toMatch(/"code":"[0-9A-Z]{5}"/);
    expect(line, what).toContain('error-for-log.db.test.ts');
  }
  const twice = JSON.stringify(errorForLog(await failureOf(failures['the same row twice'])));
  expect(twice).toContain('customer_profiles_pkey');
  expect(twice).toContain('insert into \\"customer_profiles\\"');
  expect(twice).toContain('$1');
});

test('for a lost connection the log records the reason, and nothing of the client', async () => {
  const line = lineOf(
    Object.assign(new Error('Connection terminated unexpectedly'), { client: { password: phone } }),
  );
  expect(line).toContain('Connection terminated unexpectedly');
  expect(line).not.toContain(phone);
  expect(lineOf({ message: `Failed query: select $1\nparams: ${name}`, queue: 'mail' })).not.toContain(name);
});
