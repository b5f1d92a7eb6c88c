/** What the packing page shows of an order. */
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import type { OrderNotes } from '#core/sales/orders/order-notes.ts';
import type { BagLine } from '#core/sales/orders/packing/unit-to-pack.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import type { PackingStep } from './packing-step.ts';

export type PackedRow =
  /** Packed one by one. `code` is the end of the unit's own code. */
  | { unit: string; batchNumber: string; code: string | null; by: string; at: string }
  /** `units` of the lot, of which `packed` are in the bag in all, were packed at once. */
  | { unit: null; batchNumber: string; lotId: number; packed: number; units: number };

export type PackingLine = BagLine & { packed: number; key: string; inBag: PackedRow[] };

export type PackingOrder = {
  id: string;
  number: string;
  version: number;
  status: OrderStatus;
  /** Who picks it up, and who ordered. */
  holder: string;
  customer: string;
  arrival: number | null;
  pickup: string | null;
  isWalkIn: boolean;
  notes: OrderNotes;
  /** Written by staff. */
  note: string;
  lines: PackingLine[];
  packed: number;
  units: number;
  missing: number;
  /** Units in the bag that are no longer the order's. */
  takeOut: UnitsOut[];
  packer: string | null;
  step: PackingStep;
  /** A key for the next code. */
  key: string;
};
