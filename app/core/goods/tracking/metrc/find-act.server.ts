/** Looks up in Metrc whether something was taken whose answer was lost. */
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { StateAct, TrackingSystem } from '../tracking.ts';
import { type ActOf, markedAs } from './act-rows.ts';
import { localTimeOf } from './local-time.ts';
import { tag } from './metrc-answers.ts';
import type { MetrcLists } from './metrc-lists.server.ts';
import type { ReceiptRead, ReceiptReads } from './read-receipts.server.ts';
import { stateCodesOf } from './unit-codes.ts';

/** Metrc dates a receipt or an adjustment by its own clock, when it takes it: after it happened. */
const EARLIER = { hours: 24 };
/** What the shop asks about was reported lately: after an outage sales may be entered for 72 hours. */
const LATELY = { hours: 96 };

/** A row of `GET /packages/v2/adjustments`. A note has its mark within `LONGEST_NOTE`. */
const adjustmentRow = z.object({
  PackageLabel: tag,
  AdjustmentNote: z
    .string()
    .nullish()
    .transform((note) => note?.slice(0, 1000) ?? ''),
});

type Reads = Pick<TrackingSystem, 'packageNow'> & {
  lists: MetrcLists;
  sales: ReceiptReads;
  zone: string;
  now: () => Temporal.Instant;
};
type Found = { id: string | null } | null;

export function finding({ packageNow, lists, sales, zone, now }: Reads): Pick<TrackingSystem, 'find'> {
  /** The receipt by Metrc's id; where Metrc does not say, from the list of what changed lately. */
  async function byId(receiptId: string): Promise<ReceiptRead | null> {
    const told = await sales.ofId(receiptId);
    if (told !== 'not-said' && told !== null) return told;
    const listed = await sales.receipts(now().subtract(LATELY));
    return listed.find(({ id }) => id === receiptId) ?? null;
  }

  /**
   * That there is none decides only the list, because the shop then sends the sale again: Metrc answers 401 to a number
   * that it does not know, as to a key that may not read, and with one of several receipts of a number, maybe a voided one.
   */
  async function findSale({ number, soldAt }: ActOf<'sale'>): Promise<Found> {
    const counts = (each: ReceiptRead) => each.number === number && !each.isVoided;
    const told = await sales.ofNumber(number);
    if (told !== null && told !== 'not-said' && counts(told)) return { id: told.id };
    const listed = (await sales.receipts(soldAt.subtract(EARLIER))).find(counts);
    return listed ? { id: listed.id } : null;
  }

  async function findAdjustment(act: ActOf<'adjustment'>): Promise<Found> {
    const asked = { right: 'packages', since: act.happenedAt.subtract(EARLIER) } as const;
    const rows = await lists.read('/packages/v2/adjustments', adjustmentRow, asked);
    const mark = markedAs(act.mark);
    const isFound = rows.some((row) => row.PackageLabel === act.tag && row.AdjustmentNote.includes(mark));
    return isFound ? { id: null } : null;
  }

  const receiptIf = async (receiptId: string, isSo: (found: ReceiptRead) => boolean): Promise<Found> => {
    const found = await byId(receiptId);
    return found && isSo(found) ? { id: receiptId } : null;
  };

  const looking: { [Kind in StateAct['kind']]: (act: ActOf<Kind>) => Promise<Found> } = {
    sale: findSale,
    'sale-changed': (act) => receiptIf(act.receiptId, (found) => hasTaken(act, found, zone)),
    'sale-voided': ({ receiptId }) => receiptIf(receiptId, ({ isVoided }) => isVoided),
    'day-closed': ({ receiptId }) => receiptIf(receiptId, ({ isFinal }) => isFinal),
    adjustment: findAdjustment,
    'package-empty': async (act) => ((await packageNow(act.tag))?.isFinished ? { id: null } : null),
  };
  const look = <Kind extends StateAct['kind']>(kind: Kind, act: StateAct) =>
    looking[kind](act as ActOf<Kind>);

  return { find: (act) => look(act.kind, act) };
}

/**
 * Whether a receipt is as the change made it. No if Metrc does not tell its lines: sending a change again does no harm,
 * because it replaces the whole receipt.
 */
function hasTaken(act: ActOf<'sale-changed'>, found: ReceiptRead, zone: string): boolean {
  if (found.isVoided || found.number !== act.number || found.lines === null) return false;
  const clock = (at: Temporal.Instant) => localTimeOf(at, zone).slice(0, 19);
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.toSorted().join('\n') === other.toSorted().join('\n');
  const codesTold = found.lines.flatMap(({ codes }) => stateCodesOf(codes ?? []));
  return (
    clock(found.soldAt) === clock(act.soldAt) &&
    isSame(
      found.lines.map((line) => `${line.tag} ${line.units} ${line.total}`),
      act.lines.map((line) => `${line.tag} ${line.units} ${line.amount}`),
    ) &&
    isSame(
      codesTold.map(({ stored }) => stored),
      act.lines.flatMap(({ codes }) => codes),
    )
  );
}
