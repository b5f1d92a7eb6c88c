/** The set-up of a store that was started empty: closed at first, confirmed step by step, opened by its owner. */
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { saveSettings } from './save-settings.server.ts';
import { readSetUp } from './set-up-queries.server.ts';
import { type SetUpStepName, stepsMissing } from './set-up-steps.ts';
import type { OpeningSettings } from './settings.ts';
import { settingsMessage } from './settings-rules.ts';
import { readSettingsGroup } from './settings-versions-queries.server.ts';

/**
 * Closes a store in which there is neither a person nor a product, until its owner opens it: no visitor is to take the
 * shipped sample for a real store. One that has been in use, and one that was opened before, stays as it is.
 */
export async function closeUntilSetUp(): Promise<void> {
  const value: OpeningSettings = { isOpen: false, confirmed: [], isSetUpHidden: false };
  await inTransaction((tx) =>
    tx.execute(sql`
      insert into ${storeSettings} (name, value)
      select 'opening', ${JSON.stringify(value)}::jsonb
      where not exists (select from ${users}) and not exists (select from ${products})
      on conflict do nothing`),
  );
}

/** Says why not, in words. */
type Said = Result<null, string>;

/**
 * Opens the shop. Refused while a step is missing without which it cannot be a real store, and to whom the last sign-in
 * is too long ago.
 */
export async function openShop(actor: Actor): Promise<Said> {
  const setUp = await readSetUp(actor);
  if (!setUp) return refuse('Admin access only');
  const missing = stepsMissing(new Set(setUp.done));
  if (missing.length > 0)
    return refuse(`Before you open the shop, finish: ${missing.map(({ label }) => label).join(', ')}.`);
  return save(actor, () => ({ isOpen: true }));
}

/** Visitors read 'not open yet' again; nothing else changes. Refused to whom the last sign-in is too long ago. */
export function closeShop(actor: Actor): Promise<Said> {
  return save(actor, () => ({ isOpen: false, isSetUpHidden: false }));
}

/** What stands there is right, though it is what was shipped. */
export function confirmStep(actor: Actor, step: SetUpStepName): Promise<Said> {
  return save(actor, ({ confirmed }) => ({ confirmed: [...new Set([...confirmed, step])] }));
}

/** The dashboard no longer shows what is left. */
export function hideSetUp(actor: Actor): Promise<Said> {
  return save(actor, () => ({ isSetUpHidden: true }));
}

async function save(
  actor: Actor,
  change: (value: OpeningSettings) => Partial<OpeningSettings>,
): Promise<Said> {
  const group = await readSettingsGroup(actor, 'opening');
  if (!group) return refuse('Admin access only');
  const saved = await saveSettings(actor, 'opening', change(group.value), group.version);
  return saved.ok ? succeed(null) : refuse(settingsMessage(saved.problem));
}
