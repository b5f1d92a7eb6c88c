/** Names the things that audit entries are about, or have in their values, each with the address of its page. */
import { eq, inArray } from 'drizzle-orm';
import type { AuditThing } from '#core/ground/audit/audit-fields.ts';
import type { Piece } from '#core/ground/audit/audit-words.ts';
import { drawerName } from '#core/sales/cash-desk/drawer.ts';
import { closureName } from '#core/sales/closures/closure.ts';
import { recallName } from '#core/sales/recalls/recall.ts';
import { database } from '#db/client.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { closures } from '#db/schema/closures.ts';
import { countSheets } from '#db/schema/counts.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { offers } from '#db/schema/discounts.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { promotions } from '#db/schema/promotions.ts';
import { recalls } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';

/** Things with rows: those in values, and the subjects of entries. */
export type Thing =
  | AuditThing
  | 'reservation'
  | 'mail'
  | 'promotion'
  | 'recall'
  | 'closure'
  | 'offer'
  | 'count'
  | 'drawer';
export type Things = (thing: Thing, id: string) => Piece | null;

const isNumber = (id: string) => /^[1-9]\d{0,8}$/.test(id);

/** For each kind of thing: reads the names of these ids. */
const readers: Readonly<Record<Thing, (ids: string[]) => Promise<(readonly [string, Piece])[]>>> = {
  order: async (ids) => {
    const rows = await database()
      .select({ id: orders.id, number: orders.orderId })
      .from(orders)
      .where(inArray(orders.id, ids.filter(isUuid)));
    return [
      ...rows.map(({ id, number }) => [id, { text: number, to: `/admin/orders/${number}` }] as const),
      // Values have the number itself.
      ...ids
        .filter((id) => /^ORD\d+$/.test(id))
        .map((number) => [number, { text: number, to: `/admin/orders/${number}` }] as const),
    ];
  },
  reservation: async (ids) => {
    const rows = await database()
      .select({
        id: pickupReservations.id,
        quantity: pickupReservations.quantity,
        product: products.name,
        number: orders.orderId,
      })
      .from(pickupReservations)
      .innerJoin(products, eq(products.id, pickupReservations.productId))
      .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
      .leftJoin(orders, eq(orders.id, orderItems.orderId))
      .where(inArray(pickupReservations.id, ids.filter(isUuid)));
    return rows.map(({ id, quantity, product, number }) => [
      id,
      {
        text: `${quantity} × ${product}`,
        to: number
          ? `/admin/orders/${number}`
          : `/admin/pickup-reservations?${new URLSearchParams({ product })}`,
      },
    ]);
  },
  product: async (ids) => {
    const rows = await database()
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(inArray(products.id, ids.filter(isNumber).map(Number)));
    return rows.map(({ id, name }) => [String(id), { text: name, to: `/admin/products/${id}` }]);
  },
  lot: async (ids) => {
    const rows = await database()
      .select({ id: lots.id, batch: lots.batchNumber })
      .from(lots)
      .where(inArray(lots.id, ids.filter(isNumber).map(Number)));
    return rows.map(({ id, batch }) => [String(id), { text: `Batch ${batch}`, to: `/admin/lots/${id}` }]);
  },
  category: async (ids) => {
    const rows = await database()
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(inArray(categories.id, ids.filter(isNumber).map(Number)));
    return rows.map(({ id, name }) => [String(id), { text: name, to: '/admin/settings/menu-order' }]);
  },
  person: async (ids) => {
    const rows = await database()
      .select({ id: customerProfiles.userId, name: customerProfiles.fullName })
      .from(customerProfiles)
      .where(inArray(customerProfiles.userId, ids.filter(isUuid)));
    return rows.map(({ id, name }) => [id, { text: name, to: `/admin/customers/${id}` }]);
  },
  mail: async (ids) => {
    const rows = await database()
      .select({ id: mailMessages.id, subject: mailMessages.subject })
      .from(mailMessages)
      .where(inArray(mailMessages.id, ids.filter(isUuid)));
    return rows.map(({ id, subject }) => [id, { text: `‘${subject}’`, to: `/admin/sent-mail/${id}` }]);
  },
  promotion: async (ids) => {
    const rows = await database()
      .select({ id: promotions.id, title: promotions.title })
      .from(promotions)
      .where(inArray(promotions.id, ids.filter(isUuid)));
    return rows.map(({ id, title }) => [id, { text: `‘${title}’`, to: `/admin/promotions/${id}` }]);
  },
  count: async (ids) => {
    const rows = await database()
      .select({ id: countSheets.id, title: countSheets.title })
      .from(countSheets)
      .where(inArray(countSheets.id, ids.filter(isNumber).map(Number)));
    return rows.map(({ id, title }) => [String(id), { text: `‘${title}’`, to: `/admin/counts/${id}` }]);
  },
  drawer: async (ids) => {
    const rows = await database()
      .select({ id: drawerSessions.id, number: drawerSessions.number })
      .from(drawerSessions)
      .where(inArray(drawerSessions.id, ids.filter(isUuid)));
    return rows.map(({ id, number }) => [id, { text: drawerName(number), to: '/admin/cash' }]);
  },
  closure: async (ids) => {
    const rows = await database()
      .select({ id: closures.id, number: closures.number })
      .from(closures)
      .where(inArray(closures.id, ids.filter(isUuid)));
    return rows.map((row) => [row.id, { text: closureName(row), to: `/admin/closures/${row.number}` }]);
  },
  offer: async (ids) => {
    const rows = await database()
      .select({ id: offers.id, name: offers.name })
      .from(offers)
      .where(inArray(offers.id, ids.filter(isNumber).map(Number)));
    return rows.map(({ id, name }) => [String(id), { text: `‘${name}’`, to: `/admin/offers/${id}` }]);
  },
  recall: async (ids) => {
    const rows = await database()
      .select({ id: recalls.id, number: recalls.number, isExercise: recalls.isExercise })
      .from(recalls)
      .where(inArray(recalls.id, ids.filter(isUuid)));
    return rows.map((row) => [row.id, { text: recallName(row), to: `/admin/recalls/${row.id}` }]);
  },
};

/** Reads the names of all of these at once: one query for each kind of thing. */
export async function readThings(wanted: readonly (readonly [Thing, string])[]): Promise<Things> {
  const known = new Map<string, Piece>();
  const byKind = Map.groupBy(wanted, ([thing]) => thing);
  await Promise.all(
    [...byKind].map(async ([thing, of]) => {
      const ids = [...new Set(of.map(([, id]) => id))];
      for (const [id, piece] of await readers[thing](ids)) known.set(`${thing}:${id}`, piece);
    }),
  );
  return (thing, id) => known.get(`${thing}:${id}`) ?? null;
}
