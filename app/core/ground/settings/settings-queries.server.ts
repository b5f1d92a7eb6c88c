/** Reads the store's settings. Each instance caches them until the database announces a change. */
import { sql } from 'drizzle-orm';
import { remember } from '#db/announced-changes.ts';
import { database, databasePool, type Transaction } from '#db/client.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { snapshotTakenAt } from '#db/snapshot.ts';
import { statement } from '#db/statement.ts';
import { REHEARSAL_MARK } from '#kernel/rehearsal-mark.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { notingGroups } from '#platform/pages/shown.ts';
import { defaultSettings, type Settings, type SettingsName, settingsSchemas } from './settings.ts';
import { UNNAMED } from './store-facts.ts';

/** The settings read last, however long ago. */
let last: Settings | null = null;

/** The row marks of the settings that were read. */
const stamps = new WeakMap<Settings, string>();

const cache = remember(async () => named(await readStoredSettings(database())), {
  tables: ['store_settings'],
});

/** For the command that saved settings: its instance invalidates at once, not when the announcement arrives. */
export const invalidateSettings = cache.invalidate;

/**
 * Every settings group: the stored value over its defaults. A stored value that no longer fits is logged and replaced
 * by its default.
 */
export async function readSettings(): Promise<Settings> {
  return notingGroups('store_settings', await cache.read());
}

/** For a page's frame, which renders even while the database is unavailable: it then uses the settings read last. */
export async function readSettingsForFrame(): Promise<Settings> {
  try {
    return await readSettings();
  } catch (error) {
    if (last === null || !isDatabaseAway(error)) throw error;
    return notingGroups('store_settings', last);
  }
}

/** Pages and mail of a shop that has no name yet say 'The shop'; only its staff see them. */
function named(settings: Settings): Settings {
  if (settings.store.name === '') settings.store.name = UNNAMED;
  return settings;
}

/** Reads them from the database, as stored. */
export async function readStoredSettings(from: Pick<Transaction, 'select'>): Promise<Settings> {
  const stored = await from
    .select({ name: storeSettings.name, value: storeSettings.value, mark: rowMark })
    .from(storeSettings);
  const settings = defaultSettings();
  for (const row of stored) {
    if (isSettingsName(row.name)) Object.assign(settings, { [row.name]: parseGroup(row.name, row.value) });
  }
  stamps.set(settings, stampOf(stored));
  last = settings;
  return settings;
}

/** Parses a group's stored value. One that no longer fits is logged and replaced by the default. */
export function parseGroup<N extends SettingsName>(name: N, value: unknown): Settings[N] {
  const parsed = settingsSchemas[name].safeParse(value);
  if (parsed.success) return parsed.data as Settings[N];
  log.error({ settings: name, issues: parsed.error.issues }, 'stored settings do not fit; defaults used');
  return defaultSettings()[name];
}

function isSettingsName(name: string): name is SettingsName {
  return Object.hasOwn(settingsSchemas, name);
}

/** Changes with every write of the row, by any writer. */
const rowMark = sql<string>`${storeSettings}.xmin::text`;

function stampOf(rows: readonly { name: string; mark: string }[]): string {
  return rows
    .map(({ name, mark }) => `${name} ${mark}`)
    .sort()
    .join();
}

const readMarks = statement<{ name: string; mark: string }>(sql`
  select name, ${rowMark} as mark from ${storeSettings}`);

/** Whether these settings equal the stored ones. */
export async function areStored(tx: Transaction, settings: Settings): Promise<boolean> {
  const rows = await readMarks(tx);
  return stamps.get(settings) === stampOf(rows);
}

/**
 * The first line of papers, files and mails while a rehearsal is running, otherwise null: they outlive it, and the first real
 * order gets the same number. A rehearsal starts only before the first order, so all orders are its own. Costs an open shop,
 * which never has one, no query.
 */
export async function rehearsalMark(): Promise<string | null> {
  const { opening } = await readSettings();
  if (opening.isOpen || (await snapshotTakenAt(databasePool())) === null) return null;
  return REHEARSAL_MARK;
}
