/** Reads the tablets that hold work, or may hold some, for the pages that close the day. */
import { asc } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may, mayCloseWithout } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { asDate, formatTimeSeen, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { openCharge } from './charge-queries.server.ts';
import { isDoubtful, stopsClosing, type TabletReport, tabletLabel, unsentWords } from './tablet.ts';

type Reader = Pick<Transaction, 'select'>;

/** A tablet as staff read it. `mark` is the start of its id: a tablet finds itself by it. */
export type ShownTablet = { mark: string; label: string; unsent: number; text: string; seen: string };

export type TabletsOfDay = {
  /** The drawer waits for these: they hold work, or lost the network and may hold some. */
  unsent: ShownTablet[];
  /** Not seen for some minutes, and in use or with a copy that lets staff take cash: a warning. */
  silent: ShownTablet[];
  mayCloseWithout: boolean;
};

/** Reads every report. Commands that decide by it hold the lock on the drawer first: a report of work waits for that. */
export function tabletReports(tx: Reader): Promise<TabletReport[]> {
  return tx
    .select({
      id: counterTablets.id,
      name: counterTablets.name,
      person: counterTablets.person,
      unsent: counterTablets.unsent,
      handsOver: counterTablets.handsOver,
      inView: counterTablets.inView,
      setAside: counterTablets.setAside,
      seenAt: counterTablets.seenAt,
    })
    .from(counterTablets)
    .orderBy(asc(counterTablets.seenAt), asc(counterTablets.id));
}

/** When the store's day began. */
export const dayStart = (now: Temporal.Instant, zone: string): Date =>
  asDate(startOfDay(storeDate(now, zone), zone));

/** Nothing for people who do not work at the counter. */
export async function readTabletsOfDay(actor: Actor, now = systemClock()): Promise<TabletsOfDay> {
  if (!may(actor, 'orders.manage')) return { unsent: [], silent: [], mayCloseWithout: false };
  const { zone } = (await readSettings()).store;
  const [today, moment] = [dayStart(now, zone), asDate(now)];
  const [all, charge] = await Promise.all([tabletReports(database()), openCharge(database())]);
  const shown = (tablet: TabletReport): ShownTablet => ({
    mark: tablet.id.slice(0, 8),
    label: tabletLabel(tablet),
    unsent: tablet.unsent,
    text: unsentWords(tablet),
    seen: formatTimeSeen(instantOf(tablet.seenAt), now, zone),
  });
  return {
    unsent: all.filter((each) => stopsClosing(each, moment, today)).map(shown),
    silent: all.filter((each) => isDoubtful(each, moment, today)).map(shown),
    mayCloseWithout: mayCloseWithout(actor, charge?.personId ?? null),
  };
}
