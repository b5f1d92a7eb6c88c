/** Loads the shift: who is in charge, who was, who may be; which permits end soon; and whether reservations are paused. */
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { type NearDate, readNearDates } from '#core/records/dates/near-dates-queries.server.ts';
import { type InCharge, readCharges, readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { drawerPeople } from '#core/sales/cash-desk/drawer-people-queries.server.ts';
import { database } from '#db/client.ts';
import { newId } from '#kernel/ids.ts';

export type ShiftFacts = {
  inCharge: InCharge | null;
  dates: NearDate[];
  /** What shoppers read while reservations are paused; null while they are open. */
  paused: string | null;
  /** Whether the viewer may open the dates. */
  mayOpenSettings: boolean;
  /** Whether they may pause reservations here: not by PIN, which opens no page of the office. */
  mayPause: boolean;
};

/** null for actors who may not manage orders. */
export async function readShiftFacts(actor: SignedIn): Promise<ShiftFacts | null> {
  if (!may(actor, 'orders.manage')) return null;
  const clock = await storeClock();
  const [inCharge, dates, { ordering }] = await Promise.all([
    readInCharge(),
    readNearDates(clock.today),
    readSettings(),
  ]);
  return {
    ...{ inCharge, dates },
    paused: pauseWords(ordering, clock),
    mayOpenSettings: may(actor, 'settings.manage'),
    mayPause: may(actor, 'ordering.pause') && !actor.byPin,
  };
}

export async function readChargePage(actor: SignedIn) {
  const [inCharge, people, all] = await Promise.all([
    readInCharge(),
    drawerPeople(database(), null),
    readCharges(),
  ]);
  const history = all.filter(({ until }) => until !== null);
  return { inCharge, people, history, key: newId<string>(), viewerId: actor.userId };
}
