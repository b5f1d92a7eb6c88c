/**
 * Orders and their stock as a pure model: who has which units, in which state, for which pickup. It knows nothing of
 * the code it checks, and refuses with the same kinds. Products, slots and orders are numbers.
 */
import type { OrderStatus } from '#kernel/statuses.ts';

type Payment = 'pay_on_pickup' | 'paid' | 'refunded';
type Line = { product: number; quantity: number; price: number };

export type ModelProduct = { onHand: number; price: number; onMenu: boolean };
export type ModelOrder = {
  lines: Line[];
  slot: number;
  note: string;
  status: OrderStatus;
  payment: Payment;
  version: number;
};

export type ModelEdit = {
  /** The wanted lines; 0 removes one. */
  to: ReadonlyMap<number, number>;
  slot: number;
  note: string;
  isStale: boolean;
};

const open: readonly OrderStatus[] = ['pending', 'confirmed', 'packing', 'ready'];

export class OrderModel {
  readonly products: ModelProduct[];
  readonly slots: number[];
  readonly orders: ModelOrder[] = [];
  private readonly capacity: number;

  constructor(products: ModelProduct[], slots: number, capacity: number) {
    this.products = products;
    this.slots = Array.from({ length: slots }, () => 0);
    this.capacity = capacity;
  }

  held(product: number): number {
    return this.orders
      .filter(({ status }) => open.includes(status))
      .reduce((sum, order) => sum + quantityOf(order, product), 0);
  }

  place(lines: ReadonlyMap<number, number>, slot: number): string {
    for (const [product, quantity] of lines) {
      const { onHand, onMenu } = this.product(product);
      if (!onMenu || quantity > onHand - this.held(product)) return 'not-available';
    }
    if (this.taken(slot) >= this.capacity) return 'slot-full';
    this.slots[slot] = this.taken(slot) + 1;
    this.orders.push({
      lines: [...lines].map(([product, quantity]) => ({
        product,
        quantity,
        price: this.product(product).price,
      })),
      slot,
      note: '',
      status: 'pending',
      payment: 'pay_on_pickup',
      version: 1,
    });
    return 'ok';
  }

  edit(order: ModelOrder, wish: ModelEdit): string {
    if (!open.includes(order.status)) return 'ended';
    if (wish.isStale) return 'stale';
    const lines = this.linesAfter(order, wish.to);
    const differs =
      lines.length !== order.lines.length ||
      lines.some(({ product, quantity }) => quantity !== quantityOf(order, product));
    if (lines.length === 0) return 'no-lines';
    if (differs && order.payment !== 'pay_on_pickup') return 'paid';
    const moves = wish.slot !== order.slot;
    if (!differs && !moves && wish.note === order.note) return 'ok';
    for (const { product, quantity } of lines) {
      const before = quantityOf(order, product);
      const { onHand, onMenu } = this.product(product);
      if (before === 0 && !onMenu) return 'not-on-menu';
      if (quantity > onHand - this.held(product) + before) return 'not-available';
    }
    if (moves && this.taken(wish.slot) >= this.capacity) return 'slot-full';
    this.slots[order.slot] = this.taken(order.slot) - 1;
    this.slots[wish.slot] = this.taken(wish.slot) + 1;
    // Additional units are not in the bag yet.
    const isPackedAgain =
      order.status === 'ready' &&
      lines.some(({ product, quantity }) => quantity > quantityOf(order, product));
    Object.assign(order, {
      ...{ lines, slot: wish.slot, note: wish.note },
      // A note makes no new version.
      version: order.version + (differs || moves ? 1 : 0),
      ...(isPackedAgain ? { status: 'packing' } : {}),
    });
    return 'ok';
  }

  changeStatus(order: ModelOrder, to: OrderStatus): string {
    if (to === 'completed') return 'hand-over-only';
    if (order.status === to) return 'ok';
    const next = open[open.indexOf(order.status) + 1];
    const isStep =
      open.includes(order.status) &&
      (to === next ||
        (order.status === 'confirmed' && to === 'ready') ||
        to === 'cancelled' ||
        to === 'no_show');
    if (!isStep) return 'no-such-step';
    if (to === 'cancelled') this.slots[order.slot] = this.taken(order.slot) - 1;
    Object.assign(order, { status: to, version: order.version + 1 });
    return 'ok';
  }

  changePayment(order: ModelOrder, to: Payment): string {
    if (order.payment === to) return 'ok';
    if (to === 'refunded') return 'refund-only';
    if (to === 'paid' && !open.includes(order.status)) return 'ended';
    if (order.payment !== 'pay_on_pickup' || to !== 'paid') return 'no-such-payment-step';
    Object.assign(order, { payment: to, version: order.version + 1 });
    return 'ok';
  }

  /** Of the whole amount paid. */
  refund(order: ModelOrder): string {
    if (order.payment === 'refunded') return 'nothing-left';
    if (order.payment !== 'paid') return 'not-paid';
    if (open.includes(order.status)) return 'still-open';
    Object.assign(order, { payment: 'refunded', version: order.version + 1 });
    return 'ok';
  }

  /** With the full cash amount and a valid ID. */
  handOver(order: ModelOrder): string {
    if (order.status === 'completed') return 'handed-over';
    if (!open.includes(order.status)) return 'no-such-step';
    if (order.status !== 'ready') return 'counter';
    if (order.payment === 'refunded') return 'no-such-payment-step';
    for (const { product, quantity } of order.lines) this.product(product).onHand -= quantity;
    const changes = order.payment === 'paid' ? 1 : 2;
    Object.assign(order, { status: 'completed', payment: 'paid', version: order.version + changes });
    return 'ok';
  }

  private linesAfter(order: ModelOrder, to: ReadonlyMap<number, number>): Line[] {
    const kept = order.lines.map((line) => ({ ...line, quantity: to.get(line.product) ?? 0 }));
    const added = [...to]
      .filter(([product]) => quantityOf(order, product) === 0)
      .map(([product, quantity]) => ({ product, quantity, price: this.product(product).price }));
    return [...kept, ...added].filter(({ quantity }) => quantity > 0);
  }

  private product(index: number): ModelProduct {
    const product = this.products[index];
    if (!product) throw new Error(`no product ${index}`);
    return product;
  }

  private taken(slot: number): number {
    return this.slots[slot] ?? 0;
  }
}

function quantityOf(order: ModelOrder, product: number): number {
  return order.lines.find((line) => line.product === product)?.quantity ?? 0;
}
