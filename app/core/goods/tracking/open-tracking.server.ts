/** Gives the shop the state's system as an admin connected it, read when it is needed. */
import { singleton } from '#platform/singleton.ts';
import { withContact } from './contact.server.ts';
import { metrcSystem } from './metrc/metrc.server.ts';
import type { MetrcOptions } from './metrc/metrc-connection.server.ts';
import type { TrackingSystem } from './tracking.ts';

/** What the office has; null without a connection. `place`: how people know it, if not by its host and license. */
type ReadOptions = () => Promise<(MetrcOptions & { place?: string }) | null>;

const current = singleton<ReadOptions>('tracking of the state');

export const openTracking = (read: ReadOptions): void => current.set(read);

/** The state's system; null if the shop is not connected. */
export async function trackingSystem(): Promise<TrackingSystem | null> {
  const options = (await current.get()?.()) ?? null;
  if (!options) return null;
  const system = metrcSystem(options);
  return withContact({ ...system, place: options.place ?? system.place });
}
