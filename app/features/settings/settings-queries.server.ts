/** Reads the store's settings. Kept in memory per instance until the database says they changed. */
import { database } from '#db/client.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { defaultSettings, type Settings, type SettingsName, settingsSchemas } from './settings.ts';

let kept: Promise<Settings> | null = null;
/** What was read last, however long ago. */
let last: Settings | null = null;

/** Drops what is kept; called when the database announces a change of settings. */
export function forgetSettings(): void {
  kept = null;
}

/** Every settings group: the stored value over its defaults. A stored value that no longer fits is logged and its default used. */
export function readSettings(): Promise<Settings> {
  if (!kept) {
    const loading = loadFromDatabase();
    kept = loading;
    // A failed read must not be kept.
    loading.catch(() => {
      if (kept === loading) kept = null;
    });
  }
  return kept;
}

/** For a page's frame, which is shown even while the database is away: then the settings read last will do. */
export async function readSettingsForFrame(): Promise<Settings> {
  try {
    return await readSettings();
  } catch (error) {
    if (last === null || !isDatabaseAway(error)) throw error;
    return last;
  }
}

async function loadFromDatabase(): Promise<Settings> {
  const stored = await database()
    .select({ name: storeSettings.name, value: storeSettings.value })
    .from(storeSettings);
  const settings = defaultSettings();
  for (const row of stored) {
    if (!(row.name in settingsSchemas)) continue;
    const name = row.name as SettingsName;
    const parsed = settingsSchemas[name].safeParse(row.value);
    if (parsed.success) Object.assign(settings, { [name]: parsed.data });
    else
      log.error({ settings: name, issues: parsed.error.issues }, 'stored settings do not fit; defaults used');
  }
  last = settings;
  return settings;
}
