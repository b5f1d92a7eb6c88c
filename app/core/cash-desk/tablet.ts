/** Tablets that may hold work of the day that was not sent: which stop the closing of the drawer, and the words. Pure. */
import { type Actor, may } from '#core/access/actor.ts';

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
  /** How many of them a drawer was closed without. */
  setAside: number;
  seenAt: Date;
};

/** A tablet in use reports twice a minute. After this many minutes without a report it may have work that no one knows of. */
export const SILENT_MINUTES = 5;

/** Whether it holds work that the drawer waits for: more than a drawer was closed without. */
export const holdsWork = ({ unsent, setAside }: Pick<TabletReport, 'unsent' | 'setAside'>): boolean =>
  unsent > setAside;

/** Whether it could have taken cash since it was last seen: a warning, because nothing is known. */
export function isSilent(tablet: TabletReport, now: Date): boolean {
  if (tablet.unsent > 0 || !tablet.handsOver) return false;
  return now.getTime() - tablet.seenAt.getTime() > SILENT_MINUTES * 60_000;
}

/** 'Tablet “Front”', 'Kim Reyes’s tablet' */
export const tabletLabel = ({ name, person }: Pick<TabletReport, 'name' | 'person'>): string =>
  name === null ? `${person}’s tablet` : `Tablet “${name}”`;

/** 'Tablet “Front” has 3 actions that were not sent.' */
export function unsentWords(tablet: Pick<TabletReport, 'name' | 'person' | 'unsent'>): string {
  const count = tablet.unsent === 1 ? '1 action that was' : `${tablet.unsent} actions that were`;
  return `${tabletLabel(tablet)} has ${count} not sent.`;
}

/**
 * Whether the actor may close the drawer without these tablets: admins, and who is in charge.
 * @param inCharge the person's account; null for no one
 */
export function mayCloseWithout(actor: Actor, inCharge: string | null): boolean {
  if (actor.kind !== 'user' || !may(actor, 'cash.handle')) return false;
  return may(actor, 'cash.report') || actor.userId === inCharge;
}
