/**
 * Saves settings, by an admin: writes the given keys and leaves the others. Every save is a version; the database
 * notifies every instance, which invalidates its cached settings and pages.
 */
import { and, eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { settingsVersions, storeSettings } from '#db/schema/settings.ts';
import { fitsInteger } from '#kernel/number.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { isDemoStore } from '#platform/demo-store.ts';
import { announce } from '#platform/live/announce.ts';
import { lockSettings } from './lock-settings.server.ts';
import { defaultSettings, type Settings, type SettingsName, settingsSchemas } from './settings.ts';
import { invalidateSettings, parseGroup } from './settings-queries.server.ts';
import { needsRecentSignIn, type SettingsProblem, settingsNeeds } from './settings-rules.ts';
import { changedWords, type SettingsSection, sectionWords } from './settings-section.ts';
import { newestVersion } from './settings-versions-queries.server.ts';
import { missingFacts, missingFactsText, refusedFacts } from './store-facts.ts';

export type SavedSettings<N extends SettingsName> = {
  version: number;
  changed: boolean;
  value: Settings[N];
};

export type SaveSettingsOptions<N extends SettingsName> = {
  /** The section that saves it: names the record in the audit log and provides its labels. */
  section?: Pick<SettingsSection<N>, 'path' | 'labels' | 'texts' | 'words' | 'absent'>;
  /** The version whose values these are, when one is restored. */
  restores?: number;
};

/**
 * Writes `value` over the group's stored value. A save without changes leaves no trace. Refused: people who may not
 * save the group, values that do not fit the group's schema, an old sign-in for sensitive keys, and a `version` since
 * which someone else has changed one of the same keys (other keys of the group may have changed).
 */
export async function saveSettings<N extends SettingsName>(
  actor: Actor,
  name: N,
  value: Partial<Settings[N]>,
  version: number,
  options: SaveSettingsOptions<N> = {},
): Promise<Result<SavedSettings<N>, SettingsProblem<Settings[N]>>> {
  const asStaff = staffTransaction(actor, settingsNeeds(name), refuse({ kind: 'not-allowed' }));
  const saved = await asStaff<Result<SavedSettings<N>, SettingsProblem<Settings[N]>>>(async (tx, actor) => {
    await lockSettings(tx, name);
    return saveLockedSettings(tx, actor, name, value, version, options);
  });
  // Other instances are notified by the database in a moment; this one invalidates at once, for the person who saved.
  if (saved.ok && saved.value.changed) invalidateSettings();
  return saved;
}

/**
 * `saveSettings` in a larger command, which has locked the settings, checked the permission and calls
 * `invalidateSettings` after its commit.
 */
export async function saveLockedSettings<N extends SettingsName>(
  tx: Transaction,
  actor: SignedIn,
  name: N,
  value: Partial<Settings[N]>,
  version: number,
  options: SaveSettingsOptions<N> = {},
): Promise<Result<SavedSettings<N>, SettingsProblem<Settings[N]>>> {
  const keys = Object.keys(value);
  const isGuarded = needsRecentSignIn(name, keys, await isShopOpen(tx));
  if (isGuarded && !(await holdSession(tx, actor, { recent: true })))
    return refuse({ kind: 'confirm-first' });
  const stored = await storedGroup(tx, name);
  if (version !== stored.version) {
    const seen = await groupAt(tx, name, version);
    if (seen === null || keys.some((key) => !isSame(keyOf(seen, key), keyOf(stored.value, key))))
      return refuse({ kind: 'stale', version: stored.version, value: stored.value });
  }
  const parsed = settingsSchemas[name].safeParse({ ...stored.value, ...value });
  if (!parsed.success) return refuse({ kind: 'invalid', errors: errorsOf(parsed.error.issues) });
  const after = parsed.data as Settings[N];
  const errors = await errorsOfFacts(tx, name, { before: stored.value, after });
  if (Object.keys(errors).length > 0) return refuse({ kind: 'invalid', errors });
  if (isSame(after, stored.value))
    return succeed({ version: stored.version, changed: false, value: stored.value });
  await write(tx, actor, name, { before: stored.value, after, version: stored.version + 1 }, options);
  // The counter's board shows that reservations are paused.
  if (name === 'ordering') await announce(tx, 'orders');
  return succeed({ version: stored.version + 1, changed: true, value: after });
}

/** Why an open shop cannot save these facts of the store, or a closed one cannot open. The demo is the sample. */
async function errorsOfFacts<N extends SettingsName>(
  tx: Transaction,
  name: N,
  { before, after }: { before: Settings[N]; after: Settings[N] },
): Promise<Record<string, string[]>> {
  if (isDemoStore()) return {};
  const sample = defaultSettings().store;
  if (name === 'store' && (await isShopOpen(tx)))
    return refusedFacts({ before: before as Settings['store'], after: after as Settings['store'] }, sample);
  if (name !== 'opening') return {};
  const [was, is] = [before as Settings['opening'], after as Settings['opening']];
  const missing =
    is.isOpen && !was.isOpen ? missingFacts((await storedGroup(tx, 'store')).value, sample) : [];
  return missing.length > 0 ? { isOpen: [`The shop stays closed. ${missingFactsText(missing)}`] } : {};
}

/** A group as stored, locked; the caller has locked the settings. */
export async function storedGroup<N extends SettingsName>(tx: Transaction, name: N) {
  const [row] = await tx
    .select({ value: storeSettings.value })
    .from(storeSettings)
    .where(eq(storeSettings.name, name))
    .for('no key update');
  return { value: parseGroup(name, row?.value ?? {}), version: await newestVersion(tx, name) };
}

/** Whether visitors get the shop, by the stored value: an announcement that has not arrived yet must not decide it. */
export async function isShopOpen(tx: Transaction): Promise<boolean> {
  const [row] = await tx
    .select({ value: storeSettings.value })
    .from(storeSettings)
    .where(eq(storeSettings.name, 'opening'));
  return parseGroup('opening', row?.value ?? {}).isOpen;
}

/** The group at a version; null if that number does not exist. */
async function groupAt<N extends SettingsName>(
  tx: Transaction,
  name: N,
  version: number,
): Promise<Settings[N] | null> {
  if (!fitsInteger(version + 1)) return null;
  const [row] = await tx
    .select({ before: settingsVersions.before })
    .from(settingsVersions)
    .where(and(eq(settingsVersions.name, name), eq(settingsVersions.version, version + 1)));
  return row ? parseGroup(name, row.before) : null;
}

async function write<N extends SettingsName>(
  tx: Transaction,
  actor: SignedIn,
  name: N,
  { before, after, version }: { before: Settings[N]; after: Settings[N]; version: number },
  { section, restores }: SaveSettingsOptions<N>,
): Promise<void> {
  const row = { value: after, updatedAt: asDate(systemClock()), updatedBy: actor.userId };
  await tx
    .insert(storeSettings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: storeSettings.name, set: row });
  await tx
    .insert(settingsVersions)
    .values({ name, version, before, after, changedBy: actor.userId, changedByName: actor.name });
  const changes = section
    ? changedWords(sectionWords(section, before), sectionWords(section, after), section.absent)
    : Object.keys(after)
        .filter((key) => !isSame(keyOf(before, key), keyOf(after, key)))
        .map((key) => ({ label: key, before: keyOf(before, key), after: keyOf(after, key) }));
  const side = (which: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.label, change[which]])) as AuditState;
  await recordAudit(tx, actor, {
    action: restores === undefined ? 'setting.changed' : 'setting.restored',
    subject: 'setting',
    subjectId: section?.path ?? name,
    before: side('before'),
    after: side('after'),
    reason: restores === undefined ? null : `Version ${restores}`,
  });
}

const keyOf = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];

/** Both come from the same schema, so their keys have the same order. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** By the path of the invalid value: 'weekly.1.0.opens'. */
function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}
