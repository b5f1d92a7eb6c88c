/** Loads the set-up: its steps, and the values of the step that is open. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSetUp } from '#core/ground/settings/set-up-queries.server.ts';
import type { SetUpStepName } from '#core/ground/settings/set-up-steps.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import { otherWorkWords } from '#core/running/rehearsals/rehearsal.ts';
import {
  readOtherWorkOfRehearsal,
  rehearsalSince,
} from '#core/running/rehearsals/rehearsals-queries.server.ts';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { farmSection } from './farm-section.ts';
import { patternOf } from './hours-patterns.ts';

export type SetUpData = Awaited<ReturnType<typeof readSetUpPage>>;

/** @param wanted the step that the address names; otherwise the first that is not done is open, while the shop is closed */
export async function readSetUpPage(actor: SignedIn, request: Request, wanted: SetUpStepName | null) {
  const [setUp, store, pickup, confirmAt, since, otherWork] = await Promise.all([
    readSetUp(actor),
    readSettingsGroup(actor, 'store'),
    readSettingsGroup(actor, 'pickup'),
    confirmAtFor(actor, request),
    rehearsalSince(),
    readOtherWorkOfRehearsal(),
  ]);
  if (!setUp || !store || !pickup) throw new Response(null, { status: 403 });
  const first = setUp.isOpen ? undefined : setUp.steps.find(({ isDone }) => !isDone);
  const active = wanted ?? first?.name ?? null;
  return {
    ...{ setUp, active, confirmAt },
    rehearsal: since === null ? null : { since, alsoUndone: otherWorkWords(otherWork) },
    farm: { version: store.version, base: farmSection.texts(store.value) },
    hours: { version: pickup.version, pattern: pickup.version > 0 ? patternOf(pickup.value.weekly) : null },
  };
}
