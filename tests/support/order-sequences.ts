/** Random sequences of customers' and staff's actions on orders, compared with the pure model. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { changeOrderStatus, changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { offeredSlots } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { putBacks } from '#db/schema/stock.ts';
import { cents } from '#kernel/money.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { type ModelOrder, OrderModel } from './order-model.ts';
import { aMug, edit, NOW, storedOrder } from './orders.ts';
import { aPerson } from './people.ts';

const PRODUCTS = 4;
const SLOTS = 3;
/** Places in a slot: few, so that they run out. */
export const CAPACITY = 2;

const lines = fc.uniqueArray(
  fc.record({ product: fc.nat(PRODUCTS - 1), quantity: fc.integer({ min: 0, max: 6 }) }),
  { minLength: 1, maxLength: PRODUCTS, selector: ({ product }) => product },
);
const slot = fc.nat(SLOTS - 1);
const order = fc.nat(7);

/** `order` is the index of an existing order; wanted lines leave its others unchanged. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('place' as const), lines, slot }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      order,
      lines,
      slot: fc.option(slot, { freq: 2 }),
      note: fc.option(fc.constantFrom('', 'Rings twice', 'Two bags'), { freq: 2 }),
      isStale: fc.nat(9).map((one) => one === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      order,
      status: fc.constantFrom(...orderStatuses),
    }),
  },
  // Steps toward pickup are frequent, or few orders would be handed over.
  { weight: 8, arbitrary: fc.record({ do: fc.constant('next' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('payment' as const),
      order,
      payment: fc.constantFrom('paid' as const, 'refunded' as const, 'pay_on_pickup' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hand-over' as const), order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      product: fc.nat(PRODUCTS - 1),
      units: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      product: fc.nat(PRODUCTS - 1),
      price: fc.integer({ min: 1, max: 9999 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('menu' as const), product: fc.nat(PRODUCTS - 1) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The number of edits and changes of orders, and their results. */
export type Counted = { changes: number; done: Record<string, number>; refused: Record<string, number> };

const LENGTH = 60;

/** Runs this many sequences of sixty steps; throws at the first difference between shop and model. */
export async function compareOrdersWithModel(db: Database, sequences: number): Promise<Counted> {
  const staff = await aPerson(db, { role: 'admin' });
  const counted: Counted = { changes: 0, done: {}, refused: {} };
  const policy = pickupPolicy(await readSettings());
  const slots = offeredSlots(policy, NOW).flatMap((day) =>
    day.slots.map(({ startsAt }) => new Date(startsAt.epochMilliseconds).toISOString()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: LENGTH, maxLength: LENGTH }), async (sequence) => {
      // Separate slots for each sequence, because places are counted across all orders.
      const own = slots.splice(0, SLOTS);
      if (own.length < SLOTS) throw new Error('no slots are left');
      const run = new Run(db, staff, await aPerson(db), own, counted);
      await run.open();
      for (const each of sequence) await run.take(each);
    }),
    { numRuns: sequences, endOnFailure: true },
  );
  return counted;
}

class Run {
  private readonly model = new OrderModel(
    Array.from({ length: PRODUCTS }, (_, index) => ({
      onHand: 6 + index,
      price: 1033 * (index + 1),
      onMenu: true,
    })),
    SLOTS,
    CAPACITY,
  );
  private readonly productIds: number[] = [];
  private readonly orderIds: string[] = [];
  private readonly db: Database;
  private readonly staff: SignedIn;
  private readonly buyer: SignedIn;
  private readonly slots: readonly string[];
  private readonly counted: Counted;

  constructor(db: Database, staff: SignedIn, buyer: SignedIn, slots: readonly string[], counted: Counted) {
    this.db = db;
    this.staff = staff;
    this.buyer = buyer;
    this.slots = slots;
    this.counted = counted;
  }

  async open(): Promise<void> {
    for (const { onHand, price } of this.model.products)
      this.productIds.push(await aMug(this.db, { onHand, retailPrice: price }));
    // An order to edit from the first step on.
    for (const product of [0, 1])
      await this.take({ do: 'place', lines: [{ product, quantity: 2 }], slot: product });
  }

  /** Runs the step in the shop and in the model; both must return the same, and have the same state afterwards. */
  async take(wanted: Step): Promise<void> {
    const answers = await this.both(wanted);
    if (!answers) return;
    const [shop, model] = answers;
    const context = JSON.stringify(wanted);
    if (shop !== model) throw new Error(`${context}: the shop says ${shop}, the model ${model}`);
    const { counted } = this;
    if ('order' in wanted) counted.changes += 1;
    const list = shop === 'ok' ? counted.done : counted.refused;
    const name = shop === 'ok' ? wanted.do : `${wanted.do} ${shop}`;
    list[name] = (list[name] ?? 0) + 1;
    const [there, thought] = [await this.readShop(), await this.readModel()];
    if (there !== thought) throw new Error(`${context}:\n  shop  ${there}\n  model ${thought}`);
  }

  /** null before an order exists for it. */
  private async both(wanted: Step): Promise<[shop: string, model: string] | null> {
    const { model, staff } = this;
    switch (wanted.do) {
      case 'place':
        return this.place(wanted.lines, wanted.slot);
      case 'receive': {
        const delivery = { batchNumber: randomUUID(), testStatus: null, expiresOn: null };
        const productId = this.productIds[wanted.product] ?? 0;
        const { ok } = await receiveLot(staff, { ...delivery, productId, quantity: wanted.units }, NOW);
        this.product(wanted.product).onHand += wanted.units;
        return [ok ? 'ok' : 'refused', 'ok'];
      }
      case 'reprice':
      case 'menu': {
        const product = this.product(wanted.product);
        if (wanted.do === 'reprice') product.price = wanted.price;
        else product.onMenu = !product.onMenu;
        await this.db
          .update(products)
          .set({ retailPrice: product.price, forSale: product.onMenu })
          .where(eq(products.id, this.productIds[wanted.product] ?? 0));
        return ['ok', 'ok'];
      }
    }
    const at = this.orderIds.length === 0 ? 0 : wanted.order % this.orderIds.length;
    const [orderId, thought] = [this.orderIds[at], model.orders[at]];
    if (orderId === undefined || !thought) return null;
    const { version } = thought;
    const change = { orderId, reason: 'Trial', version };
    switch (wanted.do) {
      case 'edit':
        return this.edit(orderId, thought, wanted);
      case 'status':
        return [
          wordOf(
            await changeOrderStatus(
              staff,
              { ...change, to: wanted.status },
              wanted.status === 'no_show' ? NOW.add({ hours: 24 * 60 }) : NOW,
            ),
          ),
          model.changeStatus(thought, wanted.status),
        ];
      case 'next': {
        const to =
          ({ pending: 'confirmed', confirmed: 'packing' } as const)[thought.status as 'pending'] ?? 'ready';
        return [
          wordOf(await changeOrderStatus(staff, { ...change, to }, NOW)),
          model.changeStatus(thought, to),
        ];
      }
      case 'payment':
        return [
          wordOf(await changePaymentStatus(staff, { ...change, to: wanted.payment }, NOW)),
          model.changePayment(thought, wanted.payment),
        ];
      case 'refund': {
        const input = { units: 'all', goods: 'kept', reason: 'Trial', version } as const;
        return [wordOf(await recordRefund(staff, orderId, input, NOW)), model.refund(thought)];
      }
      case 'hand-over': {
        await this.takeOut(orderId);
        const id = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
        const input = { ...id, version, cashReceived: 100_000_000 };
        return [wordOf(await handOverOrder(staff, orderId, input, NOW)), model.handOver(thought)];
      }
    }
  }

  /** Units that left the order leave its bag first: what is refused until then has tests of its own. */
  private async takeOut(orderId: string): Promise<void> {
    const { id } = await storedOrder(this.db, orderId);
    const isWaiting = and(eq(putBacks.orderId, id), isNull(putBacks.doneAt));
    for (const row of await this.db.select({ id: putBacks.id }).from(putBacks).where(isWaiting))
      await putBackUnits(this.staff, row.id, NOW);
  }

  private async place(
    wish: readonly { product: number; quantity: number }[],
    at: number,
  ): Promise<[string, string]> {
    const wanted = wish.map(({ product, quantity }) => ({ product, quantity: Math.max(1, quantity) }));
    const placed = await placeOrder(
      this.buyer,
      {
        key: randomUUID(),
        lines: wanted.map(({ product, quantity }) => ({
          productId: this.productIds[product] ?? 0,
          quantity,
        })),
        reservationId: null,
        slotStartsAt: this.slots[at] ?? '',
        birthDate: null,
        expectedTotal: null,
        again: true,
      },
      NOW,
    );
    if (placed.ok) this.orderIds.push(placed.value.orderId);
    const lines = new Map(wanted.map(({ product, quantity }) => [product, quantity]));
    return [wordOf(placed), this.model.place(lines, at)];
  }

  private async edit(
    orderId: string,
    thought: ModelOrder,
    wanted: Extract<Step, { do: 'edit' }>,
  ): Promise<[string, string]> {
    const to = new Map(thought.lines.map(({ product, quantity }) => [product, quantity]));
    for (const { product, quantity } of wanted.lines) to.set(product, quantity);
    const wish = {
      to,
      slot: wanted.slot ?? thought.slot,
      note: wanted.note ?? thought.note,
      isStale: wanted.isStale && thought.version > 1,
    };
    const outcome = await edit(this.db, this.staff, orderId, {
      to: [...to].map(([product, quantity]) => [this.productIds[product] ?? 0, quantity]),
      slotStartsAt: this.slots[wish.slot] ?? '',
      note: wish.note,
      version: wish.isStale ? thought.version - 1 : thought.version,
    });
    return [wordOf(outcome), this.model.edit(thought, wish)];
  }

  private product(index: number) {
    const product = this.model.products[index];
    if (!product) throw new Error(`no product ${index}`);
    return product;
  }

  /** Stock by product, places by slot, then every order: its state, its lines with their price, its money by `quote`. */
  private async readModel(): Promise<string> {
    const { model } = this;
    const rules = await readTaxRules();
    const stock = model.products.map(({ onHand }, index) => `${onHand}/${model.held(index)}`);
    const orders = model.orders.map((order) => {
      const lines = order.lines.map(({ product, quantity, price }) => `${quantity}×${product}@${price}`);
      const priced = order.lines.map(({ quantity, price }) => ({
        taxClass: 'merchandise',
        quantity,
        unitPrice: cents(price),
      }));
      const { subtotal, tax, total } = quote(
        priced,
        rules,
        storeDate(instantOf(new Date()), 'America/New_York'),
      );
      const { status, payment, version, slot: at, note } = order;
      return `${status} ${payment} v${version} in ${at} ‘${note}’ ${lines.join(' ')} ${subtotal}+${tax}=${total}`;
    });
    return `${stock.join(', ')} | ${model.slots.join(', ')} | ${orders.join('; ')}`;
  }

  /** The database's state in the same form, with stock from its ledger. */
  private async readShop(): Promise<string> {
    type Stock = { stock: string; ledger: string };
    const ids = sql.param(this.productIds);
    const { rows: stock } = await this.db.execute<Stock>(sql`
      select concat(on_hand, '/', held) as stock,
        (select concat(sum(on_hand_change), '/', sum(held_change)) from stock_ledger
          where stock_ledger.product_id = product_stock.product_id) as ledger
      from product_stock where product_id = any(${ids}::int[]) order by product_id`);
    for (const row of stock)
      if (row.stock !== row.ledger) throw new Error(`stock ${row.stock}, its ledger ${row.ledger}`);
    const { rows: places } = await this.db.execute<{ at: string; taken: number }>(sql`
      select to_json(starts_at) #>> '{}' as at, taken from pickup_slots
      where starts_at = any(${sql.param([...this.slots])}::timestamptz[])`);
    const taken = this.slots.map(
      (at) => places.find((row) => new Date(row.at).toISOString() === at)?.taken ?? 0,
    );
    const orders: string[] = [];
    for (const orderId of this.orderIds) {
      const order = await storedOrder(this.db, orderId);
      const lines = order.items.map(
        ({ productId, quantity, unitPrice }) =>
          `${quantity}×${this.productIds.indexOf(productId)}@${unitPrice}`,
      );
      const at = this.slots.indexOf(order.pickupStartsAt?.toISOString() ?? '');
      const { status, paymentStatus, version, note, subtotal, tax, total } = order;
      orders.push(
        `${status} ${paymentStatus} v${version} in ${at} ‘${note}’ ${lines.join(' ')} ${subtotal}+${tax}=${total}`,
      );
    }
    return `${stock.map((row) => row.stock).join(', ')} | ${taken.join(', ')} | ${orders.join('; ')}`;
  }
}

function wordOf(outcome: { ok: true } | { ok: false; problem: { kind: string } }): string {
  return outcome.ok ? 'ok' : outcome.problem.kind;
}
