/** Passkeys against a real database and a device in software: who they sign in, and every answer that is refused. */

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, passkeys, sessions, users, verifications } from '#db/schema/identity.ts';
import { readPasskeys } from '#shop/security/passkeys-queries.server.ts';
import { type Ceremony, softAuthenticator } from '#tests/support/authenticator.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { readActor } from '../sessions/actor-queries.server.ts';
import { confirmSessionByPasskey } from '../sessions/confirm-session.server.ts';
import { knownDevice } from '../sessions/known-device.server.ts';
import { cookieOf, identityTrial } from '../testing/trial.ts';
import { authenticatorSetUp } from './authenticator-set-up.server.ts';
import { turnAuthenticatorOn } from './change-authenticator.server.ts';
import { addPasskey, namePasskey, removePasskey } from './change-passkeys.server.ts';
import type { PasskeyPurpose } from './passkey.ts';
import { passkeyOptions } from './passkey-options.server.ts';
import { signInByPasskey } from './sign-in-by-passkey.server.ts';
import { codeOf, stepAt } from './totp.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, signedInPerson } = identityTrial(() => opened.db);
const SITE = { origin: 'http://localhost:3000', rpID: 'localhost' };
const actorOf = (cookie: string) => readActor(new Headers({ cookie }));
const sessionsOf = (userId: string) => opened.db.select().from(sessions).where(eq(sessions.userId, userId));

type Asked = { options: { challenge: string; user?: { id: string } }; cookie: string };

/** A browser asks for options: returns them, and its Cookie header from then on. */
async function ask(purpose: PasskeyPurpose, actor: SignedIn | typeof guest = guest): Promise<Asked> {
  const outcome = await passkeyOptions(request(), actor, purpose);
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  const { options, cookie } = outcome.value;
  return { options: options as Asked['options'], cookie: cookieOf([cookie]) };
}

/** A person with a passkey. */
async function withPasskey(email: string) {
  const { actor, cookie } = await signedInPerson(email);
  const device = softAuthenticator(SITE);
  const asked = await ask('add', actor);
  const added = await addPasskey(request({ cookie: asked.cookie }), actor, {
    name: 'Laptop',
    credential: device.make(asked.options),
  });
  if (!added.ok) throw new Error(added.problem.kind);
  const [listed] = await readPasskeys(actor, 'America/New_York');
  return { actor, cookie, device, id: listed?.id ?? '', known: cookieOf([added.value.cookie]) };
}

type Device = ReturnType<typeof softAuthenticator>;

async function signIn(device: Device, ceremony: Ceremony = {}, admin = false) {
  const asked = await ask('sign-in');
  return signInByPasskey(request({ cookie: asked.cookie }), device.sign(asked.options, ceremony), { admin });
}

const NOT_VALID = { ok: false, problem: { kind: 'not-valid' } };

test('adding a passkey, or confirming with one, makes the device known to the account', async () => {
  const { actor, device, known } = await withPasskey('known-device@example.com');
  const { email } = actor;
  expect(knownDevice(known, email, { secondFactor: true })).not.toBeNull();
  const asked = await ask('confirm', actor);
  const confirmed = await confirmSessionByPasskey(
    request({ cookie: asked.cookie }),
    actor,
    device.sign(asked.options),
  );
  if (!confirmed.ok) throw new Error(confirmed.problem.kind);
  expect(knownDevice(cookieOf([confirmed.value.cookie]), email, { secondFactor: true })).not.toBeNull();
});

describe('a passkey', () => {
  test('is added with a name, and signs its owner in to a session with two factors', async () => {
    const { actor, device } = await withPasskey('adds@example.com');
    expect(await readPasskeys(actor, 'America/New_York')).toMatchObject([
      { name: 'Laptop', lastUsedAt: null, isSynced: false },
    ]);
    const signed = await signIn(device);
    if (!signed.ok) throw new Error(signed.problem.kind);
    const now = await actorOf(cookieOf(signed.value.cookies));
    expect(now).toMatchObject({ kind: 'user', userId: actor.userId });
    const rows = await sessionsOf(actor.userId);
    expect(rows.map(({ secondFactor }) => secondFactor).sort()).toEqual([false, true]);
    expect((await readPasskeys(actor, 'America/New_York'))[0]?.lastUsedAt).not.toBeNull();
  });

  test('counts as two factors by itself and needs no code, as long as the device verifies its user', async () => {
    const { actor, device } = await withPasskey('factors@example.com');
    const now = new Date();
    const setUp = await authenticatorSetUp(actor);
    const code = codeOf(setUp.secret.replaceAll(' ', ''), stepAt(now));
    expect((await turnAuthenticatorOn(request(), actor, { setUp: setUp.sealed, code }, now)).ok).toBe(true);
    expect((await signIn(device)).ok).toBe(true);
    // The device must verify face, finger or PIN; without that it is one factor, and refused.
    expect(await signIn(device, { isVerified: false })).toEqual(NOT_VALID);
  });

  test('signs no one in from another site, for another site, or by another device', async () => {
    const { actor, device } = await withPasskey('phished@example.com');
    const before = (await sessionsOf(actor.userId)).length;
    for (const ceremony of [
      { origin: 'http://localhost.evil.example' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://localhost:3001' },
      { rpID: 'evil.example' },
    ])
      expect(await signIn(device, ceremony)).toEqual(NOT_VALID);

    const other = softAuthenticator(SITE);
    expect(await signIn(other)).toEqual({ ok: false, problem: { kind: 'not-known' } });
    const asked = await ask('sign-in');
    const forged = { ...other.sign(asked.options), id: device.credentialId, rawId: device.credentialId };
    expect(await signInByPasskey(request({ cookie: asked.cookie }), forged, { admin: false })).toEqual(
      NOT_VALID,
    );
    expect(await sessionsOf(actor.userId)).toHaveLength(before);
  });

  test('answers a challenge once: twenty requests with one answer make one session', async () => {
    const { actor, device } = await withPasskey('once@example.com');
    const before = (await sessionsOf(actor.userId)).length;
    const asked = await ask('sign-in');
    const answer = device.sign(asked.options);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        signInByPasskey(request({ cookie: asked.cookie }), answer, { admin: false }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await sessionsOf(actor.userId)).length - before).toBe(1);
  });

  test('does not answer a challenge of another browser or purpose, or an expired one', async () => {
    const { actor, device } = await withPasskey('challenge@example.com');
    const asked = await ask('sign-in');
    const other = await ask('sign-in');
    expect(
      await signInByPasskey(request({ cookie: other.cookie }), device.sign(asked.options), { admin: false }),
    ).toEqual(NOT_VALID);
    const toConfirm = await ask('confirm', actor);
    expect(
      await signInByPasskey(request({ cookie: toConfirm.cookie }), device.sign(toConfirm.options), {
        admin: false,
      }),
    ).toEqual(NOT_VALID);
    const late = await ask('sign-in');
    await opened.db.update(verifications).set({ expiresAt: sql`now()` });
    expect(
      await signInByPasskey(request({ cookie: late.cookie }), device.sign(late.options), { admin: false }),
    ).toEqual(NOT_VALID);
    const bare = await ask('sign-in');
    expect(await signInByPasskey(request(), device.sign(bare.options), { admin: false })).toEqual(NOT_VALID);
  });

  test('whose use counter goes backward may be a copy, and is refused', async () => {
    const { device } = await withPasskey('copied@example.com');
    expect((await signIn(device)).ok).toBe(true);
    expect((await signIn(device)).ok).toBe(true);
    device.rewind(0);
    expect(await signIn(device)).toEqual(NOT_VALID);
  });

  test('starts no session for a banned person, nor for a customer at the back office’s sign-in', async () => {
    const { actor, device } = await withPasskey('banned@example.com');
    expect(await signIn(device, {}, true)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    await opened.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, actor.userId));
    expect(await signIn(device)).toEqual({ ok: false, problem: { kind: 'banned' } });
    expect(await sessionsOf(actor.userId)).toEqual([]);
  });

  test.each([
    null,
    [],
    'text',
    {},
    { id: '\u0000', rawId: 'x', type: 'public-key', response: {} },
    {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    },
  ])('is not accepted as %j', async (credential) => {
    const asked = await ask('sign-in');
    const outcome = await signInByPasskey(request({ cookie: asked.cookie }), credential, { admin: false });
    expect(outcome.ok).toBe(false);
  });
});

describe('a confirmation by passkey', () => {
  test('accepts the person’s own passkey, in the same session only', async () => {
    const { actor, device } = await withPasskey('again@example.com');
    const before = await sessionsOf(actor.userId);
    await opened.db.update(sessions).set({ confirmedAt: sql`now() - interval '1 hour'` });
    const asked = await ask('confirm', actor);
    expect(
      await confirmSessionByPasskey(request({ cookie: asked.cookie }), actor, device.sign(asked.options)),
    ).toMatchObject({ ok: true });
    expect(await isRecentlyConfirmed(actor)).toBe(true);
    expect((await sessionsOf(actor.userId)).map(({ id, token }) => ({ id, token }))).toEqual(
      before.map(({ id, token }) => ({ id, token })),
    );
  });

  test('refuses another person’s passkey, and an answer meant for another session', async () => {
    const one = await withPasskey('one@example.com');
    const two = await withPasskey('two@example.com');
    await opened.db.update(sessions).set({ confirmedAt: sql`now() - interval '1 hour'` });
    const asked = await ask('confirm', one.actor);
    expect(
      await confirmSessionByPasskey(
        request({ cookie: asked.cookie }),
        one.actor,
        two.device.sign(asked.options),
      ),
    ).toEqual(NOT_VALID);
    const ofTwo = await ask('confirm', two.actor);
    expect(
      await confirmSessionByPasskey(
        request({ cookie: ofTwo.cookie }),
        one.actor,
        one.device.sign(ofTwo.options),
      ),
    ).toEqual(NOT_VALID);
    expect(await isRecentlyConfirmed(one.actor)).toBe(false);
  });
});

describe('the list of passkeys', () => {
  test('changes only after a recent sign-in', async () => {
    const { actor, id } = await withPasskey('stale@example.com');
    const asked = await ask('add', actor);
    await opened.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '16 minutes'` })
      .where(eq(sessions.id, actor.sessionId));
    const problem = { ok: false, problem: { kind: 'confirm-first' } };
    expect(await passkeyOptions(request(), actor, 'add')).toEqual(problem);
    const credential = softAuthenticator(SITE).make(asked.options);
    expect(await addPasskey(request({ cookie: asked.cookie }), actor, { name: 'x', credential })).toEqual(
      problem,
    );
    expect(await removePasskey(request(), actor, id)).toEqual(problem);
  });

  test('does not add a passkey twice, an unverified one, or one for another site or session', async () => {
    const { actor, device } = await withPasskey('adds-badly@example.com');
    const other = await signedInPerson('adds-other@example.com');
    const fresh = softAuthenticator(SITE);
    for (const [credential, kind] of [
      [(asked: Asked) => device.make(asked.options), 'already-added'],
      [(asked: Asked) => fresh.make(asked.options, { isVerified: false }), 'not-valid'],
      [(asked: Asked) => fresh.make(asked.options, { origin: 'https://evil.example' }), 'not-valid'],
      [(asked: Asked) => fresh.make(asked.options, { rpID: 'evil.example' }), 'not-valid'],
    ] as const) {
      const asked = await ask('add', actor);
      expect(
        await addPasskey(request({ cookie: asked.cookie }), actor, {
          name: 'x',
          credential: credential(asked),
        }),
      ).toEqual({ ok: false, problem: { kind } });
    }
    const asked = await ask('add', other.actor);
    expect(
      await addPasskey(request({ cookie: asked.cookie }), actor, {
        name: 'x',
        credential: fresh.make(asked.options),
      }),
    ).toEqual(NOT_VALID);
    expect(await readPasskeys(actor, 'America/New_York')).toHaveLength(1);
  });

  test('belongs to one person: another person’s passkey looks like a missing one', async () => {
    const mine = await withPasskey('mine@example.com');
    const theirs = await withPasskey('theirs@example.com');
    expect(await namePasskey(mine.actor, theirs.id, 'Stolen')).toBe(false);
    expect(await namePasskey(mine.actor, 'no id', 'Stolen')).toBe(false);
    for (const id of [theirs.id, crypto.randomUUID(), 'no id'])
      expect(await removePasskey(request(), mine.actor, id)).toEqual({
        ok: false,
        problem: { kind: 'not-known' },
      });
    expect(await namePasskey(mine.actor, mine.id, 'Old laptop')).toBe(true);
    expect((await readPasskeys(mine.actor, 'America/New_York'))[0]?.name).toBe('Old laptop');
    expect((await readPasskeys(theirs.actor, 'America/New_York'))[0]?.name).toBe('Laptop');
    expect(await removePasskey(request(), mine.actor, mine.id)).toEqual({ ok: true, value: null });
    expect(await signIn(mine.device)).toEqual({ ok: false, problem: { kind: 'not-known' } });
  });

  test('does not lose the last way to sign in, even when two passkeys are removed at once', async () => {
    const { actor, id } = await withPasskey('last@example.com');
    const second = softAuthenticator(SITE);
    const asked = await ask('add', actor);
    const credential = second.make(asked.options);
    await addPasskey(request({ cookie: asked.cookie }), actor, { name: 'Phone', credential });
    await opened.db.update(accounts).set({ password: null }).where(eq(accounts.userId, actor.userId));
    const [newest] = await readPasskeys(actor, 'America/New_York');
    // Another connection removes one passkey; this removal waits, then sees that its passkey is the last.
    let removal: Promise<unknown> = Promise.resolve();
    await opened.db.transaction(async (elsewhere) => {
      await elsewhere.select().from(users).where(eq(users.id, actor.userId)).for('update');
      await elsewhere.delete(passkeys).where(eq(passkeys.id, newest?.id ?? ''));
      removal = removePasskey(request(), actor, id);
      await someoneWaitsForLock(opened.db);
    });
    expect(await removal).toEqual({ ok: false, problem: { kind: 'last-way-in' } });
    expect(await opened.db.select().from(passkeys).where(eq(passkeys.userId, actor.userId))).toHaveLength(1);
  });
});
