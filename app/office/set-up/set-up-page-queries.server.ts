/** Loads the set-up: its steps, and the values of the step that is open. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSetUp } from '#core/ground/settings/set-up-queries.server.ts';
import { type SetUpStepName, stepsMissing } from '#core/ground/settings/set-up-steps.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { otherWorkWords } from '#core/running/rehearsals/rehearsal.ts';
import {
  readOtherWorkOfRehearsal,
  rehearsalSince,
} from '#core/running/rehearsals/rehearsals-queries.server.ts';
import { qrCode } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { readTaxScreen, type TaxScreen } from '#office/taxes/tax-rules-queries.server.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { asksToConfirm } from './asks-to-confirm.ts';
import { farmSection } from './farm-section.ts';
import { patternOf } from './hours-patterns.ts';

export type SetUpData = Awaited<ReturnType<typeof readSetUpPage>>;

/** @param wanted the step that the address names; otherwise the first that is not done is open, while the shop is closed */
export async function readSetUpPage(actor: SignedIn, request: Request, wanted: SetUpStepName | null) {
  const { today } = await storeClock();
  const [setUp, store, pickup, taxes, confirmAt, since, otherWork] = await Promise.all([
    readSetUp(actor),
    readSettingsGroup(actor, 'store'),
    readSettingsGroup(actor, 'pickup'),
    readTaxScreen(actor, today, null),
    // A press takes no time to fill in, so the page asks no earlier than the press would.
    confirmAtFor(actor, request, 'change'),
    rehearsalSince(),
    readOtherWorkOfRehearsal(),
  ]);
  if (!setUp || !store || !pickup || !taxes) throw new Response(null, { status: 403 });
  const first = setUp.isOpen ? undefined : setUp.steps.find(({ isDone }) => !isDone);
  const active = wanted ?? first?.name ?? null;
  const isReady = stepsMissing(setUp.steps).length === 0;
  const address = `${mailOrigin()}/login`;
  return {
    ...{ setUp, active },
    confirmAt: asksToConfirm(active, { isOpen: setUp.isOpen, isReady }) ? confirmAt : null,
    signIn: since === null ? null : { address, qr: qrCode(address) },
    rehearsal: since === null ? null : { since, alsoUndone: otherWorkWords(otherWork) },
    farm: { version: store.version, base: farmSection.texts(store.value) },
    money: moneyOf(taxes),
    hours: { version: pickup.version, pattern: pickup.version > 0 ? patternOf(pickup.value.weekly) : null },
  };
}

/** The rules in force, the county to choose at first, and whether orders were placed with them. */
function moneyOf({ rules, isEstimate, counties }: TaxScreen) {
  const inForce = isEstimate ? [] : rules.filter(({ state }) => state === 'in-force');
  const salesTax = inForce.find(({ taxClass }) => taxClass === 'merchandise');
  const proposed = counties.counties.find(({ name }) => name === counties.proposed);
  return {
    counties,
    rules: inForce.map(({ id, name, rate, on }) => ({ id, name, rate, on })),
    // Another rate in force is that of a county which the address does not say.
    county: !salesTax || salesTax.rate === proposed?.rate ? (counties.proposed ?? '') : '',
    hasOrders: inForce.some(({ correctable }) => correctable === null),
  };
}
