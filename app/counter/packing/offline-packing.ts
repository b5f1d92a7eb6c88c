/** Packing on a tablet without a network: the order as it was known with what was packed since, and what a press or scan does. */

import { findKnown, type KnownGoods } from '#core/sales/orders/packing/known-goods.ts';
import { packMessage } from '#core/sales/orders/packing/pack-problem.ts';
import {
  packedLine,
  packedOf,
  packedWords,
  type Refusal,
  unitMessage,
  unitsOfLine,
  unitToPack,
} from '#core/sales/orders/packing/unit-to-pack.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { randomId } from '#kernel/random-id.ts';
import type { PackingLine, PackingOrder } from '../day/packing-order.ts';
import { packingStep } from '../day/packing-step.ts';
import { type OfflineAction, withoutOut } from '../network/offline-action.ts';
import type { Known } from '../network/server-or-copy.ts';

/** The order after this tablet's actions. @param viewer who did them */
export function offlinePacking(
  order: PackingOrder,
  actions: readonly OfflineAction[],
  viewer: Known['day']['owner'],
): PackingOrder {
  const own = actions.filter((action) => action.order === order.number);
  let { lines, status, takeOut } = order;
  let packerId = order.step === 'take-over' ? null : viewer.id;
  let packer = order.packer;
  for (const { kind, packs, fields } of own) {
    if (packs)
      lines = lines.map((line) => (line.reservationId === packs.reservationId ? plus(line, packs) : line));
    if (kind === 'pack') [status, packerId, packer] = ['packing', viewer.id, viewer.name];
    else if (kind === 'ready') [status, lines] = ['ready', lines.map(allPacked)];
    else if (kind === 'out') takeOut = withoutOut(takeOut, fields);
    else if (kind === 'refuse') status = 'cancelled';
    else if (kind === 'hand-over') status = 'completed';
  }
  const isOthers = order.step === 'take-over' && packerId === null;
  return {
    ...order,
    ...{ status, lines, packer, takeOut },
    packed: lines.reduce((sum, { packed }) => sum + packed, 0),
    step: isOthers ? 'take-over' : packingStep({ status, packerId }, lines, viewer.id),
  };
}

function plus(line: PackingLine, { lotId, count }: NonNullable<OfflineAction['packs']>): PackingLine {
  let left = count;
  // The lot that was shown first; the rest of 'all' from the others.
  const inTurn = [...line.lots].sort(
    (one, other) => Number(other.lotId === lotId) - Number(one.lotId === lotId),
  );
  const more = new Map<number, number>();
  for (const lot of inTurn) {
    const units = Math.min(left, lot.quantity - lot.packed);
    more.set(lot.lotId, units);
    left -= units;
  }
  const lots = line.lots.map((lot) => ({ ...lot, packed: lot.packed + (more.get(lot.lotId) ?? 0) }));
  // Another key for the next press: this one is the action's.
  return { ...line, lots, packed: packedOf({ ...line, lots }), key: randomId() };
}

const allPacked = (line: PackingLine): PackingLine => {
  const lots = line.lots.map((lot) => ({ ...lot, packed: lot.quantity }));
  return { ...line, lots, packed: packedOf({ ...line, lots }) };
};

export type Packs = NonNullable<OfflineAction['packs']>;
type Decided = { ok: true; packs: Packs; about: string; text: string } | { ok: false; refusal: Refusal };

const UNKNOWN: Refusal = {
  title: 'Not of this order',
  text: 'This code is not of this order, as far as this tablet knows without a network. Put it back.',
};
const OTHER_BATCH = ' Another batch needs the network.';

/** What a scan packs, by the same rule as the server’s. It knows only this order, and this tablet’s own scans. */
export function offlineScan(
  order: PackingOrder,
  goods: readonly KnownGoods[],
  actions: readonly OfflineAction[],
  { text, host }: { text: string; host: string },
): Decided {
  const problem = mayPack(order);
  if (problem) return { ok: false, refusal: problem };
  const code = readScannedCode(text, host);
  if (code.kind === 'id-card' || code.kind === 'foreign-address')
    return { ok: false, refusal: packMessage({ kind: 'no-goods', code }) };
  const found = findKnown(code, goods);
  if (!found) return { ok: false, refusal: UNKNOWN };
  const before = found.unit === null ? null : unitPackedBy(found.unit, goods, actions, host);
  const inBag = before && { orderId: before.order, packedBy: before.by.name, isSold: false };
  const facts = { orderId: order.number, day: '', free: [], isOtherLotMeant: false };
  const unit = unitToPack(order.lines, { ...found, inBag }, facts);
  if (!unit.ok) {
    const { problem: why } = unit;
    if (why.kind !== 'other-lot') return { ok: false, refusal: unitMessage(why) };
    const { title, text: words } = unitMessage({ ...why, because: null });
    return { ok: false, refusal: { title, text: words + OTHER_BATCH } };
  }
  return packed(order, unit.value.line.reservationId, unit.value.lot.lotId, 1);
}

/** What a press packs: one unit of the line, or all that are left. */
export function offlinePress(order: PackingOrder, reservationId: string, all: boolean): Decided {
  const problem = mayPack(order);
  if (problem) return { ok: false, refusal: problem };
  const line = order.lines.find((each) => each.reservationId === reservationId);
  const units = line && unitsOfLine(line, all);
  if (!units) return { ok: false, refusal: packMessage({ kind: 'changed' }) };
  if (!units.ok) return { ok: false, refusal: unitMessage(units.problem) };
  return packed(order, reservationId, units.value[0]?.lot.lotId ?? 0, units.value.length);
}

function packed(order: PackingOrder, reservationId: string, lotId: number, count: number): Decided {
  const packs = { reservationId, lotId, count };
  const lines = order.lines.map((line) => (line.reservationId === reservationId ? plus(line, packs) : line));
  const line = packedLine(lines, reservationId);
  return { ok: true, packs, about: line.name, text: `${packedWords(line)} Not sent yet.` };
}

/** Why nothing can be packed; null if the order is the viewer's to pack. */
function mayPack({ number, status, step, packer }: PackingOrder): Refusal | null {
  switch (step) {
    case 'start':
      return packMessage({ kind: 'not-started', orderId: number });
    case 'take-over':
      return packMessage({ kind: 'packed-by', orderId: number, name: packer ?? 'Someone else' });
    case 'ended':
      return packMessage({ kind: 'ended', orderId: number, status });
    case 'done':
      return packMessage({ kind: 'ready', orderId: number });
    default:
      return null;
  }
}

/** The action of this tablet that has packed this unit, in any order. */
function unitPackedBy(
  unit: string,
  goods: readonly KnownGoods[],
  actions: readonly OfflineAction[],
  host: string,
): OfflineAction | null {
  return (
    actions.find(
      ({ kind, fields }) =>
        kind === 'scan' && findKnown(readScannedCode(fields.code ?? '', host), goods)?.unit === unit,
    ) ?? null
  );
}
