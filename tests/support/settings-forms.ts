/** Forms of the settings, and every form of theirs from people who may not send it or with contents that it never has. */
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import type { Database } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { settingsVersions, storeSettings } from '#db/schema/settings.ts';
import { settingsScreens } from '#office/kit/settings-screens.ts';
import { hoursSection } from '#office/pickup-hours/hours-section.ts';
import { formSections } from '#office/settings/settings-sections.ts';
import type { Application } from './application.ts';
import { aPerson, signedIn } from './people.ts';
import { postForm } from './requests.ts';

/** An open shop, and the session of its admin. */
export type SettingsShop = { db: Database; app: Application; ana: SignedIn; cookie: string };

/** The current form of the store, with the typed input. */
export async function formOf(
  admin: SignedIn,
  path: string,
  typed: Record<string, string>,
): Promise<Record<string, string>> {
  const section = path === 'hours' ? hoursSection : formSections.get(path)?.section;
  const group = section && (await readSettingsGroup(admin, section.name));
  if (!section || !group) throw new Error(`no section ${path}`);
  const base = section.texts(group.value as never);
  return {
    intent: 'save',
    version: String(group.version),
    base: JSON.stringify(base),
    ...base,
    ...typed,
  };
}

/** Posts a form of the settings. */
export const saveForm = (app: Application, path: string, fields: Record<string, string>, cookie: string) =>
  postForm(app, `/admin/settings/${path}`, fields, { cookie });

async function stateOf(db: Database) {
  const { rows } = await db.execute(sql`
    select (select jsonb_agg(to_jsonb(s) order by s.name) from ${storeSettings} s) as settings,
      (select count(*) from ${settingsVersions}) as versions,
      (select jsonb_agg(to_jsonb(t) order by t.id) from ${taxRules} t) as rules`);
  return rows;
}

/** People who may not change settings. */
export const strangers = ['guest', 'user', 'staff', 'banned'] as const;

/** Every nth form of any screen changes nothing, sent by this stranger. */
export async function sendAsStranger(
  { db, app, ana }: SettingsShop,
  who: (typeof strangers)[number],
  nth: number,
): Promise<void> {
  const role = who === 'staff' ? 'staff' : 'user';
  const theirs =
    who === 'guest' ? '' : await signedIn(db, await aPerson(db, { role, isBanned: who === 'banned' }));
  const before = await stateOf(db);
  const intents = [
    await formOf(ana, 'store', { name: 'Stolen' }),
    await formOf(ana, 'hours', { nightPermitted: 'yes' }),
    { intent: 'restore', restore: '0', version: '1' },
    { intent: 'preset', preset: Temporal.Now.plainDateISO().add({ days: 3 }).toString() },
    { intent: 'law', version: '0' },
    { paused: 'yes', reason: 'Mine', until: '', version: '0', base: '{}' },
  ];
  const all = settingsScreens.flatMap(({ path }) =>
    intents.flatMap((fields) => ['', '.data'].map((suffix) => ({ path: path + suffix, fields }))),
  );
  for (const { path, fields } of all.filter((_, at) => at % nth === 0)) {
    const answer = await saveForm(app, path, fields, theirs);
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      // 405: a page that accepts no writes.
      expect.toSatisfy((status: number) => [202, 302, 405].includes(status)),
      expect.not.stringMatching(/Two Branches Farm LLC|"base"/),
    ]);
  }
  expect(await stateOf(db)).toEqual(before);
}

/** Every nth form of any screen with hostile contents is refused, and stores nothing. */
export async function sendHostileForms({ db, app, cookie }: SettingsShop, nth: number): Promise<void> {
  const hostile: Record<string, string>[] = [
    {},
    { intent: '__proto__' },
    { intent: 'save', version: 'x' },
    { intent: 'save', version: '-1', base: '[' },
    { intent: 'save', version: '9e99', base: 'null', __proto__: 'x' },
    { intent: 'restore', restore: '99999', version: '0' },
    { intent: 'restore', restore: '1 or 1=1', version: '0' },
    { intent: 'restore', restore: '2147483648', version: '2147483648' },
    { intent: 'end', rule: "'; drop table tax_rules", last: '2031-02-30' },
    { intent: 'add', name: 'x\u0000', rate: '1e9', taxClass: '*', from: '' },
    { intent: 'preset', preset: '<script>' },
    { name: '\ud800', phone: 'x'.repeat(9000) },
  ];
  const versions = await db.select().from(settingsVersions);
  const all = settingsScreens.flatMap(({ path }) => hostile.map((fields) => ({ path, fields })));
  for (const { path, fields } of all.filter((_, at) => at % nth === 0)) {
    const answer = await saveForm(app, path, fields, cookie);
    await answer.arrayBuffer();
    expect([path, fields, answer.status < 500]).toEqual([path, fields, true]);
  }
  expect(await db.select().from(settingsVersions)).toEqual(versions);
  for (const query of ['day=x', 'day=9999-12-31', 'month=0000-00', 'month=2031-99&day=0001-01-01']) {
    const answer = await fetch(`${app.origin}/admin/settings/exceptions?${query}`, { headers: { cookie } });
    await answer.arrayBuffer();
    expect([query, answer.status]).toEqual([query, 200]);
  }
}
