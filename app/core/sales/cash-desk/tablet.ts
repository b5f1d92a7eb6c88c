/** What a tablet last reported. `unsent` counts the actions of everyone who used it. */
export type TabletReport = {
  id: string;
  /** 'Front' of a shared tablet; null for any other. */
  name: string | null;
  /** Who used it when it reported. */
  person: string;
  unsent: number;
  /** Whether its copy of the day lets staff hand orders over without a network. */
  handsOver: boolean;
  /** Whether its screen showed the counter: no one uses one whose screen is off. */
  inView: boolean;
  /** How many of them a drawer was closed without. */
  setAside: number;
  seenAt: Date;
};

/** A tablet in use reports twice a minute. After this many minutes without a report it may have work that no one knows of. */
export const SILENT_MINUTES = 2;

/** Whether it reported work that the drawer waits for: more than a drawer was closed without. */
export const holdsWork = ({ unsent, setAside }: Pick<TabletReport, 'unsent' | 'setAside'>): boolean =>
  unsent > setAside;

/**
 * Whether nothing is known of it since it was last seen, on the day that began at `today`: a tablet deletes its copy of an
 * earlier day itself.
 */
export function isSilent(tablet: TabletReport, now: Date, today: Date): boolean {
  if (tablet.unsent > 0 || tablet.seenAt < today) return false;
  return now.getTime() - tablet.seenAt.getTime() > SILENT_MINUTES * 60_000;
}

/** Whether the drawer waits for it: it reported work, or it lost the network in use and may have taken cash since. */
export const stopsClosing = (tablet: TabletReport, now: Date, today: Date): boolean =>
  holdsWork(tablet) || (isSilent(tablet, now, today) && tablet.handsOver && tablet.inView);

/** Whether people who close the day are warned of it: it could be in use without a network, and no cash is known to be at risk. */
export const isDoubtful = (tablet: TabletReport, now: Date, today: Date): boolean =>
  !stopsClosing(tablet, now, today) && isSilent(tablet, now, today) && (tablet.handsOver || tablet.inView);

/** 'Tablet “Front”', 'Kim Reyes’s tablet' */
export const tabletLabel = ({ name, person }: Pick<TabletReport, 'name' | 'person'>): string =>
  name === null ? `${person}’s tablet` : `Tablet “${name}”`;

/** 'Tablet “Front” has 3 actions that were not sent.' 'Tablet “Front” lost the network and may hold actions that were not sent.' */
export function unsentWords(tablet: Pick<TabletReport, 'name' | 'person' | 'unsent'>): string {
  if (tablet.unsent === 0)
    return `${tabletLabel(tablet)} lost the network and may hold actions that were not sent.`;
  const count = tablet.unsent === 1 ? '1 action that was' : `${tablet.unsent} actions that were`;
  return `${tabletLabel(tablet)} has ${count} not sent.`;
}
