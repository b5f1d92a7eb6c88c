/**
 * Decides which lots cover a line: first expiring, first out, and only on days when they are still good. Days
 * are store-local and written yyyy-mm-dd, so text order is date order.
 */

import { type Actor, may, type Permission } from '#core/ground/access/actor.ts';
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { LotStatus, StateHoldReason, TestStatus } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import type { AdjustProblem } from '../adjustment.ts';
import { holdReasonWords } from './state-hold.ts';

/** A sellable lot with free units. */
export type FreeLot = {
  lotId: number;
  batchNumber: string;
  /** The last day on which it may be handed out; null if it does not expire. */
  expiresOn: string | null;
  /** On hand minus held; at least 1. */
  free: number;
};

/** A number of units from one lot; `packed` of them are in the order's bag. */
export type LotShare = { lotId: number; quantity: number; packed?: number };

/** A number of units of a line, with the batch number that people read. */
export type Batch = { number: string; quantity: number };

/** 'Batch B-1', 'Batches B-1 (2), B-2 (1)'; null if no lot covers the line. */
export function batchesLabel(batches: readonly Batch[]): string | null {
  const [first, ...more] = batches;
  if (!first) return null;
  if (more.length === 0) return `Batch ${first.number}`;
  return `Batches ${batches.map(({ number, quantity }) => `${number} (${quantity})`).join(', ')}`;
}

/** The batch of merchandise or food that came without one. */
export const ONLY_BATCH = '1';

/** The same for customers: null for goods that came without a batch, because the shop made its number up. */
export function ownBatchesLabel(batches: readonly Batch[], productType: string): string | null {
  const cameWithout = productType !== 'cannabis' && batches.every(({ number }) => number === ONLY_BATCH);
  return cameWithout ? null : batchesLabel(batches);
}

type Dated = { expiresOn: string | null };

/** A lot may be handed out on its last day, but not after it. */
export function isGoodOn({ expiresOn }: Dated, day: string): boolean {
  return expiresOn === null || expiresOn >= day;
}

/** Units that can be handed out on that day. */
export function unitsGoodOn(lots: readonly FreeLot[], day: string): number {
  return lots.reduce((units, lot) => (isGoodOn(lot, day) ? units + lot.free : units), 0);
}

/**
 * The last day on which this quantity can be handed out, or all units if there are fewer; null if no lot
 * limits the day.
 */
export function lastDayFor(lots: readonly FreeLot[], quantity: number): string | null {
  let missing = Math.min(
    quantity,
    lots.reduce((units, lot) => units + lot.free, 0),
  );
  let last: string | null = null;
  for (const lot of lots.toSorted(byExpiry).toReversed()) {
    if (missing <= 0) break;
    last = lot.expiresOn;
    missing -= lot.free;
  }
  return last;
}

/** Sorts by expiry date, lots without one last; ties go to the lot received first. */
export function byExpiry(left: Dated & { lotId: number }, right: Dated & { lotId: number }): number {
  if (left.expiresOn === right.expiresOn) return left.lotId - right.lotId;
  if (left.expiresOn === null) return 1;
  if (right.expiresOn === null) return -1;
  return left.expiresOn < right.expiresOn ? -1 : 1;
}

/**
 * Takes shares of the lots that are good on that day, first expiring first, and counts the units that none of
 * them has.
 */
export function takeFirstOut(
  lots: readonly FreeLot[],
  quantity: number,
  day: string,
): { shares: LotShare[]; missing: number } {
  const shares: LotShare[] = [];
  let missing = quantity;
  for (const lot of lots.toSorted(byExpiry)) {
    if (missing === 0) break;
    const taken = isGoodOn(lot, day) ? Math.min(missing, lot.free) : 0;
    if (taken > 0) shares.push({ lotId: lot.lotId, quantity: taken });
    missing -= taken;
  }
  return { shares, missing };
}

/**
 * The same for an order that is packed or being packed: first the units in its bag, then others that it held, then other
 * lots. `lots` include its own units.
 */
export function takeOwnFirst(
  lots: readonly FreeLot[],
  own: readonly LotShare[],
  quantity: number,
  day: string,
): { shares: LotShare[]; missing: number } {
  const inBag = new Map(own.map(({ lotId, packed = 0 }) => [lotId, packed]));
  const held = new Map(own.map((share) => [share.lotId, share.quantity]));
  const taken = new Map<number, number>();
  let missing = quantity;
  for (const most of [inBag, held, null]) {
    const left = lots.map((lot) => {
      const free = most ? Math.min(lot.free, most.get(lot.lotId) ?? 0) : lot.free;
      return { ...lot, free: Math.max(0, free - (taken.get(lot.lotId) ?? 0)) };
    });
    const found = takeFirstOut(left, missing, day);
    for (const { lotId, quantity: units } of found.shares) taken.set(lotId, (taken.get(lotId) ?? 0) + units);
    missing = found.missing;
  }
  const shares = [...taken].map(([lotId, units]) => ({
    lotId,
    quantity: units,
    packed: Math.min(units, inBag.get(lotId) ?? 0),
  }));
  return { shares, missing };
}

/** The lots that remain after these shares. */
export function without(lots: readonly FreeLot[], shares: readonly LotShare[]): FreeLot[] {
  const taken = new Map(shares.map(({ lotId, quantity }) => [lotId, quantity]));
  return lots
    .map((lot) => ({ ...lot, free: lot.free - (taken.get(lot.lotId) ?? 0) }))
    .filter(({ free }) => free > 0);
}

/** The most units that one delivery or import brings. */
export const LARGEST_LOT = 1_000_000;

/** Parses the typed units of a delivery: a whole number from 1 to `LARGEST_LOT`; null for anything else. */
export function readLotUnits(typed: string): number | null {
  const units = /^[1-9]\d{0,6}$/.test(typed.trim()) ? Number(typed) : 0;
  return isLotSize(units) ? units : null;
}

/** Whether a delivery may have this number of units. */
export const isLotSize = (units: number): boolean =>
  Number.isSafeInteger(units) && units >= 1 && units <= LARGEST_LOT;

/** A lot's code in an address, as labels have it, in any case; null for any other text. */
export function readLotCode(text: string): string | null {
  const code = text.toUpperCase();
  return /^[0-9A-F]{12}$/.test(code) ? code : null;
}

/** The address of a lot's public page, by its code. */
export const lotPath = (publicCode: string): string => `/lots/${publicCode}`;

/** 'Nov 24, 2026', for messages. */
export function dayLabel(day: string): string {
  const date = parseDate(day);
  return date ? formatDate(date) : day;
}

/** What cannabis needs from its certificate before it is sold (docs/law.md), as messages name it. */
const salePaperWords = {
  testStatus: 'a passed test',
  labName: 'laboratory',
  coaNumber: 'certificate number',
  totalThcBasisPoints: 'total THC',
  totalCbdBasisPoints: 'total CBD',
} as const satisfies Partial<Record<keyof LotPapers, string>>;

export type SalePaper = keyof typeof salePaperWords;
export type SalePapers = Pick<LotPapers, SalePaper>;

/** What a lot still needs before it is sold, in the order of its form; merchandise needs nothing. */
export function papersLacking(productType: string, papers: Partial<SalePapers>): SalePaper[] {
  if (productType !== 'cannabis') return [];
  const hasPassed = papers.testStatus === 'TestPassed' || papers.testStatus === 'RetestPassed';
  return (Object.keys(salePaperWords) as SalePaper[]).filter((paper) =>
    paper === 'testStatus' ? !hasPassed : (papers[paper] ?? '') === '',
  );
}

/** The one rule for every way on sale: a delivery, a lot's page, many lots at once, a count. */
export const mayBeSold = (productType: string, papers: Partial<SalePapers>): boolean =>
  papersLacking(productType, papers).length === 0;

/** 'laboratory, total CBD' */
export const papersLabel = (papers: readonly SalePaper[]): string =>
  papers.map((paper) => salePaperWords[paper]).join(', ');

export type LotProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'reason-missing' }
  /** The text contains control characters or changes its direction. */
  | { kind: 'not-plain' }
  | { kind: 'quantity-invalid' }
  | { kind: 'batch-missing' }
  | { kind: 'batch-taken' }
  /** The state's tracking system is down, so no lot is received. */
  | { kind: 'state-down' }
  | { kind: 'not-tested' }
  /** The state does not let its package be sold. */
  | { kind: 'held-by-state'; reasons: readonly StateHoldReason[] }
  /** The test has passed, and these are not on record. */
  | { kind: 'papers-missing'; lacks: readonly SalePaper[] }
  | { kind: 'expired' }
  | { kind: 'count-invalid' }
  /** `missing` reserved units would be gone, and no other lot has units for them: staff choose the orders. */
  | { kind: 'choose'; missing: number }
  | AdjustProblem
  | { kind: 'undo-late' }
  /** Someone quarantined the lot who may put lots on sale, or it waits for a test. */
  | { kind: 'admin-releases' }
  /** Who may receive edits a lot until it is on sale. */
  | { kind: 'admin-edits' }
  | { kind: 'date-invalid' }
  | { kind: 'expiry-promised' }
  | { kind: 'test-on-sale' }
  | { kind: 'papers-on-sale'; lacks: readonly SalePaper[] }
  | { kind: 'changed' }
  | { kind: 'wrong-status'; status: LotStatus };

/** The message for each problem. */
export function lotMessage(problem: LotProblem): string {
  switch (problem.kind) {
    case 'reason-missing':
      return 'Enter a reason. It is saved with the lot.';
    case 'not-plain':
      return 'These characters cannot be saved.';
    case 'quantity-invalid':
      return `Enter a whole number of units, from 1 to ${formatNumber(LARGEST_LOT)}.`;
    case 'batch-missing':
      return 'Enter the batch number.';
    case 'state-down':
      return 'The state’s tracking system is down: no lot can be received. Receive it once the outage has ended.';
    case 'batch-taken':
      return 'This product already has a lot with that batch number.';
    case 'held-by-state':
      return `The state’s system says of this package: ${holdReasonWords(problem.reasons)}. No one can put it on sale until that ends.`;
    case 'not-tested':
      return 'A lot of cannabis must pass its lab test before it goes on sale.';
    case 'papers-missing':
      return `Enter what its certificate says first: ${papersLabel(problem.lacks)}.`;
    case 'papers-on-sale':
      return `This lot is on sale. Quarantine it before you remove what it needs for sale: ${papersLabel(problem.lacks)}.`;
    case 'expired':
      return 'The last day of this lot has passed.';
    case 'count-invalid':
      return 'Enter the units counted: a whole number, 0 or more.';
    case 'choose':
      return problem.missing === 1
        ? '1 reserved unit would be missing, and no other lot has one. Choose which order will be short.'
        : `${problem.missing} reserved units would be missing, and no other lot has them. Choose which orders will be short.`;
    case 'note-missing':
      return 'Enter a note: what happened, and who knows about it.';
    case 'none-taken':
      return 'Enter how many units are gone: 1 or more, at most what the lot has.';
    case 'none-returned':
      return 'Enter how many units came back: 1 or more.';
    case 'admin-releases':
      return 'You may not put this lot on sale. Ask someone who may.';
    case 'admin-edits':
      return 'This lot is or was on sale. Ask an admin to change it.';
    case 'undo-late':
      return 'This change can no longer be undone. Record a new one.';
    case 'date-invalid':
      return 'Enter valid dates.';
    case 'expiry-promised':
      return 'Units of this lot are reserved, so its last day cannot be earlier. Quarantine it first.';
    case 'test-on-sale':
      return 'This lot is on sale. Quarantine it before you change its test result.';
    case 'changed':
      return commonMessage({ kind: 'stale' });
    case 'wrong-status':
      return `This lot is ${lotStatusLabel[problem.status].toLowerCase()}, so this is not possible.`;
    default:
      return commonMessage(problem, 'Lot or product');
  }
}

/** The reason of a quarantine with one press, before anyone had time to type one. */
export const STOPPED_AT_ONCE = 'Sales stopped from the lot’s page';

/** Cleans a typed reason for saving. */
export function readReason(typed: string): Result<string, LotProblem> {
  const reason = cleanText(typed);
  if (reason === '') return refuse({ kind: 'reason-missing' });
  return isPlainText(reason) ? succeed(reason) : refuse({ kind: 'not-plain' });
}

/** Papers that are entered as lots go on sale: a new test result counts, the others where a lot has none. */
export type GivenPapers = Partial<SalePapers & Pick<LotPapers, 'expiresOn'>>;

/** Papers of one lot, with the stored file of its certificate, which replaces the one before. */
export type OwnPapers = GivenPapers & { coaKey?: string };

/** What counts for a lot: its own papers, then those for all, except that a test result for all comes first. */
export function papersFor(own: OwnPapers, all: GivenPapers): OwnPapers {
  return {
    testStatus: all.testStatus ?? own.testStatus ?? null,
    labName: own.labName ?? all.labName ?? null,
    coaNumber: own.coaNumber ?? all.coaNumber ?? null,
    totalThcBasisPoints: own.totalThcBasisPoints ?? all.totalThcBasisPoints ?? null,
    totalCbdBasisPoints: own.totalCbdBasisPoints ?? all.totalCbdBasisPoints ?? null,
    expiresOn: own.expiresOn ?? all.expiresOn ?? null,
    ...(own.coaKey === undefined ? {} : { coaKey: own.coaKey }),
  };
}

/** The lot's papers with those that are given. */
export function withGiven<T extends SalePapers & Dated>(lot: T, given: GivenPapers): T {
  const filled: T = { ...lot };
  if (given.testStatus) filled.testStatus = given.testStatus;
  filled.labName ??= given.labName ?? null;
  filled.coaNumber ??= given.coaNumber ?? null;
  filled.totalThcBasisPoints ??= given.totalThcBasisPoints ?? null;
  filled.totalCbdBasisPoints ??= given.totalCbdBasisPoints ?? null;
  filled.expiresOn ??= given.expiresOn ?? null;
  return filled;
}

/**
 * Why a lot cannot go on sale: its test has not passed, papers are missing, or its last day has passed. `today` is the
 * store-local day.
 */
export function releaseProblem(
  lot: { productType: string } & SalePapers & Dated,
  today: string,
): LotProblem | null {
  const lacks = papersLacking(lot.productType, lot);
  if (lacks.includes('testStatus')) return { kind: 'not-tested' };
  if (lacks.length > 0) return { kind: 'papers-missing', lacks };
  return isGoodOn(lot, today) ? null : { kind: 'expired' };
}

/**
 * Everything that a lot lacks for sale, where `releaseProblem` names the first: 'Needs laboratory, total CBD. Its last day,
 * Jan 31, 2020, has passed.' null if it may go on sale.
 */
export function saleNeeds(lot: { productType: string } & SalePapers & Dated, today: string): string | null {
  const lacks = papersLacking(lot.productType, lot);
  const needs = [
    ...(lacks.length > 0 ? [`Needs ${papersLabel(lacks)}.`] : []),
    ...(isGoodOn(lot, today) ? [] : [`Its last day, ${dayLabel(lot.expiresOn ?? '')}, has passed.`]),
  ];
  return needs.length > 0 ? needs.join(' ') : null;
}

/** What must stand at the commit: a lot goes on sale only if its actor may still do that. */
export const receivingNeeds = (actor: Actor): Permission[] =>
  may(actor, 'lots.release') ? ['lots.receive', 'lots.release'] : ['lots.receive'];

/** Whether someone who may receive, and no more, may still edit a lot. */
export const mayEditReceived = ({ status }: { status: LotStatus }): boolean => status === 'untested';

/** The label of a status, also where no single lot is meant: a filter, a change of status. A lot says why: `lotLabel`. */
export const lotStatusLabel: Readonly<Record<LotStatus, string>> = {
  sellable: 'On sale',
  untested: 'Not on sale yet',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
  expired: 'Expired',
};

/** The label of one lot. One that is not on sale yet says what it lacks: 'Needs total CBD', of several 'Needs certificate'. */
export function lotLabel(lot: { status: LotStatus; productType: string } & SalePapers): string {
  if (lot.status !== 'untested') return lotStatusLabel[lot.status];
  if (lot.testStatus === 'TestFailed') return testStatusLabel.TestFailed;
  const [first, ...others] = papersLacking(lot.productType, lot);
  if (first === undefined) return 'Ready for sale';
  if (first === 'testStatus') return 'Waiting for its test';
  return `Needs ${others.length > 0 ? 'certificate' : salePaperWords[first]}`;
}

/** A product's units in the building, grouped by what can be done with them. The parts add up to the total. */
export type UnitsInBuilding = {
  /** On sale and free. */
  forSale: number;
  /** On sale and held for customers. */
  held: number;
  untested: number;
  quarantined: number;
  recalled: number;
  expired: number;
};

const unitsWords: readonly (readonly [keyof UnitsInBuilding, string])[] = [
  ['untested', 'waiting'],
  ['quarantined', 'quarantined'],
  ['recalled', 'recalled'],
  ['expired', 'expired'],
  ['held', 'held'],
];

export const unitsInBuilding = (units: UnitsInBuilding): number =>
  units.forSale + unitsWords.reduce((sum, [part]) => sum + units[part], 0);

/** 'For sale 0 · waiting 11 · quarantined 2 · held 3'; omits parts without units. */
export function unitsLabel(units: UnitsInBuilding): string {
  const others = unitsWords
    .filter(([part]) => units[part] > 0)
    .map(([part, word]) => `${word} ${units[part]}`);
  return [`For sale ${units.forSale}`, ...others].join(' · ');
}

/** Whether shoppers see a product sold out only because its lots wait to be put on sale. */
export const waitsForSale = ({ forSale, held, untested }: UnitsInBuilding): boolean =>
  forSale + held <= 0 && untested > 0;

/** Computes these units from a product's lots. */
export function unitsOfLots(
  lots: readonly { status: LotStatus; onHand: number; held: number }[],
): UnitsInBuilding {
  const of = (status: LotStatus) =>
    lots.reduce((sum, lot) => (lot.status === status ? sum + lot.onHand : sum), 0);
  const held = lots.reduce((sum, lot) => sum + lot.held, 0);
  return {
    forSale: of('sellable') - held,
    held,
    untested: of('untested'),
    quarantined: of('quarantined'),
    recalled: of('recalled'),
    expired: of('expired'),
  };
}

export const testStatusLabel: Readonly<Record<TestStatus, string>> = {
  TestPassed: 'Test passed',
  RetestPassed: 'Retest passed',
  NotTested: 'Not tested',
  TestFailed: 'Test failed',
};

/** A lot's editable data; texts are null if empty, potencies are basis points, days are yyyy-mm-dd. */
export type LotPapers = {
  batchNumber: string;
  packageTag: string | null;
  retailItemId: string | null;
  testStatus: TestStatus | null;
  labName: string | null;
  coaNumber: string | null;
  totalThcBasisPoints: number | null;
  totalCbdBasisPoints: number | null;
  /** As the certificate lists them. */
  terpenes: string | null;
  /** What the laboratory tested and passed. */
  testPanels: string | null;
  /** The field or room where it grew. */
  grownIn: string | null;
  harvestedOn: string | null;
  curedOn: string | null;
  packagedOn: string | null;
  expiresOn: string | null;
  /** Where it is in the store. */
  shelfPlace: string | null;
};

/**
 * Returns null if a lot with this status and these held units may have these papers. A lot that went on sale before all of
 * them were needed may be edited, and loses none.
 */
export function judgePapers(
  lot: { productType: string; status: LotStatus; held: number } & SalePapers & Dated,
  papers: LotPapers,
): LotProblem | null {
  if (papers.batchNumber === '') return { kind: 'batch-missing' };
  if (!isPlainText(papers.batchNumber)) return { kind: 'not-plain' };
  const days = [papers.harvestedOn, papers.curedOn, papers.packagedOn, papers.expiresOn];
  if (days.some((day) => day !== null && parseDate(day) === null)) return { kind: 'date-invalid' };
  const before = papersLacking(lot.productType, lot);
  const lacks = papersLacking(lot.productType, papers).filter((paper) => !before.includes(paper));
  if (lot.status === 'sellable' && lacks.length > 0)
    return lacks.includes('testStatus') ? { kind: 'test-on-sale' } : { kind: 'papers-on-sale', lacks };
  const isSooner = papers.expiresOn !== null && (lot.expiresOn === null || papers.expiresOn < lot.expiresOn);
  return isSooner && lot.held > 0 ? { kind: 'expiry-promised' } : null;
}

/**
 * Milligrams in one package of a lot: of its own test where the product has a net weight, because another lot of it has
 * another potency; otherwise what is on file of the product. null if neither is known.
 * @param basisPoints of the lot's test
 */
export function contentMg(
  basisPoints: number | null,
  { netWeightMg, perPackage }: { netWeightMg: number | null; perPackage: number | null },
): number | null {
  if (basisPoints === null || netWeightMg === null || netWeightMg === 0) return perPackage;
  return Math.round((netWeightMg * basisPoints) / 10_000);
}
