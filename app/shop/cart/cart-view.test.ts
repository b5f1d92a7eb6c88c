import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { unknownItem } from '#core/sales/checkout/cart.ts';
import { NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import { newYorkPreset, shippedTaxRules } from '#core/sales/compliance/tax.ts';
import { cents } from '#kernel/money.ts';
import { cartChangeMessage } from './cart-line-news.ts';
import {
  type CartViewProduct,
  cartEstimate,
  cartView,
  lineRoom,
  overLimitMessage,
  reservableLines,
  UNKNOWN_PRODUCT,
} from './cart-view.ts';

const aProduct = (wanted: Partial<CartViewProduct> = {}): CartViewProduct => ({
  id: 1,
  name: 'Kestrel Flower 3.5 g',
  retailPrice: 4200,
  image: null,
  productType: 'cannabis',
  requiresId: false,
  available: 10,
  ...wanted,
});

const words = (view: ReturnType<typeof cartView>) =>
  view.lines.map((line) => line.changes.map(cartChangeMessage));

describe('the view of a cart', () => {
  test('shows the old and the new price', () => {
    const remembered = new Map([[1, { name: 'Kestrel', price: 4000, image: null }]]);
    const view = cartView([{ productId: 1, quantity: 2 }], [aProduct()], remembered);
    expect(words(view)).toEqual([['Price is now $42.00 (was $40.00)']]);
    expect(view.subtotal).toBe(8400);
  });

  test('charges the offer’s price and shows the list price, and the offer’s end is a change of price', () => {
    const offer = { price: cents(3700), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
    const remembered = new Map([[1, { name: 'Kestrel', price: 3700, image: null }]]);
    const lines = [{ productId: 1, quantity: 2 }];
    const view = cartView(lines, [aProduct({ offer })], remembered);
    expect(view.lines[0]).toMatchObject({ unitPrice: 3700, listPrice: 4200, amount: 7400, changes: [] });
    expect(words(cartView(lines, [aProduct()], remembered))).toEqual([['Price is now $42.00 (was $37.00)']]);
  });

  test('lowers a quantity to what is left, and says so', () => {
    const view = cartView([{ productId: 1, quantity: 5 }], [aProduct({ available: 2 })]);
    expect(words(view)).toEqual([['Only 2 left: quantity changed from 5 to 2']]);
    expect(view.lines[0]).toMatchObject({ quantity: 2, amount: 8400 });
  });

  test('says so too when joining carts lowered it', () => {
    const remembered = new Map([[1, { name: 'Kestrel', price: 4200, image: null, wanted: 5 }]]);
    const view = cartView([{ productId: 1, quantity: 2 }], [aProduct({ available: 2 })], remembered);
    expect(words(view)).toEqual([['Only 2 left: quantity changed from 5 to 2']]);
  });

  test('reports no change when the price was never known', () => {
    const line = { productId: 1, quantity: 2 };
    const view = cartView([line], [aProduct()], new Map([[1, unknownItem(line)]]));
    expect(words(view)).toEqual([[]]);
    expect(cartView([line], [], new Map([[1, unknownItem(line)]])).lines[0]?.name).toBe(UNKNOWN_PRODUCT);
  });

  test('still lists unavailable products, without charging or reserving them', () => {
    const lines = [
      { productId: 1, quantity: 1 },
      { productId: 2, quantity: 1 },
      { productId: 3, quantity: 1 },
    ];
    const view = cartView(lines, [aProduct(), aProduct({ id: 2, available: 0 })]);
    expect(words(view)).toEqual([[], ['No longer available'], ['No longer available']]);
    expect(view.lines[2]?.name).toBe(UNKNOWN_PRODUCT);
    expect(view.subtotal).toBe(4200);
    expect(reservableLines(view)).toEqual([{ productId: 1, quantity: 1 }]);
  });

  test('marks cannabis and everything that requires an ID as 21+', () => {
    const products = [
      aProduct(),
      aProduct({ id: 2, productType: 'accessories', requiresId: true }),
      aProduct({ id: 3, productType: 'apparel' }),
    ];
    const view = cartView(
      products.map(({ id }) => ({ productId: id, quantity: 1 })),
      products,
    );
    expect(view.lines.map((line) => line.restricted)).toEqual([true, true, false]);
  });

  test('has a subtotal that is the sum of its lines, and no more of a product than is available', () => {
    const entry = fc.record({
      price: fc.integer({ min: 0, max: 100_000 }),
      available: fc.integer({ min: 0, max: 30 }),
      quantity: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const view = cartView(
          entries.map(({ quantity }, id) => ({ productId: id, quantity })),
          entries.map(({ price, available }, id) => aProduct({ id, retailPrice: price, available })),
        );
        expect(view.subtotal).toBe(view.lines.reduce((sum, line) => sum + line.amount, 0));
        for (const line of reservableLines(view)) {
          expect(line.quantity).toBeLessThanOrEqual(entries[line.productId]?.available ?? 0);
        }
      }),
    );
  });
});

describe('a cart over a possession limit', () => {
  const limits = { cannabisMg: 85_048, concentrateMg: 24_000, edibleThcMg: 'inside-concentrate' } as const;
  const ounce = {
    id: 1,
    name: 'One Ounce',
    retailPrice: 20_000,
    image: null,
    productType: 'cannabis',
    requiresId: true,
    available: 10,
    counts: { category: 'flower', mg: 28_349 },
  } as const;

  test('gets the message before checkout, and not one gram earlier', () => {
    const cart = (quantity: number) => cartView([{ productId: 1, quantity }], [ounce]);
    expect(overLimitMessage(cart(3), limits)).toBeNull();
    expect(overLimitMessage(cart(4), limits)).toContain(
      'New York allows 3 oz (85 g) of cannabis per person.',
    );
  });

  test('counts only available lines', () => {
    const cart = cartView([{ productId: 1, quantity: 4 }], [{ ...ounce, available: 0 }]);
    expect(overLimitMessage(cart, limits)).toBeNull();
  });
});

describe('a line’s stored and current facts', () => {
  const line = { productId: 1, quantity: 2 };
  const memory = { name: 'Old name', price: 3900, image: 'old.webp' };
  const only = (...args: Parameters<typeof cartView>) => cartView(...args).lines[0];

  test('show the stored name, picture and price for a missing product', () => {
    expect(only([line], [], new Map([[1, memory]]))).toEqual({
      productId: 1,
      name: 'Old name',
      size: null,
      image: 'old.webp',
      unitPrice: 3900,
      listPrice: 3900,
      offer: null,
      priceNote: null,
      quantity: 2,
      amount: 0,
      available: 0,
      restricted: false,
      changes: [{ kind: 'gone' }],
    });
    expect(only([line], [])).toMatchObject({ name: UNKNOWN_PRODUCT, image: null, unitPrice: 0 });
    expect(UNKNOWN_PRODUCT).toMatch(/no longer on the menu/);
  });

  test('show the shop’s current facts for a sold-out product', () => {
    const soldOut = aProduct({ available: 0, image: 'new.webp', retailPrice: 4200 });
    expect(only([line], [soldOut], new Map([[1, memory]]))).toMatchObject({
      name: 'Kestrel Flower 3.5 g',
      image: 'new.webp',
      unitPrice: 4200,
      restricted: true,
    });
    expect(only([line], [{ ...soldOut, image: null }], new Map([[1, memory]]))?.image).toBe('old.webp');
  });

  test('show only the changes for an available product', () => {
    expect(
      only([line], [aProduct({ image: 'new.webp' })], new Map([[1, { ...memory, price: 4200 }]])),
    ).toEqual({
      productId: 1,
      name: 'Kestrel Flower 3.5 g',
      size: null,
      image: 'new.webp',
      unitPrice: 4200,
      listPrice: 4200,
      offer: null,
      priceNote: null,
      quantity: 2,
      amount: 8400,
      available: 10,
      restricted: true,
      changes: [],
    });
  });

  test('show no message for the last unit', () => {
    expect(only([{ productId: 1, quantity: 1 }], [aProduct({ available: 1 })])).toMatchObject({
      quantity: 1,
      changes: [],
    });
  });

  test('show both changes, the price first', () => {
    const view = cartView(
      [{ productId: 1, quantity: 5 }],
      [aProduct({ available: 2 })],
      new Map([[1, memory]]),
    );
    expect(words(view)).toEqual([
      ['Price is now $42.00 (was $39.00)', 'Only 2 left: quantity changed from 5 to 2'],
    ]);
  });

  test('count what would be reserved, by category', () => {
    const view = cartView(
      [
        { productId: 1, quantity: 5 },
        { productId: 2, quantity: 1 },
        { productId: 3, quantity: 4 },
      ],
      [
        aProduct({ available: 2, counts: { category: 'flower', mg: 3500 } }),
        aProduct({ id: 2, counts: { category: 'concentrate', mg: 1000 } }),
        aProduct({ id: 3, counts: null }),
      ],
    );
    expect(view.usage).toEqual({ flower: 7000, concentrate: 1000, edible: 0 });
  });
});

describe('the estimate of tax and total', () => {
  const money = (unitPrice: number, unitDiscount = 0, discountTaxed = false) => ({
    money: { unitPrice: cents(unitPrice), unitDiscount: cents(unitDiscount), discountTaxed },
  });
  const hat = aProduct({ id: 2, productType: 'other', taxClass: 'merchandise', ...money(3000) });
  const flower = aProduct({ taxClass: 'cannabis', ...money(4200) });
  const lines = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
  ];
  const estimateOf = (products: CartViewProduct[], rules = shippedTaxRules, day = '2026-11-23') =>
    cartEstimate(cartView(lines, products), products, rules, day);

  test('matches checkout: each line by its tax class and the day’s rules', () => {
    expect(estimateOf([flower, hat])).toEqual({ tax: 1368, total: 12_768 });
    // 13 % on 84.00 and 8 % on 30.00.
    expect(estimateOf([flower, hat], newYorkPreset('2026-01-01'))).toEqual({ tax: 1332, total: 12_732 });
    expect(estimateOf([flower, hat], newYorkPreset('2027-01-01'))).toEqual({ tax: 0, total: 11_400 });
  });

  test('taxes a discounted line on its list price where that is owed', () => {
    const discounted = { ...flower, ...money(3700, 500, true) };
    expect(estimateOf([discounted, hat])).toEqual({ tax: 1368, total: 11_768 });
  });

  test('leaves out lines that cannot be reserved', () => {
    expect(estimateOf([flower, { ...hat, available: 0 }])).toEqual({ tax: 1008, total: 9408 });
  });

  test('is absent while a line still waits for the server', () => {
    const { taxClass: _, ...unanswered } = hat;
    expect(estimateOf([flower, unanswered])).toBeNull();
  });
});

test('a line has the size of its product', () => {
  const view = cartView([{ productId: 1, quantity: 1 }], [aProduct({ size: '3.5 g' })]);
  expect(view.lines[0]?.size).toBe('3.5 g');
});

test('a line that still waits for the server shows no number of units left', () => {
  const product = aProduct();
  const view = cartView([{ productId: product.id, quantity: 1 }], [product]);
  const [line] = view.lines;
  if (!line) throw new Error('no line');
  const rules = {
    limits: defaultSettings().compliance,
    already: { usage: NO_USAGE, units: 0 },
    most: { allowed: 100, untilPickup: false },
  };
  expect(lineRoom(view, [product], line, rules)).toEqual({
    most: product.available,
    because: { kind: 'stock', available: product.available },
  });
  expect(lineRoom(view, [], line, rules)).toBe(null);
});
