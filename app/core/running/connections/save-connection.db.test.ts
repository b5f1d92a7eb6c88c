/** A connection set in the office, against a real mail server: stored encrypted, used at once, and known to work or not. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { announceChange } from '#db/announced-changes.ts';
import { auditLog } from '#db/schema/audit.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { newId } from '#kernel/ids.ts';
import { readEnv } from '#platform/env.ts';
import { closeMail, handOverMail, mailServer, mailState } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import type { ConnectionValues } from './connection-form.ts';
import { openShopConnections } from './open-connections.server.ts';
import { forgetConnections, removeConnection, saveConnection } from './save-connection.server.ts';
import { testConnection } from './test-connection.server.ts';

let fresh: FreshDatabase;
let peer: SmtpPeer;
let admin: SignedIn;
let values: ConnectionValues;
let stopFollowing: () => void;

const start = (environment: Record<string, string> = {}) =>
  openShopConnections({ env: readEnv(environment), origin: 'http://localhost:3000', say: null });

beforeAll(async () => {
  fresh = await freshDatabase();
  peer = await openSmtpPeer();
  admin = await aPerson(fresh.db, { role: 'admin' });
  await signedIn(fresh.db, admin);
  const port = new URL(peer.url).port;
  values = {
    ...{ service: 'other', host: '127.0.0.1', port, security: 'none', user: '', password: 'hunter2-secret' },
    sender: 'shop@alder.example',
  };
  stopFollowing = await start();
});
afterAll(async () => {
  stopFollowing();
  closeMail();
  await peer.be('away');
  await fresh.stop();
});

const row = async () => (await fresh.db.select().from(shopConnections))[0];

test('mail is off until a test of the saved server has worked, and a failed one says why', async () => {
  expect(mailState()).toBe('off');
  expect(await saveConnection(admin, 'mail', { values, version: 0 })).toMatchObject({ ok: true });
  expect(mailState()).toBe('untested');
  const failed = await testConnection(admin, 'mail');
  expect(failed).toMatchObject({ ok: true, value: { works: false } });
  expect((await row())?.trouble).toContain('takes no connection');
  expect(mailState()).toBe('untested');
  await peer.be('willing');
  expect(await testConnection(admin, 'mail')).toMatchObject({ ok: true, value: { works: true } });
  expect(peer.taken).toEqual([admin.email]);
  expect(mailState()).toBe('works');
});

test('no column and no audit entry contains the password', async () => {
  const entries = await fresh.db.select().from(auditLog);
  expect(entries.length).toBeGreaterThan(0);
  expect(JSON.stringify([entries, await row()])).not.toContain('hunter2');
});

test('a save over someone else’s is refused, also of two first ones', async () => {
  expect(await saveConnection(admin, 'mail', { values, version: 0 })).toEqual({
    ok: false,
    problem: { kind: 'stale' },
  });
  await fresh.db.delete(shopConnections);
  const both = await Promise.all([1, 2].map(() => saveConnection(admin, 'mail', { values, version: 0 })));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test('another instance’s change is used as soon as it is announced', async () => {
  await fresh.db.delete(shopConnections);
  announceChange('shop_connections');
  await expect.poll(mailServer).toBe(null);
});

test('the environment wins, and what the office saves is refused', async () => {
  stopFollowing();
  stopFollowing = await start({ SMTP_URL: 'smtp://mail.example:25' });
  expect(mailServer()).toBe('mail.example:25');
  expect(await saveConnection(admin, 'mail', { values, version: 0 })).toEqual({
    ok: false,
    problem: { kind: 'set-outside' },
  });
  stopFollowing();
  stopFollowing = await start();
});

test('a removed connection, and a copy of the shop, send nothing', async () => {
  await saveConnection(admin, 'mail', { values, version: 0 });
  expect(mailServer()).not.toBeNull();
  expect(await removeConnection(admin, 'mail', 1)).toMatchObject({ ok: true });
  expect(mailServer()).toBeNull();
  await saveConnection(admin, 'mail', { values, version: 0 });
  await forgetConnections();
  expect(await fresh.db.select().from(shopConnections)).toEqual([]);
});

test('a server that offers no encryption gets no password when the office asked for encryption', async () => {
  await saveConnection(admin, 'mail', {
    values: { ...values, security: 'starttls', user: 'wren' },
    version: 0,
  });
  const letter = { id: newId<string>(), recipient: 'robin@hale.example', subject: 'A', text: 'A', html: 'A' };
  await expect(handOverMail(letter)).rejects.toThrow(/TLS/i);
  await fresh.db.delete(shopConnections).where(eq(shopConnections.kind, 'mail'));
});
