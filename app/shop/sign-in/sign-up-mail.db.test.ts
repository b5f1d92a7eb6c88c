/** Tests that the page after a sign-up hears of a refused address, and of no account. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailMessages } from '#db/schema/mail.ts';
import { newId } from '#kernel/ids.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { isSignUpMailRefused } from './sign-up-mail-queries.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

type Mail = Pick<typeof mailMessages.$inferInsert, 'recipient' | 'status' | 'linkOpens'>;
const write = (mail: Mail) =>
  fresh.db
    .insert(mailMessages)
    .values({ dedupeKey: newId(), subject: 'S', html: '', text: '', isPrivate: true, ...mail });

test('a refusal shows alike for an address with an account and one without, and other mail says nothing', async () => {
  await write({ recipient: 'new@hale.example', status: 'failed', linkOpens: 'sign-up' });
  await write({ recipient: 'known@hale.example', status: 'failed', linkOpens: 'nothing' });
  await write({ recipient: 'reset@hale.example', status: 'failed', linkOpens: 'account' });
  await write({ recipient: 'sent@hale.example', status: 'sent', linkOpens: 'sign-up' });
  const people = [
    'New@hale.example',
    'known@hale.example',
    'reset@hale.example',
    'sent@hale.example',
    'a@b.co',
  ];
  expect(await Promise.all(people.map(isSignUpMailRefused))).toEqual([true, true, false, false, false]);
  await write({ recipient: 'new@hale.example', status: 'sent', linkOpens: 'sign-up' });
  expect(await isSignUpMailRefused('new@hale.example')).toBe(false);
});
