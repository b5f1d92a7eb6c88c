/** Tries the keys of the state's tracking system, says what they may do, and starts a comparison of lots with packages. */
import { trackingSystem } from '#core/goods/tracking/open-tracking.server.ts';
import { startComparison } from '#core/goods/tracking/start-comparison.server.ts';
import { keysWords, TrackingTrouble, trackingMessage } from '#core/goods/tracking/tracking.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import type { ConnectionOutcome } from '#core/running/connections/connection.ts';
import { testWith } from '#core/running/connections/test-connection.server.ts';

/** Refuses what `testConnection` refuses. What came of it is stored. */
export const testTracking = (actor: Actor) =>
  testWith(actor, 'tracking', { who: 'The state’s system', run: tryTracking });

async function tryTracking(actor: SignedIn): Promise<ConnectionOutcome> {
  const failed = (message: string): ConnectionOutcome => ({ works: false, message });
  const system = await trackingSystem();
  if (!system) return failed('The shop is not connected to the state’s system.');
  const { license, name } = system;
  try {
    const facilities = await system.facilities();
    const facility = facilities.find((each) => each.license === license);
    if (!facility) {
      const known = facilities.map((each) => each.license);
      return failed(trackingMessage({ kind: 'license-unknown', license, known }, name));
    }
    const rights = await system.rights();
    if (!rights.packages) return failed(trackingMessage({ kind: 'not-permitted', right: 'packages' }, name));
    // One that runs already is as good.
    await startComparison(actor);
    return { works: true, message: `${keysWords(facility, rights, name)} Lots are being compared.` };
  } catch (error) {
    if (error instanceof TrackingTrouble) return failed(trackingMessage(error.problem, name));
    throw error;
  }
}
