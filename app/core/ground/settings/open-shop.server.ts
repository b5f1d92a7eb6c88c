/** Sets up a store that was started empty: closed at first, confirmed step by step, opened by its owner. */
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { databasePool, inTransaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { snapshotTakenAt } from '#db/snapshot.ts';
import { commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { saveSettings } from './save-settings.server.ts';
import { readSetUp } from './set-up-queries.server.ts';
import { closedBecause, mayConfirm, type SetUpStepName } from './set-up-steps.ts';
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
 * Opens the shop. Refused: a missing step that a real store needs, each with its sentence (an empty fact or one of the
 * sample by its name); and an old sign-in.
 */
export async function openShop(actor: Actor): Promise<Said> {
  const setUp = await readSetUp(actor);
  if (!setUp) return refuse(commonMessage({ kind: 'not-allowed' }));
  if (await snapshotTakenAt(databasePool())) return refuse('The shop stays closed. End the rehearsal first.');
  const because = closedBecause(setUp.steps);
  if (because !== '') return refuse(because);
  return save(actor, () => ({ isOpen: true }));
}

/** Visitors see 'not open yet' again; nothing else changes. Refused: an old sign-in. */
export function closeShop(actor: Actor): Promise<Said> {
  return save(actor, () => ({ isOpen: false, isSetUpHidden: false }));
}

/** Says that a step is not for this shop: no mail, no staff. Refused: a step that the shop cannot open without. */
export async function confirmStep(actor: Actor, step: SetUpStepName): Promise<Said> {
  if (!mayConfirm(step)) return refuse('The shop needs this step.');
  return save(actor, ({ confirmed }) => ({ confirmed: [...new Set([...confirmed, step])] }));
}

/** Takes back what `confirmStep` said. */
export function takeBackStep(actor: Actor, step: SetUpStepName): Promise<Said> {
  return save(actor, ({ confirmed }) => ({ confirmed: confirmed.filter((each) => each !== step) }));
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
  if (!group) return refuse(commonMessage({ kind: 'not-allowed' }));
  const saved = await saveSettings(actor, 'opening', change(group.value), group.version);
  return saved.ok ? succeed(null) : refuse(settingsMessage(saved.problem));
}
