/** Reads the tablets that hold work, or may hold some, for the pages that close the day. */
import { asc } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import {
  asDate,
  formatDateTime,
  formatTime,
  instantOf,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { openCharge } from './charge-queries.server.ts';
import {
  holdsWork,
  isSilent,
  mayCloseWithout,
  type TabletReport,
  tabletLabel,
  unsentWords,
} from './tablet.ts';

type Reader = Pick<Transaction, 'select'>;

/** A tablet as staff read it. `mark` is the start of its id: a tablet finds itself by it. */
export type ShownTablet = { mark: string; label: string; unsent: number; text: string; seen: string };

export type TabletsOfDay = {
  /** The drawer waits for these. */
  unsent: ShownTablet[];
  /** Not seen for some minutes, with a copy that lets staff take cash. */
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
      setAside: counterTablets.setAside,
      seenAt: counterTablets.seenAt,
    })
    .from(counterTablets)
    .orderBy(asc(counterTablets.seenAt), asc(counterTablets.id));
}

/** Nothing for people who do not work at the counter. */
export async function readTabletsOfDay(actor: Actor, now = systemClock()): Promise<TabletsOfDay> {
  if (!may(actor, 'orders.manage')) return { unsent: [], silent: [], mayCloseWithout: false };
  const { zone } = (await readSettings()).store;
  const dayStart = asDate(startOfDay(storeDate(now, zone), zone));
  const [all, charge] = await Promise.all([tabletReports(database()), openCharge(database())]);
  const shown = (tablet: TabletReport): ShownTablet => ({
    mark: tablet.id.slice(0, 8),
    label: tabletLabel(tablet),
    unsent: tablet.unsent,
    text: unsentWords(tablet),
    seen: (tablet.seenAt >= dayStart ? formatTime : formatDateTime)(instantOf(tablet.seenAt), zone),
  });
  return {
    unsent: all.filter(holdsWork).map(shown),
    // A copy of an earlier day is deleted by the tablet itself.
    silent: all.filter((each) => each.seenAt >= dayStart && isSilent(each, asDate(now))).map(shown),
    mayCloseWithout: mayCloseWithout(actor, charge?.personId ?? null),
  };
}
