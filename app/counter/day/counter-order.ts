/** What the hand-over page shows of an order. */
import type { Batch } from '#core/goods/stock/lots/lots.ts';
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import type { OrderNotes } from '#core/sales/orders/order-notes.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import type { Step } from './board.ts';

export type CounterLine = {
  productId: number;
  name: string;
  size: string | null;
  quantity: number;
  batches: Batch[];
};

export type CounterOrder = {
  id: string;
  number: string;
  version: number;
  status: OrderStatus;
  /** Whose ID it must be: who picks it up. */
  holder: string;
  /** Who ordered. */
  customer: string;
  arrival: number | null;
  pickup: string | null;
  lines: CounterLine[];
  units: number;
  /** Cash still due, in cents; 0 for a paid order. */
  owed: number;
  /** What rounding adds to the total for `owed`, in cents. */
  rounding: number;
  isPaid: boolean;
  requiresId: boolean;
  isWalkIn: boolean;
  /** Who checked a walk-in's ID today, and when: '2:10 PM'; null for other orders. */
  idChecked: { by: string; at: string } | null;
  notes: OrderNotes;
  mayChangePickupName: boolean;
  /** Written by staff. */
  note: string;
  /** Who packs it now. */
  packer: string | null;
  step: Step;
  /** What is wrong with the order itself, as staff read it; not what must leave its bag. */
  problems: string[];
  /** Units in the bag that are no longer the order's; none of an order that has ended. */
  takeOut: UnitsOut[];
  /** What is left of each limit today, with everything that the customer has on order. */
  left: string[];
  /** The notice while the store is closed. */
  hours: string | null;
  /** 'Missed 2 pickups in 90 days'; null for none. */
  missed: string | null;
  /** The issuer that most licenses here have. */
  homeState: string;
  /** The customer's other open orders. */
  others: OtherOrder[];
};

/** `pickup`: '2:15 PM', with the date if it is not today; null without a pickup time. */
export type OtherOrder = { number: string; pickup: string | null; status: string; due: number };
