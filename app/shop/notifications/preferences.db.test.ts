/** Tests preferences against a real database: defaults, saving, the grid, unsubscribing by a link. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPreferences } from '#core/ground/notifications/notification-rule.ts';
import {
  readOwnPreferences,
  readPreferences,
} from '#core/ground/notifications/preferences-queries.server.ts';
import { savePreferences } from '#core/ground/notifications/save-preferences.server.ts';
import { unsubscribe, whatEnds } from '#core/ground/notifications/unsubscribe.server.ts';
import { unsubscribeToken, unsubscribeUrl } from '#core/ground/notifications/unsubscribe-link.server.ts';
import { userPreferences } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aPerson } from '#tests/support/people.ts';
import { cellName, offeredChannels, readPreferencesForm } from './preferences.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
  await openTestMail({ origin: 'https://farm.example' });
});
afterAll(() => opened.stop());

const formOf = (...names: string[]) => {
  const form = new FormData();
  for (const name of names) form.set(name, 'on');
  return form;
};

describe('preferences', () => {
  test('of a person who never chose match the specification’s defaults', async () => {
    const person = await aPerson(opened.db);
    expect(await readOwnPreferences(person)).toEqual({
      orderUpdates: true,
      accountUpdates: true,
      promotional: false,
      emailNotifications: true,
      pushNotifications: false,
      choices: {},
      browsers: 0,
      reach: { push: false, sms: false },
    });
  });

  test('are saved as ticked, again and again, in one row', async () => {
    const person = await aPerson(opened.db);
    const form = formOf('promotional', 'pushNotifications', cellName('order-ready', 'bell'));
    const read = readPreferencesForm(form, offeredChannels(false), {});
    expect(await savePreferences(person, read)).toBe(true);
    expect(await savePreferences(person, read)).toBe(true);
    const stored = await readPreferences(person.userId);
    expect(stored).toMatchObject({
      orderUpdates: false,
      accountUpdates: false,
      promotional: true,
      emailNotifications: false,
      pushNotifications: true,
    });
    expect(stored.choices['order-ready']).toEqual({ email: false, push: false });
    expect(stored.choices['order-reserved']).toEqual({ bell: false, email: false, push: false });
    expect(stored.choices.security).toEqual({ bell: false, push: false });
    const rows = await opened.db
      .select()
      .from(userPreferences)
      .where(eq(userPreferences.userId, person.userId));
    expect(rows).toHaveLength(1);
  });

  test('for a channel that the form does not offer stay the same', async () => {
    const stored = { 'order-reserved': { sms: true }, 'order-ready': { sms: false } } as const;
    const read = readPreferencesForm(formOf(), offeredChannels(false), stored);
    expect(read.choices['order-reserved']?.sms).toBe(true);
    expect(read.choices['order-ready']?.sms).toBe(false);
    expect(readPreferencesForm(formOf(), offeredChannels(true), stored).choices['order-reserved']?.sms).toBe(
      undefined,
    );
  });

  test('of guests and banned people are neither read nor saved', async () => {
    const banned = await aPerson(opened.db, { isBanned: true });
    for (const actor of [{ kind: 'guest' } as const, banned]) {
      expect(await readOwnPreferences(actor)).toBeNull();
      expect(await savePreferences(actor, { ...defaultPreferences, promotional: true })).toBe(false);
    }
    expect(await readPreferences(banned.userId)).toEqual(defaultPreferences);
  });
});

describe('the link in a promotional email', () => {
  test('ends news and offers for its person, however often it is used, and nothing else', async () => {
    const [person, other] = [await aPerson(opened.db), await aPerson(opened.db)];
    for (const { userId } of [person, other])
      await opened.db.insert(userPreferences).values({ userId, promotional: true });
    const token = unsubscribeToken({ userId: person.userId, choice: 'promotion' });
    expect(new URL(unsubscribeUrl({ userId: person.userId, choice: 'promotion' })).origin).toBe(
      'https://farm.example',
    );
    expect(whatEnds(token)).toBe('News and offers');
    expect((await readPreferences(person.userId)).promotional).toBe(true);
    for (let time = 0; time < 3; time++) expect(await unsubscribe(token)).toBe('News and offers');
    expect(await readPreferences(person.userId)).toEqual({ ...defaultPreferences, promotional: false });
    expect((await readPreferences(other.userId)).promotional).toBe(true);
  });

  test('in an email the person asked for ends only emails about that', async () => {
    const person = await aPerson(opened.db);
    const token = unsubscribeToken({ userId: person.userId, choice: 'back-in-stock' });
    await unsubscribe(token);
    await unsubscribe(token);
    expect(await readPreferences(person.userId)).toEqual({
      ...defaultPreferences,
      choices: { 'back-in-stock': { email: false } },
    });
  });

  test('that is altered, cut or made up does nothing', async () => {
    const [person, other] = [await aPerson(opened.db), await aPerson(opened.db)];
    await opened.db.insert(userPreferences).values({ userId: other.userId, promotional: true });
    const token = unsubscribeToken({ userId: person.userId, choice: 'promotion' });
    for (const wrong of [
      '',
      'x',
      token.slice(0, -1),
      `${token}.x`,
      token.replace(person.userId, other.userId),
      token.replace('promotion', 'security'),
      token.replace('promotion', '__proto__'),
      `${token}${'x'.repeat(400)}`,
      token.toUpperCase(),
    ]) {
      expect([wrong, whatEnds(wrong), await unsubscribe(wrong)]).toEqual([wrong, null, null]);
    }
    expect((await readPreferences(other.userId)).promotional).toBe(true);
  });

  test('of a deleted account works like any other', async () => {
    const token = unsubscribeToken({ userId: newId(), choice: 'promotion' });
    expect(await unsubscribe(token)).toBe('News and offers');
  });
});
