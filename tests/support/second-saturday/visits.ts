/** Who comes on the second Saturday, and what they want. */

/** What is special about a visit; 'plain' for nothing. */
export type VisitKind =
  | 'plain'
  | 'refused'
  | 'missed'
  | 'fewer'
  | 'later'
  | 'no-cash'
  | 'wrong-id'
  | 'two-tablets'
  | 'exchange'
  | 'refund'
  | 'cash'
  /** Two accounts with one ID, each with two ounces: three may leave. */
  | 'ounces';

export type Visit = {
  nth: number;
  kind: VisitKind;
  /** The number of the ID that is shown. */
  id: string;
  /** Served by the tablet without a network. */
  isAway: boolean;
  /** The order, once it is placed. */
  number: string;
};

const KINDS: readonly VisitKind[] = [
  ...(['refused', 'plain', 'fewer', 'later', 'exchange', 'refund', 'plain', 'cash', 'wrong-id'] as const),
  ...(['ounces', 'ounces', 'missed', 'two-tablets', 'no-cash', 'plain', 'fewer', 'plain'] as const),
];

/** Some visits in the middle are the tablet's that loses its network. */
export function visitsOf(customers: number): Visit[] {
  const [from, to] = [Math.floor(customers * 0.45), Math.floor(customers * 0.6)];
  return Array.from({ length: customers }, (_, nth): Visit => {
    const kind = KINDS[nth % KINDS.length] ?? 'plain';
    // The second one of a pair has the ID of the first.
    const isSecond = kind === 'ounces' && KINDS[(nth - 1) % KINDS.length] === 'ounces';
    return {
      ...{ nth, kind, number: '', id: `P${10_000 + (isSecond ? nth - 1 : nth)}` },
      isAway: nth >= from && nth < to && kind !== 'ounces',
    };
  });
}

export const cameBack: readonly VisitKind[] = ['later', 'no-cash'];
