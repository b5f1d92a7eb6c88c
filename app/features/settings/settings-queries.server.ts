/** Reads the store's settings. Kept in memory per instance until the database says they changed. */
import { asc } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { storeSettings, taxRules } from '#db/schema/settings.ts';
import type { TaxRule } from '#features/checkout/tax.ts';
import { basisPoints } from '#kernel/money.ts';
import { log } from '#platform/log.ts';
import { defaultSettings, type Settings, type SettingsName, settingsSchemas } from './settings.ts';

let kept: Promise<{ settings: Settings; taxRules: readonly TaxRule[] }> | null = null;

/** Drops what is kept; called when the database announces a change of settings, tax rules or content. */
export function forgetSettings(): void {
  kept = null;
}

/** Every settings group: the stored value over its defaults. A stored value that no longer fits is logged and its default used. */
export async function readSettings(): Promise<Settings> {
  return (await load()).settings;
}

/** Every tax rule, past, present and future; `taxFor` picks those in force on a date. */
export async function readTaxRules(): Promise<readonly TaxRule[]> {
  return (await load()).taxRules;
}

function load() {
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

async function loadFromDatabase() {
  const [stored, rules] = await Promise.all([
    database().select({ name: storeSettings.name, value: storeSettings.value }).from(storeSettings),
    database().select().from(taxRules).orderBy(asc(taxRules.from), asc(taxRules.name)),
  ]);
  const settings = defaultSettings();
  for (const row of stored) {
    if (!(row.name in settingsSchemas)) continue;
    const name = row.name as SettingsName;
    const parsed = settingsSchemas[name].safeParse(row.value);
    if (parsed.success) Object.assign(settings, { [name]: parsed.data });
    else log.error({ settings: name, issues: parsed.error.issues }, 'stored settings do not fit; defaults used');
  }
  return {
    settings,
    taxRules: rules.map((rule) => ({
      id: rule.id,
      taxClass: rule.taxClass,
      name: rule.name,
      rate: basisPoints(rule.rate),
      from: rule.from,
      until: rule.until,
    })),
  };
}
