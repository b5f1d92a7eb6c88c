/** Reads settings for those who change them: as stored, version by version, and who changed what last. */
import { and, desc, eq, max } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import { database, type Transaction } from '#db/client.ts';
import { settingsVersions, storeSettings } from '#db/schema/settings.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { Settings, SettingsName } from './settings.ts';
import { parseGroup } from './settings-queries.server.ts';
import { changedWords, type SettingsSection, sectionWords, type WordsChange } from './settings-section.ts';

/** A group as stored this moment, with the version a form goes by. null for those who may not manage settings. */
export async function readSettingsGroup<N extends SettingsName>(
  actor: Actor,
  name: N,
): Promise<{ value: Settings[N]; version: number } | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [[row], version] = await Promise.all([
    database().select({ value: storeSettings.value }).from(storeSettings).where(eq(storeSettings.name, name)),
    newestVersion(database(), name),
  ]);
  return { value: parseGroup(name, row?.value ?? {}), version };
}

/** The version of the group's last save; 0 while nobody has saved it. */
export async function newestVersion(from: Pick<Transaction, 'select'>, name: SettingsName): Promise<number> {
  const [row] = await from
    .select({ version: max(settingsVersions.version) })
    .from(settingsVersions)
    .where(eq(settingsVersions.name, name));
  return row?.version ?? 0;
}

/** One save, as a section's history shows it. */
export type SettingsVersionLine = {
  version: number;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone. */
  at: string;
  who: string;
  changes: WordsChange[];
  /** What would change if this version were restored; empty where it says what is stored now. */
  toRestore: WordsChange[];
};

export type SettingsHistory = {
  /** Newest first. */
  lines: SettingsVersionLine[];
  /** What would change if all of them were taken back. */
  toRestoreFirst: WordsChange[];
};

/** A section's history goes back so many saves of its group. */
const LONGEST_HISTORY = 200;

/** The saves that changed something of this section. Empty for those who may not manage settings. */
export async function readSettingsHistory<N extends SettingsName>(
  actor: Actor,
  section: SettingsSection<N>,
  zone: string,
): Promise<SettingsHistory> {
  if (!may(actor, 'settings.manage')) return { lines: [], toRestoreFirst: [] };
  const rows = await database()
    .select()
    .from(settingsVersions)
    .where(eq(settingsVersions.name, section.name))
    .orderBy(desc(settingsVersions.version))
    .limit(LONGEST_HISTORY);
  const wordsOf = (stored: unknown) => sectionWords(section, parseGroup(section.name, stored));
  const differ = (one: Record<string, string>, other: Record<string, string>) =>
    changedWords(one, other, section.absent);
  const now = rows[0] ? wordsOf(rows[0].after) : {};
  const lines = rows
    .map((row) => {
      const [before, after] = [wordsOf(row.before), wordsOf(row.after)];
      return {
        version: row.version,
        at: formatDateTime(instantOf(row.createdAt), zone),
        who: row.changedByName,
        changes: differ(before, after),
        toRestore: differ(now, after),
      };
    })
    .filter((line) => line.changes.length > 0);
  const first = rows.at(-1);
  const goesBackToFirst = first?.version === 1 && lines.length > 0;
  return { lines, toRestoreFirst: goesBackToFirst ? differ(now, wordsOf(first.before)) : [] };
}

/** The group as it stood after a save; version 0 is what it was before the first one. null where there is none. */
export async function readSettingsVersion<N extends SettingsName>(
  actor: Actor,
  name: N,
  version: number,
): Promise<Settings[N] | null> {
  if (!may(actor, 'settings.manage') || !Number.isSafeInteger(version) || version < 0 || version >= 2 ** 31)
    return null;
  const [row] = await database()
    .select({ before: settingsVersions.before, after: settingsVersions.after })
    .from(settingsVersions)
    .where(and(eq(settingsVersions.name, name), eq(settingsVersions.version, Math.max(version, 1))));
  return row ? parseGroup(name, version === 0 ? row.before : row.after) : null;
}
