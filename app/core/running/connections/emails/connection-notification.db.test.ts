/** Every admin learns that a connection of the shop changed, and no secret is in what they read. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { eventSchema } from '#core/ground/events/event.ts';
import { events } from '#db/schema/events.ts';
import { userRoles } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { readEnv } from '#platform/env.ts';
import { closeMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openShopConnections } from '../open-connections.server.ts';
import { makePassphrase, removeConnection, saveConnection } from '../save-connection.server.ts';
import { notifyOfConnection } from './connection-notification.server.tsx';

let fresh: FreshDatabase;
let admin: SignedIn;
let other: SignedIn;
let stopFollowing: () => void;
const values = {
  ...{ service: 'other', host: 'mail.secret.example', port: '25', security: 'none', user: 'wren' },
  ...{ password: 'hunter2-secret', sender: 'shop@alder.example' },
};

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Wren Alder' });
  other = await aPerson(fresh.db, { role: 'admin', name: 'Robin Hale' });
  await aPerson(fresh.db, { role: 'staff' });
  await signedIn(fresh.db, admin);
  stopFollowing = await openShopConnections({ env: readEnv({}), origin: 'http://localhost:3000', say: null });
});
afterAll(async () => {
  stopFollowing();
  closeMail();
  await fresh.stop();
});
beforeEach(async () => {
  await fresh.db.delete(deliveries);
  await fresh.db.delete(mailMessages);
});

let seen = 0;
/** Reacts to what was recorded since the last time, and returns the mails, by recipient. */
async function mails() {
  const recorded = await fresh.db.select().from(events).orderBy(asc(events.id)).offset(seen);
  seen += recorded.length;
  for (const { id, payload } of recorded) {
    const event = eventSchema.parse(payload);
    if (event.kind === 'connection-changed') await notifyOfConnection(id, event);
  }
  return fresh.db.select().from(mailMessages).orderBy(asc(mailMessages.recipient), asc(mailMessages.id));
}

test('each admin reads what changed, by whom, when, and what to do, and nothing that was entered', async () => {
  await saveConnection(admin, 'mail', { values, version: 0 });
  await saveConnection(admin, 'mail', { values: { ...values, password: 'hunter3-secret' }, version: 1 });
  await removeConnection(admin, 'mail', 2);
  await makePassphrase(admin, 0);
  const written = await mails();
  for (const { email } of [admin, other])
    expect(written.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)).toEqual([
      'The mail server was set up',
      'The mail server was changed',
      'The mail server was removed',
      'The passphrase of backups was set up',
    ]);
  expect(written).toHaveLength(8);
  for (const { text, html } of written) {
    expect(text).toMatch(/Wren Alder did this on \w{3} \d+, \d{4} \d+:\d\d [AP]M\./);
    expect(text).toContain('choose a new password, sign Wren Alder out under Users, and set it back.');
    expect(text + html).not.toMatch(/secret|hunter|wren@|shop@alder/);
  }
});

test('it is also in the shop, because the mail server may be what changed; a refused change tells no one', async () => {
  await saveConnection(admin, 'mail', { values, version: 7 });
  expect(await mails()).toEqual([]);
  await saveConnection(admin, 'mail', { values, version: 0 });
  await mails();
  const rung = await fresh.db.select().from(deliveries).where(eq(deliveries.channel, 'bell'));
  expect(rung.map(({ userId }) => userId).sort()).toEqual([admin.userId, other.userId].sort());
});

test('a person who is no longer an admin gets none', async () => {
  await removeConnection(admin, 'mail', 1);
  await fresh.db.delete(userRoles).where(eq(userRoles.userId, other.userId));
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([admin.email]);
});
