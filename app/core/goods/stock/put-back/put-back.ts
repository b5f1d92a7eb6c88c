/** Units of a bag that are no longer its order's: what to take out before a hand-over, what is refused, and the messages. */
import { commonMessage } from '#kernel/problem.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { lotStatusLabel } from '../lots/lots.ts';

/** Units in the bag of an open order that the order no longer has: off sale, replaced, reduced or removed. */
export type UnitsOut = {
  /** The row, until someone says that they are out of the bag. */
  id: string;
  units: number;
  productId: number;
  name: string;
  size: string | null;
  lotId: number;
  batchNumber: string;
  lotStatus: LotStatus;
  /** Where the lot is in the store; null if no one said. */
  shelfPlace: string | null;
};

export const TAKE_OUT_FIRST = 'Take out first';

/** What a paper says of them: '2 × Kestrel · 3.5 g · batch B-1 · Set aside: recalled' */
export const takeOutLine = ({
  units,
  name,
  size,
  batchNumber,
  ...lot
}: Omit<UnitsOut, 'id' | 'productId' | 'lotId'>): string =>
  [`${units} × ${name}`, size, `batch ${batchNumber}`, placeWords(lot)].filter(Boolean).join(' · ');

/** '1 of Kestrel, batch B-1 (recalled); 2 of Plover, batch B-2' */
export const takeOutText = (
  rows: readonly Pick<UnitsOut, 'units' | 'name' | 'batchNumber' | 'lotStatus'>[],
): string =>
  rows
    .map(({ units, name, batchNumber, lotStatus }) => {
      const why = lotStatus === 'sellable' ? '' : ` (${lotStatusLabel[lotStatus].toLowerCase()})`;
      return `${units} of ${name}, batch ${batchNumber}${why}`;
    })
    .join('; ');

/** Where they go: units of a lot off sale must not go back on the shelf. */
export const placeWords = ({ lotStatus, shelfPlace }: Pick<UnitsOut, 'lotStatus' | 'shelfPlace'>): string =>
  lotStatus === 'sellable'
    ? `Put back: ${shelfPlace ?? 'no shelf place recorded'}`
    : `Set aside: ${lotStatusLabel[lotStatus].toLowerCase()}`;

/** 'Out of the bag: 1 of Kestrel, batch B-1. Set aside: recalled.' */
export const takenOutWords = (row: Omit<UnitsOut, 'id' | 'productId' | 'size' | 'lotId'>): string =>
  `Out of the bag: ${row.units} of ${row.name}, batch ${row.batchNumber}. ${placeWords(row)}.`;

export type PutBackProblem = { kind: 'not-allowed' } | { kind: 'not-found' };

export function putBackMessage(problem: PutBackProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'These units are not on the list. Nothing was changed.';
    default:
      return commonMessage(problem);
  }
}
