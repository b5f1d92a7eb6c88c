/** The shapes of the API: what parses requests and shapes answers is also what its description shows. */
import { z } from 'zod';
import { STRAIN_TYPES } from '#core/goods/catalogue/search/strain.ts';
import { adjustReasons } from '#core/goods/stock/adjustment.ts';
import { MAX_INTEGER } from '#kernel/number.ts';
import {
  limitCategories,
  lotStatuses,
  orderStatuses,
  paymentStatuses,
  testStatuses,
} from '#kernel/statuses.ts';

/** Schemas with a name of their own in the description. */
export const named = z.registry<{ id: string }>();
const shape = <S extends z.ZodObject>(id: string, schema: S): S => {
  named.add(schema, { id });
  return schema;
};

const cents = z.int().describe('Whole US cents.');
const instant = z.iso.datetime().describe('An instant in UTC, RFC 3339.');
const day = z.iso.date().describe('A calendar date of the store’s time zone.');
const basisPoints = z.int().nullable().describe('Hundredths of a percent.');

const productId = z.int().min(1).max(MAX_INTEGER).describe('The number of a product.');
const lotId = z.int().min(1).max(MAX_INTEGER).describe('The number of a lot.');
const orderNumber = z
  .string()
  .regex(/^ORD\d{3,10}$/)
  .describe('The number of an order, as people read it.');
const limit = z.int().min(1).max(100).default(50).describe('The most items on a page.');
const numberCursor = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional()
  .describe('`next` of the page before.');
const orderCursor = orderNumber.optional().describe('`next` of the page before.');
const next = z.string().nullable().describe('The cursor of the next page; null on the last one.');

export const nothing = z.strictObject({});
export const productParams = z.strictObject({ id: productId });
export const lotParams = z.strictObject({ id: lotId });
export const orderParams = z.strictObject({ number: orderNumber });

export const menuQuery = z.strictObject({
  q: z.string().max(100).optional().describe('Search, as on the menu.'),
  category: z.string().max(60).optional().describe('The slug of a category; see `facets`.'),
  type: z.string().max(60).optional().describe('A product type; see `facets`.'),
  strain: z.enum(STRAIN_TYPES).optional(),
  min_price: z.int().min(0).max(1_000_000).optional().describe('Whole US cents.'),
  max_price: z.int().min(0).max(1_000_000).optional().describe('Whole US cents.'),
  in_stock: z.boolean().optional().describe('Only products with units that can be reserved.'),
  cursor: numberCursor,
  limit,
});
export const availabilityQuery = z.strictObject({
  ids: z.array(productId).min(1).max(100).describe('Numbers of products, with commas between them.'),
});

const offer = z.strictObject({ price: cents, until: day, terms: z.string() });
const productFields = {
  id: productId,
  name: z.string(),
  category: z.string(),
  product_type: z.string(),
  price: cents.describe('List price of one unit before tax, in whole US cents.'),
  offer: offer.nullable().describe('The discounted price, while a discount counts.'),
  strain_type: z.enum(STRAIN_TYPES).nullable(),
  thc_basis_points: basisPoints,
  cbd_basis_points: basisPoints,
  thc_mg: z.int().nullable(),
  cbd_mg: z.int().nullable(),
  size: z.string().nullable(),
  net_weight_mg: z.int().nullable(),
  requires_id: z.boolean(),
  limit_category: z.enum(limitCategories).nullable().describe('The purchase limit it counts toward.'),
  available: z.int().min(0).describe('Units that can be reserved now.'),
  batch_number: z.string().nullable(),
  url: z.url().describe('The page of the product.'),
};
const product = shape('Product', z.strictObject(productFields));
const testedLot = z.strictObject({
  batch_number: z.string(),
  harvested_on: day.nullable(),
  packaged_on: day.nullable(),
  expires_on: day.nullable(),
  lab_name: z.string().nullable(),
  certificate_number: z.string().nullable(),
  test_status: z.string().nullable(),
  total_thc_basis_points: basisPoints,
  total_cbd_basis_points: basisPoints,
});
export const productDetails = shape(
  'ProductDetails',
  z.strictObject({
    ...productFields,
    strain_name: z.string().nullable(),
    lineage: z.string().nullable(),
    terpenes: z.string().nullable(),
    description: z.string(),
    servings: z.int().nullable(),
    upc_code: z.string().nullable(),
    limit_mg: z.int().nullable().describe('What one unit counts toward the limit, in mg.'),
    pictures: z.array(z.strictObject({ url: z.url(), alt: z.string() })),
    lot: testedLot.nullable().describe('The lot handed out next.'),
    updated_at: instant,
  }),
);
const counted = z.int().min(0);
export const menuPage = shape(
  'MenuPage',
  z.strictObject({
    products: z.array(product),
    next,
    facets: z.strictObject({
      categories: z.array(z.strictObject({ slug: z.string(), name: z.string(), count: counted })),
      types: z.array(z.strictObject({ type: z.string(), count: counted })),
      strains: z.strictObject({ indica: counted, sativa: counted, hybrid: counted, balanced: counted }),
      in_stock: counted,
    }),
    warning: z.string().describe('The words of the law that must be shown with the menu.'),
  }),
);
export const feedQuery = z.strictObject({
  in_stock: z.boolean().optional().describe('Only products with units that can be reserved.'),
  cursor: numberCursor,
  limit: z.int().min(1).max(500).default(100).describe('The most items on a page.'),
});
export const feedLevels = ['available', 'few', 'none'] as const;
export const menuFeed = shape(
  'MenuFeed',
  z.strictObject({
    store: z.string(),
    license_number: z.string(),
    minimum_age: z.int().describe('Show the menu only to people who have affirmed this age.'),
    warning: z.string().describe('The words of the law that must be shown with the menu.'),
    takes_reservations: z.boolean().describe('False while the store has paused reservations.'),
    products: z.array(
      z.strictObject({
        id: productId,
        name: z.string(),
        category: z.string(),
        size: z.string().nullable(),
        availability: z.enum(feedLevels).describe('What can be reserved now; `few` is five units or fewer.'),
        url: z.url().describe('The page of the product.'),
      }),
    ),
    next,
  }),
);
export const availability = shape(
  'Availability',
  z.strictObject({
    products: z.array(z.strictObject({ id: productId, available: counted, on_menu: z.boolean() })),
  }),
);
export const pickupTimes = shape(
  'PickupTimes',
  z.strictObject({
    days: z.array(
      z.strictObject({
        date: day,
        times: z.array(z.strictObject({ starts_at: instant, label: z.string(), full: z.boolean() })),
      }),
    ),
  }),
);

const orderLine = z.strictObject({
  product_id: productId,
  name: z.string(),
  quantity: z.int().min(1),
  unit_price: cents,
  amount: cents,
});
export const order = shape(
  'Order',
  z.strictObject({
    number: orderNumber,
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    version: z.int().min(1).describe('Grows with every change.'),
    placed_at: instant,
    pickup_starts_at: instant.nullable(),
    pickup_ends_at: instant.nullable(),
    ready_at: instant.nullable(),
    completed_at: instant.nullable(),
    cancelled_at: instant.nullable(),
    subtotal: cents,
    tax: cents,
    total: cents,
    refunded: cents.describe(
      'Refunded so far, by units or by amount, tax included; `total` stays as it was.',
    ),
    lines: z.array(orderLine),
  }),
);
export const orderPage = shape('OrderPage', z.strictObject({ orders: z.array(order), next }));
export const ownOrdersQuery = z.strictObject({ cursor: orderCursor, limit });
export const ordersQuery = z.strictObject({
  status: z.enum(orderStatuses).optional(),
  cursor: orderCursor,
  limit,
});
export const newOrder = shape(
  'NewOrder',
  z.strictObject({
    lines: z
      .array(z.strictObject({ product_id: productId, quantity: z.int().min(1).max(99) }))
      .min(1)
      .max(50),
    pickup_starts_at: instant.describe('One of the pickup times.'),
    expected_total: z
      .int()
      .min(0)
      .max(100_000_000)
      .nullable()
      .default(null)
      .describe('The total the customer saw, in whole US cents; refused if it differs.'),
    again: z
      .boolean()
      .default(false)
      .describe('The customer wants the same items again, some minutes after the last time.'),
  }),
);
export const statusChange = shape(
  'StatusChange',
  z.strictObject({
    status: z.enum(['confirmed', 'ready', 'cancelled']),
    reason: z.string().max(500).default('').describe('Required to cancel.'),
    version: z
      .int()
      .min(1)
      .max(MAX_INTEGER)
      .nullable()
      .default(null)
      .describe('The version you know; refused if it has changed.'),
  }),
);

const lotFields = {
  id: lotId,
  product_id: productId,
  batch_number: z.string(),
  package_tag: z.string().nullable(),
  status: z.enum(lotStatuses),
  test_status: z.enum(testStatuses).nullable(),
  expires_on: day.nullable(),
  on_hand: z.int().describe('Units in the building.'),
  held: z.int().describe('Units promised to reservations.'),
};
const lot = shape('Lot', z.strictObject(lotFields));
export const lotPage = shape('LotPage', z.strictObject({ lots: z.array(lot), next }));
export const lotsQuery = z.strictObject({
  product_id: productId.optional(),
  status: z.enum(lotStatuses).optional(),
  cursor: numberCursor,
  limit,
});
export const unitsChange = shape(
  'UnitsChange',
  z.strictObject({
    on_hand: z.int().min(0).max(1_000_000).describe('Units in the building now.'),
    expected: z
      .int()
      .min(0)
      .max(1_000_000)
      .describe('Units before, as you know them. Refused if they differ, so that nothing is done twice.'),
    reason: z.enum(adjustReasons.filter((reason) => reason !== 'waste' && reason !== 'return')),
    note: z.string().max(500).default('').describe('Required for theft.'),
  }),
);
export const unitsChanged = shape('UnitsChanged', z.strictObject({ change: z.int() }));

/** Of webhooks: what has left the menu, and how many units of a product can be reserved. */
export const productGone = shape('ProductGone', z.strictObject({ id: productId }));
export const stockChange = shape(
  'StockChange',
  z.strictObject({ id: productId, available: counted, on_menu: z.boolean() }),
);
export const recall = shape(
  'Recall',
  z.strictObject({
    number: z.int().min(1),
    title: z.string().describe('As its buyers read it.'),
    started_at: instant,
    lots: z.array(
      z.strictObject({
        id: lotId,
        product_id: productId,
        batch_number: z.string(),
        package_tag: z.string().nullable(),
      }),
    ),
  }),
);

export const problem = shape(
  'Problem',
  z.strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For people.'),
    problem: z.string().describe('For programs.'),
    errors: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
      .optional()
      .describe('What is wrong with which field.'),
  }),
);
