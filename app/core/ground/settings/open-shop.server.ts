/** Sets up a store that was started empty: closed at first, confirmed step by step, opened by its owner. */
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { saveSettings } from './save-settings.server.ts';
import { readSetUp } from './set-up-queries.server.ts';
import { mayConfirm, type SetUpStepName, stepsMissing } from './set-up-steps.ts';
import { defaultSettings, type OpeningSettings, type StoreSettings } from './settings.ts';
import { settingsMessage } from './settings-rules.ts';
import { readSettingsGroup } from './settings-versions-queries.server.ts';
import { emptyFacts } from './store-facts.ts';

/**
 * Closes a store without people and products until its owner opens it, and empties its facts, which are the sample's by
 * default: nothing of the sample can become public. A store that has been in use or was opened before stays unchanged.
 */
export async function closeUntilSetUp(): Promise<void> {
  const value: OpeningSettings = { isOpen: false, confirmed: [], isSetUpHidden: false };
  const store: StoreSettings = { ...defaultSettings().store, ...emptyFacts };
  await inTransaction((tx) =>
    tx.execute(sql`
      with closed as (
        insert into ${storeSettings} (name, value)
        select 'opening', ${JSON.stringify(value)}::jsonb
        where not exists (select from ${users}) and not exists (select from ${products})
        on conflict do nothing returning name
      )
      insert into ${storeSettings} (name, value)
      select 'store', ${JSON.stringify(store)}::jsonb from closed
      on conflict do nothing`),
  );
}

/** Refuses with a message. */
type Said = Result<null, string>;

/**
 * Opens the shop. Refused: facts of the store that are empty or the sample's, each by its name; a missing step that a real
 * store needs; and an old sign-in.
 */
export async function openShop(actor: Actor): Promise<Said> {
  const setUp = await readSetUp(actor);
  if (!setUp) return refuse('Admin access only');
  // Missing facts have steps, too; the save names each of them.
  const missing = setUp.missing.length > 0 ? [] : stepsMissing(new Set(setUp.done));
  if (missing.length > 0)
    return refuse(`Before you open the shop, finish: ${missing.map(({ label }) => label).join(', ')}.`);
  return save(actor, () => ({ isOpen: true }));
}

/** Visitors see 'not open yet' again; nothing else changes. Refused: an old sign-in. */
export function closeShop(actor: Actor): Promise<Said> {
  return save(actor, () => ({ isOpen: false, isSetUpHidden: false }));
}

/** Confirms that the shipped values of a step are correct. Refused: a step that only the owner can fill in. */
export async function confirmStep(actor: Actor, step: SetUpStepName): Promise<Said> {
  if (!mayConfirm(step)) return refuse('Fill in this step: it has no values that could be right.');
  return save(actor, ({ confirmed }) => ({ confirmed: [...new Set([...confirmed, step])] }));
}

/** Hides the remaining set-up steps on the dashboard. */
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
