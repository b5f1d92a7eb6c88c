/** An order in front of its customer on a tablet without a network: as it was known, with what was done on this tablet since. */

import { orderProblems } from '#core/sales/orders/hand-over/counter-problem.ts';
import { idRefusalLabel } from '#core/sales/orders/hand-over/id-check.ts';
import { putOffWords } from '#core/sales/orders/hand-over/put-off.ts';
import { randomId } from '#kernel/random-id.ts';
import { type IdRefusal, idRefusals, type PutOffReason, putOffReasons } from '#kernel/statuses.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import { timeOf } from '../network/day-copy.ts';
import { type OfflineAction, withoutOut } from '../network/offline-action.ts';
import type { Known } from '../network/server-or-copy.ts';
import type { ClosedOrder } from './closed-order-queries.server.ts';

const NOTHING_WRONG = { missing: [], toPack: [], takeOut: [], ban: null, limit: null };
/** The one problem that a tablet can solve without a network. */
const [NOT_PACKED] = orderProblems({ ...NOTHING_WRONG, notPacked: true });

export function offlineOrder(order: CounterOrder, { day, actions }: Known) {
  const own = actions.filter((action) => action.order === order.number);
  let shown = order;
  let closed: ClosedOrder | null = null;
  for (const action of own) {
    shown = { ...shown, ...changeOf(shown, action, day.owner.name, timeOf(action.doneAt, day.zone)) };
    closed = endOf(action, order, `${timeOf(action.doneAt, day.zone)}, not sent yet`) ?? closed;
  }
  const lacksDrawer = !closed && day.drawer === null;
  return {
    order: shown,
    closed,
    minimumAge: day.minimumAge,
    lacksDrawer,
    typed: null,
    notAccepted: 0,
    // A refund needs the network.
    owed: [],
    paidToday: [],
    key: randomId(),
  };
}

function changeOf(
  order: CounterOrder,
  { kind, fields }: OfflineAction,
  viewer: string,
  time: string,
): Partial<CounterOrder> {
  switch (kind) {
    case 'pack':
      return { status: 'packing', packer: viewer, step: order.step === 'edit' ? 'edit' : 'ready' };
    case 'ready':
      return {
        ...{ status: 'ready', packer: null, step: 'hand-over' },
        problems: order.problems.filter((problem) => problem !== NOT_PACKED),
      };
    case 'note':
      return { note: [order.note, `${time}, ${viewer}: ${fields.note}`].filter(Boolean).join('\n') };
    case 'put-off':
      return {
        arrival: null,
        note: [order.note, `${time}, ${viewer}: ${isPutOff(fields.why) ? putOffWords[fields.why] : ''}`]
          .filter(Boolean)
          .join('\n'),
      };
    case 'out':
      return { takeOut: withoutOut(order.takeOut, fields) };
    case 'refuse':
      return { status: 'cancelled', problems: [], takeOut: [] };
    case 'hand-over':
      return { status: 'completed', problems: [], takeOut: [] };
    default:
      return {};
  }
}

function endOf(action: OfflineAction, { owed, rounding }: CounterOrder, at: string): ClosedOrder | null {
  const { kind, fields, id, by } = action;
  if (kind === 'refuse')
    return {
      ...{ kind: 'ended', isRefused: true, note: fields.note ?? '', by: by.name, at },
      why: isRefusal(fields.refusal) ? idRefusalLabel[fields.refusal] : '',
    };
  if (kind !== 'hand-over') return null;
  const received = Number(fields.receivedCents ?? owed);
  return {
    ...{
      kind: 'handed-over',
      key: id,
      by: by.name,
      at,
      email: '',
      phone: null,
      sent: [],
      printers: [],
      newKey: id,
    },
    exchanges: [],
    refunded: [],
    mayRefund: false,
    cash: { owed, rounding, received, change: received - owed, corrected: [], paidBack: 0 },
  };
}

export const isPutOff = (text: string | undefined): text is PutOffReason =>
  putOffReasons.some((each) => each === text);

export const isRefusal = (text: string | undefined): text is IdRefusal =>
  idRefusals.some((each) => each === text);
