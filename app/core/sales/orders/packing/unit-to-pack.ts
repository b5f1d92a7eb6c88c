/** Decides which unit of an order a scan or a press packs, or why none. */
import { byExpiry, dayLabel, type FreeLot, isGoodOn } from '#core/goods/stock/lots/lots.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import type { LotStatus } from '#kernel/statuses.ts';

/** A lot that a line takes units from. */
export type BagLot = {
  lotId: number;
  batchNumber: string;
  /** The last store-local day it may be handed out; null if it does not expire. */
  expiresOn: string | null;
  /** Where it is in the store; null if no one said. */
  shelfPlace: string | null;
  quantity: number;
  /** Units in the bag. */
  packed: number;
};

/** A line of the order that is packed. */
export type BagLine = {
  reservationId: string;
  productId: number;
  name: string;
  size: string | null;
  quantity: number;
  /** Units that no lot on sale has. */
  missing: number;
  lots: BagLot[];
};

/** What a code says is in the hand: a product, and its lot and unit where the code names them. */
export type Goods = {
  productId: number;
  name: string;
  lot: { lotId: number; batchNumber: string; status: LotStatus; expiresOn: string | null } | null;
  /** The state's code of this one unit. */
  unit: string | null;
  /** The bag that this unit is in. */
  inBag: UnitInBag | null;
};

/** The order whose bag a unit is in; `isSold`: the bag was handed over. */
export type UnitInBag = { orderId: string; packedBy: string; isSold: boolean };

/** One unit to put into the bag. `from` is the lot whose hold moves to this one; null if the line holds it already. */
export type UnitToPack = {
  line: BagLine;
  lot: { lotId: number; batchNumber: string };
  unit: string | null;
  from: BagLot | null;
};

/** A line after one of its units was packed or taken out. */
export type PackedLine = {
  name: string;
  /** Units in the bag; `quantity` is how many the line has. */
  packed: number;
  quantity: number;
  /** Every unit of the order is in the bag. */
  isAll: boolean;
};

export type UnitProblem =
  | { kind: 'off-sale'; name: string; batchNumber: string; status: Exclude<LotStatus, 'sellable'> }
  | ({ kind: 'in-a-bag'; name: string; isThis: boolean } & UnitInBag)
  | { kind: 'not-in-order'; name: string }
  | { kind: 'units-missing'; name: string; missing: number }
  | { kind: 'too-many'; name: string; quantity: number }
  | {
      kind: 'other-lot';
      name: string;
      batchNumber: string;
      wanted: Pick<BagLot, 'batchNumber' | 'expiresOn'>;
      /** Why it cannot take the wanted lot's place; null if it may, for a reason. */
      because: 'not-good' | 'none-free' | null;
    };

/** The lot to take from next: the first to expire with units that are not in the bag. */
function nextLot(line: BagLine): BagLot | null {
  return line.lots.toSorted(byExpiry).find(({ quantity, packed }) => packed < quantity) ?? null;
}

/** What to take next: the first line in order that has units to pack. */
export function nextToPack(lines: readonly BagLine[]): { line: BagLine; lot: BagLot } | null {
  for (const line of lines) {
    const lot = nextLot(line);
    if (lot) return { line, lot };
  }
  return null;
}

export const packedOf = ({ lots }: BagLine): number => lots.reduce((sum, { packed }) => sum + packed, 0);

/** Whether every unit is in the bag, and none is missing. */
export function isPacked(lines: readonly BagLine[]): boolean {
  return lines.every((line) => line.missing === 0 && nextLot(line) === null);
}

export function packedLine(lines: readonly BagLine[], reservationId: string): PackedLine {
  const line = lines.find((each) => each.reservationId === reservationId);
  if (!line) throw new Error('a packed line is not in its order');
  return { name: line.name, packed: packedOf(line), quantity: line.quantity, isAll: isPacked(lines) };
}

/** 'Kestrel: 1 of 2 packed.' */
export const packedWords = ({ name, packed, quantity }: PackedLine): string =>
  `${name}: ${packed} of ${quantity} packed.`;

/** The units of a line to pack without a scan, first to expire first: the next one, or all that are left. */
export function unitsOfLine(line: BagLine, all: boolean): Result<UnitToPack[], UnitProblem> {
  const units = line.lots
    .toSorted(byExpiry)
    .flatMap((lot) =>
      Array.from(
        { length: lot.quantity - lot.packed },
        (): UnitToPack => ({ line, lot, unit: null, from: null }),
      ),
    );
  return units.length === 0 ? refuse(nothingLeft(line)) : succeed(all ? units : units.slice(0, 1));
}

function nothingLeft({ name, missing, quantity }: BagLine): UnitProblem {
  return missing > 0 ? { kind: 'units-missing', name, missing } : { kind: 'too-many', name, quantity };
}

/**
 * The unit of the line that the goods belong to. Says first what is wrong with the goods themselves: a unit of a recalled
 * lot must not go back on the shelf, whatever the order needs.
 * @param facts.orderId the order that is packed
 * @param facts.day the store-local day of its pickup
 * @param facts.free lots of the product with free units
 * @param facts.isOtherLotMeant staff gave a reason to take another lot than the proposed one
 */
export function unitToPack(
  lines: readonly BagLine[],
  goods: Goods,
  facts: { orderId: string; day: string; free: readonly FreeLot[]; isOtherLotMeant: boolean },
): Result<UnitToPack, UnitProblem> {
  const { name, lot, unit, inBag } = goods;
  if (lot && lot.status !== 'sellable')
    return refuse({ kind: 'off-sale', name, batchNumber: lot.batchNumber, status: lot.status });
  if (inBag) return refuse({ kind: 'in-a-bag', name, isThis: inBag.orderId === facts.orderId, ...inBag });
  const line = lines.find(({ productId }) => productId === goods.productId);
  if (!line) return refuse({ kind: 'not-in-order', name });
  const wanted = nextLot(line);
  if (!wanted) return refuse(nothingLeft(line));
  if (!lot) return succeed({ line, lot: wanted, unit, from: null });
  const held = line.lots.find(({ lotId }) => lotId === lot.lotId);
  if (held && held.packed < held.quantity) return succeed({ line, lot, unit, from: null });
  const because = whyNotInstead(lot, line, facts);
  if (because === null && facts.isOtherLotMeant) return succeed({ line, lot, unit, from: wanted });
  return refuse({ kind: 'other-lot', name, batchNumber: lot.batchNumber, wanted, because });
}

function whyNotInstead(
  lot: NonNullable<Goods['lot']>,
  line: BagLine,
  { day, free }: { day: string; free: readonly FreeLot[] },
): 'not-good' | 'none-free' | null {
  if (!isGoodOn(lot, day)) return 'not-good';
  // Units that no lot has get every free one first.
  const units = line.missing > 0 ? 0 : (free.find(({ lotId }) => lotId === lot.lotId)?.free ?? 0);
  return units > 0 ? null : 'none-free';
}

/** What a refused scan says: a few words to read from an arm's length, and what to do. */
export type Refusal = { title: string; text: string };

const offSale: Readonly<Record<Exclude<LotStatus, 'sellable'>, readonly [title: string, because: string]>> = {
  recalled: ['Recalled', 'is recalled'],
  quarantined: ['Quarantined', 'is quarantined'],
  expired: ['Expired', 'has expired'],
  untested: ['Not on sale', 'is not on sale yet'],
};

export function unitMessage(problem: UnitProblem): Refusal {
  switch (problem.kind) {
    case 'off-sale': {
      const [title, because] = offSale[problem.status];
      return {
        title,
        text: `Batch ${problem.batchNumber} of ${problem.name} ${because}. Do not pack it. Set it aside.`,
      };
    }
    case 'in-a-bag':
      if (problem.isSold)
        return {
          title: 'Sold already',
          text: `This unit of ${problem.name} was sold with ${problem.orderId}. Set it aside and tell a manager.`,
        };
      return {
        title: 'Packed already',
        text: problem.isThis
          ? `This unit of ${problem.name} is in this bag already.`
          : `This unit of ${problem.name} is in the bag of ${problem.orderId}, packed by ${problem.packedBy}.`,
      };
    case 'not-in-order':
      return { title: 'Wrong product', text: `${problem.name} is not in this order. Put it back.` };
    case 'units-missing':
      return {
        title: 'Units missing',
        text: `No batch on sale has the ${problem.missing} missing of ${problem.name}. Replace or reduce them.`,
      };
    case 'too-many':
      return {
        title: 'Too many',
        text:
          problem.quantity === 1
            ? `The one ${problem.name} of this order is packed. Put this one back.`
            : `All ${problem.quantity} of ${problem.name} are packed. Put this one back.`,
      };
    case 'other-lot':
      return { title: 'Wrong batch', text: otherLotText(problem) };
    default:
      return assertNever(problem);
  }
}

function otherLotText({
  name,
  batchNumber,
  wanted,
  because,
}: Extract<UnitProblem, { kind: 'other-lot' }>): string {
  const until = wanted.expiresOn === null ? '' : `, last day ${dayLabel(wanted.expiresOn)}`;
  const take = `This is batch ${batchNumber} of ${name}. Take batch ${wanted.batchNumber}${until}.`;
  if (because === 'not-good') return `${take} Batch ${batchNumber} expires before the pickup.`;
  return because === 'none-free' ? `${take} Batch ${batchNumber} has no free units.` : take;
}
