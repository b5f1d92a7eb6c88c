/** Reads settings for people who change them: as stored, version by version, and who last changed what. */
import { and, desc, eq, max } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database, type Transaction } from '#db/client.ts';
import { settingsVersions, storeSettings } from '#db/schema/settings.ts';
import { fitsInteger } from '#kernel/number.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { Settings, SettingsName } from './settings.ts';
import { parseGroup } from './settings-queries.server.ts';
import { settingsNeeds } from './settings-rules.ts';
import { changedWords, type SettingsSection, sectionWords, type WordsChange } from './settings-section.ts';

/**
 * The stored group, with the version for its form. null for people who may not save it.
 * @param needs for a command that saves a part of it
 */
export async function readSettingsGroup<N extends SettingsName>(
  actor: Actor,
  name: N,
  needs = settingsNeeds(name),
): Promise<{ value: Settings[N]; version: number } | null> {
  if (!may(actor, needs)) return null;
  const [[row], version] = await Promise.all([
    database().select({ value: storeSettings.value }).from(storeSettings).where(eq(storeSettings.name, name)),
    newestVersion(database(), name),
  ]);
  return { value: parseGroup(name, row?.value ?? {}), version };
}

/** The version of the group's last save; 0 before the first one. */
export async function newestVersion(from: Pick<Transaction, 'select'>, name: SettingsName): Promise<number> {
  const [row] = await from
    .select({ version: max(settingsVersions.version) })
    .from(settingsVersions)
    .where(eq(settingsVersions.name, name));
  return row?.version ?? 0;
}

/** One save in a section's history. */
export type SettingsVersionLine = {
  version: number;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone. */
  at: string;
  who: string;
  changes: WordsChange[];
  /** What would change if this version were restored; empty if it equals the stored values. */
  toRestore: WordsChange[];
};

export type SettingsHistory = {
  /** Newest first. */
  lines: SettingsVersionLine[];
  /** What would change if all of them were undone. */
  toRestoreFirst: WordsChange[];
};

/** How many saves of its group a section's history goes back. */
const LONGEST_HISTORY = 200;

/** The saves that changed something of this section. Empty for people who may not manage settings. */
export async function readSettingsHistory<N extends SettingsName>(
  actor: Actor,
  section: SettingsSection<N>,
  zone: string,
): Promise<SettingsHistory> {
  if (!may(actor, settingsNeeds(section.name))) return { lines: [], toRestoreFirst: [] };
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

/** The group after a save; version 0 is its value before the first one. null if it does not exist. */
export async function readSettingsVersion<N extends SettingsName>(
  actor: Actor,
  name: N,
  version: number,
): Promise<Settings[N] | null> {
  if (!may(actor, settingsNeeds(name)) || !fitsInteger(version, 0)) return null;
  const [row] = await database()
    .select({ before: settingsVersions.before, after: settingsVersions.after })
    .from(settingsVersions)
    .where(and(eq(settingsVersions.name, name), eq(settingsVersions.version, Math.max(version, 1))));
  return row ? parseGroup(name, version === 0 ? row.before : row.after) : null;
}
