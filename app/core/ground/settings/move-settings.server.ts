/** Writes the settings that move here from an export of a shop like this one, as far as no one here has chosen others. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { jsonRows } from '#db/json-rows.ts';
import { lockSettings } from './lock-settings.server.ts';
import { type SettingsName, settingsSchemas } from './settings.ts';

/** Who may come in, what shows the menu elsewhere, and that the shop is open: an admin of this shop decides these. */
const DECIDED_HERE: ReadonlySet<string> = new Set<SettingsName>(['opening', 'security', 'sharing']);

export const movingSettings = Object.keys(settingsSchemas).filter((name) => !DECIDED_HERE.has(name));

/** What its schema reads of the group; null for what is none, and for one that does not move. A price list is a file. */
export function readMovedSetting(
  name: string,
  value: Record<string, unknown>,
): Record<string, unknown> | null {
  if (!movingSettings.includes(name)) return null;
  const read = settingsSchemas[name as SettingsName].safeParse(value);
  if (!read.success) return null;
  const given = Object.entries(read.data).filter(([key]) => Object.hasOwn(value, key));
  return Object.fromEntries(given.map(([key, one]) => [key, key === 'priceListKey' ? null : one]));
}

export type MovedSetting = { name: string; value: Record<string, unknown> };

/** @returns the names of the groups that were written: a group that someone saved here stays */
export async function moveSettings(tx: Transaction, moved: readonly MovedSetting[]): Promise<Set<string>> {
  await lockSettings(tx);
  const { rows } = await tx.execute<{ name: string }>(sql`
    insert into store_settings as setting (name, value)
    select name, value from json_populate_recordset(null::store_settings, ${jsonRows(moved)}::json)
    on conflict (name) do update set value = case when setting.value ? 'priceListKey'
        then excluded.value || jsonb_build_object('priceListKey', setting.value -> 'priceListKey') else excluded.value end,
      updated_at = now()
    where setting.updated_by is null
    returning name`);
  return new Set(rows.map(({ name }) => name));
}

/** Shows the price list, unless there is one. @returns whether it is shown */
export async function movePriceList(tx: Transaction, key: string): Promise<boolean> {
  await lockSettings(tx);
  const value = JSON.stringify({ priceListKey: key });
  const { rowCount } = await tx.execute(sql`
    insert into store_settings as setting (name, value) values ('store', ${value}::jsonb)
    on conflict (name) do update set value = setting.value || excluded.value, updated_at = now()
    where coalesce(setting.value ->> 'priceListKey', ${key}) = ${key}`);
  return rowCount === 1;
}

/** What was saved here since stays. */
export async function removeMovedSettings(tx: Transaction, names: readonly string[]): Promise<void> {
  await lockSettings(tx);
  await tx.execute(sql`
    delete from store_settings where name = any(${sql.param([...names])}::text[]) and updated_by is null`);
}

export async function removeMovedPriceLists(tx: Transaction, keys: readonly string[]): Promise<void> {
  await lockSettings(tx);
  const isIt = sql`name = 'store' and value ->> 'priceListKey' = any(${sql.param([...keys])}::text[])`;
  await tx.execute(
    sql`update store_settings set value = value - 'priceListKey', updated_at = now() where ${isIt}`,
  );
  await tx.execute(sql`delete from store_settings where name = 'store' and value = '{}'`);
}
