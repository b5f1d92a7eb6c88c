/** A sign-in that fails for a server error: the form comes back, with the specification's message. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityTrial, PASSWORD } from '#core/accounts/identity/testing/trial.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { answerLogin } from './answer-login.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, confirmedPerson } = identityTrial(() => opened.db);

test('an unexpected failure says so, and asks only for the password again', async () => {
  const email = 'unlucky@example.com';
  await confirmedPerson(email);
  await opened.db.execute(sql`alter table sessions rename to sessions_away`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ mode: 'signin', email, password: PASSWORD }))
    form.set(name, value);
  expect(await answerLogin(request(), form, async () => null)).toMatchObject({
    data: { ok: false, message: 'Authentication error', values: { email } },
    init: { status: 503 },
  });
});
