/** Defines what staff do on a tablet without a network, and what they read about it. */
import { groupBy } from '#kernel/group-by.ts';

export const actionKinds = [
  ...(['pack', 'ready', 'here', 'not-here'] as const),
  ...(['scan', 'pack-one', 'pack-all', 'out', 'refuse', 'put-off', 'note', 'hand-over'] as const),
];
export type ActionKind = (typeof actionKinds)[number];

/**
 * An action that waits on a tablet. It has no name, and of an ID its kind and issuer; its number and dates are sealed, so that
 * only the shop can read them.
 */
export type OfflineAction = {
  /** A uuid, which is also the key of the form: sent twice, the action counts once. */
  id: string;
  kind: ActionKind;
  /** 'ORD042' */
  order: string;
  /** The order's version on the tablet. */
  version: number;
  /** The action before it on this order, whose change is this tablet's own; '' without one. */
  after: string;
  /** Milliseconds since 1970, by the tablet's clock. */
  doneAt: number;
  /** The account of the person who did it, and their name for others who use the tablet. */
  by: { id: string; name: string };
  /** The session in which it was done. */
  session: string;
  /** What was typed, scanned or chosen. */
  fields: Readonly<Record<string, string>>;
  /** The product, for the list of actions. */
  about?: string;
  /** Units that it packs, of the line and lot that the tablet showed. */
  packs?: { reservationId: string; lotId: number; count: number };
};

/** The purpose of the key that seals an ID, for its order. */
export const SEALED_ID = 'offline-id';

/** An action that the server refused, until someone dismisses it. */
export type RefusedAction = OfflineAction & { text: string };

/** What the server says about an action that counts, or never will. */
export type ActionAnswer = { outcome: 'done' } | { outcome: 'refused'; text: string };

/** A colleague's, which only they may send. */
export type Theirs = { outcome: 'theirs' };

/** Answers with status 500 to one action before it is given up: the next one must not wait for ever. */
const TRIES = 5;

/**
 * What an answer without a result means. An answer that will be the same next time is a refusal, so that what comes after
 * it can be sent; a busy shop, or a proxy without one behind it, is a lost network.
 * @param tries answers with status 500 so far, this one included
 */
export function answerWithout(status: number, tries: number): ActionAnswer | 'no-network' | 'ended' {
  if (status === 401 || status === 403) return 'ended';
  const isFinal = status === 500 ? tries >= TRIES : status < 500 && status !== 408 && status !== 429;
  return isFinal
    ? { outcome: 'refused', text: 'The shop could not do this. Do it again on the order’s page.' }
    : 'no-network';
}

const doneWords: Readonly<Record<ActionKind, string>> = {
  pack: 'Start packing',
  ready: 'Mark ready',
  here: 'Customer is here',
  'not-here': 'Customer is not here',
  scan: 'Pack one',
  'pack-one': 'Pack one',
  'pack-all': 'Pack all',
  out: 'Out of the bag:',
  refuse: 'Refuse order',
  'put-off': 'Customer comes another time',
  note: 'Add a note',
  'hand-over': 'Hand over',
};

/** 'Pack one Kestrel' */
export const actionWords = ({ kind, about }: Pick<OfflineAction, 'kind' | 'about'>): string =>
  about ? `${doneWords[kind]} ${about}` : doneWords[kind];

const advice: Readonly<Record<ActionKind, string>> = {
  pack: 'Open the order before you pack more of it.',
  ready: 'Open the order and compare it with the bag.',
  here: 'Open the order.',
  'not-here': 'Open the order.',
  scan: 'Compare the bag with the order, and put back what does not belong in it.',
  'pack-one': 'Compare the bag with the order, and put back what does not belong in it.',
  'pack-all': 'Compare the bag with the order, and put back what does not belong in it.',
  out: 'Compare the bag with the order, and put back what does not belong in it.',
  refuse: 'Open the order and decide again.',
  'put-off': 'Open the order.',
  note: 'Open the order and write the note again.',
  'hand-over': 'The customer has the goods. Tell the person in charge.',
};

/** What concerns the bag, worst first: the worst of them covers the others. */
const ofTheBag: readonly ActionKind[] = ['hand-over', 'out', 'pack-all', 'pack-one', 'scan', 'ready', 'pack'];

/** What to do after the server refused these actions on one order. */
function refusalAdvice(kinds: readonly ActionKind[]): string[] {
  const worst = ofTheBag.find((kind) => kinds.includes(kind));
  const others = kinds.filter((kind) => kind === 'refuse' || kind === 'note');
  const chosen = [...(worst ? [worst] : []), ...others];
  return [...new Set((chosen.length > 0 ? chosen : kinds).map((kind) => advice[kind]))];
}

/** What was refused of one person's work on one order, in order: an order that was canceled since refuses each step. */
export type RefusedOrder = {
  order: string;
  by: OfflineAction['by'];
  actions: readonly RefusedAction[];
  /** Why, in as few sentences as say it. */
  texts: string[];
  advice: string[];
};

const STATUS_REFUSED = /^Failed to update status\. /;

/** Steps after a refused one fail for the same reason: a refused change of status is left out where another text says more. */
function reasonsOf(actions: readonly RefusedAction[]): string[] {
  const texts = [...new Set(actions.map(({ text }) => text))];
  const others = texts.filter((text) => !STATUS_REFUSED.test(text));
  return others.length > 0 ? others : texts.slice(0, 1).map((text) => text.replace(STATUS_REFUSED, ''));
}

export function refusedByOrder(refused: readonly RefusedAction[]): RefusedOrder[] {
  const groups = groupBy(refused, ({ order, by }) => `${order} ${by.id}`);
  return [...groups.values()].flatMap((actions) => {
    const [first] = actions;
    if (!first) return [];
    return {
      ...{ order: first.order, by: first.by, actions },
      texts: reasonsOf(actions),
      advice: refusalAdvice(actions.map(({ kind }) => kind)),
    };
  });
}

/** What a tablet without a network says of orders that it changed after their copy was stored. */
export const changedWords = (numbers: readonly string[]): string =>
  numbers.length === 1
    ? `${numbers[0]} was changed on this tablet after its copy was stored. It is shown again with the network.`
    : `${numbers.join(', ')} were changed on this tablet after their copies were stored. They are shown again with the network.`;

/** The units that must still leave a bag after this action on it took some, or one of a scan, out. */
export function withoutOut<Row extends { id: string; units: number }>(
  rows: readonly Row[],
  { row: id, one }: OfflineAction['fields'],
): Row[] {
  return rows.flatMap((row) => {
    if (row.id !== id) return row;
    return one && row.units > 1 ? { ...row, units: row.units - 1 } : [];
  });
}

/** '1 action', '3 actions' */
export const actionCount = (count: number): string => (count === 1 ? '1 action' : `${count} actions`);
