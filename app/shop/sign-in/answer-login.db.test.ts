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

test('the dialog is answered with what to show where it was opened, the page with a redirect', async () => {
  const email = 'two-doors@example.com';
  await confirmedPerson(email);
  const signIn = async (door: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ mode: 'signin', email, password: PASSWORD, door }))
      form.set(name, value);
    return answerLogin(request(), form, async () => null).catch((thrown: unknown) => thrown);
  };
  expect(await signIn('dialog')).toMatchObject({
    data: { ok: true, message: 'Signed in successfully!', to: null },
  });
  const onPage = (await signIn('page')) as Response;
  expect([onPage.status, onPage.headers.get('Location')]).toEqual([302, '/products']);
});

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
