/** What the forms of the packing page do on a tablet without a network. */
import { redirect } from 'react-router';
import { takenOutWords, type UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { findKnown } from '#core/sales/orders/packing/known-goods.ts';
import { rowToTakeOut } from '#core/sales/orders/packing/units-to-take-out.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { readOrder } from '../network/day-copy.ts';
import type { ActionKind } from '../network/offline-action.ts';
import type { Known, Without } from '../network/server-or-copy.ts';
import { offlinePacking, offlinePress, offlineScan } from './offline-packing.ts';
import type { PackAnswer } from './pack-answer.ts';

type Answered = Without<Response | PackAnswer>;

const NEEDS_NETWORK = {
  'take-out': 'Taking a unit out of the bag needs the network. Take it out when the connection is back.',
  'take-over': 'Taking packing over needs the network. Pack another order.',
  'other-lot': 'Another batch needs the network. Take the batch on the list, or pack another order.',
};

/** null for an order that is not on the tablet. */
export async function withoutNetwork(number: string, form: FormData, known: Known): Promise<Answered | null> {
  const stored = await readOrder(number);
  if (!stored) return null;
  const order = offlinePacking(stored.packing, known.actions, known.day.owner);
  const { version } = stored.packing;
  const here = `/counter/orders/${number}/packing`;
  const act = (kind: ActionKind, to: string): Answered => ({
    action: { kind, order: number, version, fields: {} },
    answer: redirect(to),
  });
  switch (form.get('intent')) {
    case 'scan': {
      if (form.has('because')) return refused('other-lot');
      const text = String(form.get('code') ?? '').trim();
      const decided = offlineScan(order, stored.goods, known.actions, { text, host: location.host });
      const code = readScannedCode(text, location.host);
      const goods = decided.ok ? null : findKnown(code, stored.goods);
      const row = goods && rowToTakeOut(order.takeOut, goods, order.lines);
      if (row) return out(number, version, row, { row: row.id, one: '1' });
      return answered(decided, { kind: 'scan', order: number, version, fields: { code: text } });
    }
    case 'pack-one':
    case 'pack-all': {
      const isAll = form.get('intent') === 'pack-all';
      const line = String(form.get('line') ?? '');
      const kind = isAll ? 'pack-all' : 'pack-one';
      return answered(offlinePress(order, line, isAll), { kind, order: number, version, fields: { line } });
    }
    case 'out': {
      const row = order.takeOut.find(({ id }) => id === form.get('row'));
      return row ? out(number, version, row, { row: row.id }) : null;
    }
    case 'take-out':
      return refused('take-out');
    case 'take-over':
      return refused('take-over');
    case 'start':
      return order.step === 'start' ? act('pack', here) : null;
    case 'ready':
      if (order.step !== 'ready') return null;
      return act('ready', order.arrival === null ? '/counter' : `/counter/orders/${number}`);
    default:
      return null;
  }
}

function answered(
  decided: ReturnType<typeof offlineScan>,
  action: NonNullable<Answered['action']>,
): Answered {
  if (!decided.ok) return { action: null, answer: { kind: 'refused', ...decided.refusal } };
  const { packs, about, text } = decided;
  return { action: { ...action, packs, about }, answer: { kind: 'done', text, waits: true } };
}

/** @param fields of a press all units of the row, of a scan one of them */
const out = (number: string, version: number, row: UnitsOut, fields: Record<string, string>): Answered => ({
  action: { kind: 'out', order: number, version, fields, about: row.name },
  answer: {
    kind: 'done',
    text: `${takenOutWords({ ...row, units: fields.one ? 1 : row.units })} Not sent yet.`,
    waits: true,
  },
});

const refused = (need: keyof typeof NEEDS_NETWORK): Answered => ({
  action: null,
  answer: { kind: 'refused', title: 'No connection', text: NEEDS_NETWORK[need] },
});
