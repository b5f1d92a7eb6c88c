import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openCookies } from '#platform/requests/cookies.ts';
import {
  CART_FULL,
  CART_STORAGE,
  type CartLine,
  clampQuantity,
  followAccount,
  GUEST_CART_STORAGE,
  holdsCartByServer,
  joinCarts,
  leftOutMessage,
  MAXIMUM_LINES,
  MAXIMUM_QUANTITY,
  mergeLines,
  openingLines,
  productsLeftOut,
  readCart,
  unknownItem,
  writeCart,
  writeCartByServer,
} from './cart.ts';

const a: CartLine = { productId: 1, quantity: 1 };
const b: CartLine = { productId: 2, quantity: 2 };
const c: CartLine = { productId: 3, quantity: 3 };

describe('the cart as text', () => {
  test('is read back as it was written', () => {
    const line = fc.record({
      productId: fc.integer({ min: 1, max: 2_147_483_647 }),
      quantity: fc.integer({ min: 1, max: MAXIMUM_QUANTITY }),
    });
    const cart = fc.uniqueArray(line, { selector: ({ productId }) => productId, maxLength: MAXIMUM_LINES });
    fc.assert(
      fc.property(cart, (lines) => {
        expect(readCart(writeCart(lines))).toEqual(lines);
      }),
    );
  });

  test('loses only its damaged parts', () => {
    expect(readCart('1:1.x.2:2.3:0.4:-1.99999999999:1.5:1000.:.')).toEqual([a, b]);
  });

  test('never throws and never exceeds its limits, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const lines = readCart(text);
        expect(lines.length).toBeLessThanOrEqual(MAXIMUM_LINES);
        expect(lines.every(({ quantity }) => quantity >= 1 && quantity <= MAXIMUM_QUANTITY)).toBe(true);
      }),
    );
  });

  test('adds up a product that occurs twice', () => {
    expect(readCart('1:2.1:3')).toEqual([{ productId: 1, quantity: 5 }]);
  });
});

describe('a cart last written by the server', () => {
  afterEach(() => openCookies({ secure: false }));

  test('has a dot at the end of its cookie', () => {
    expect(holdsCartByServer(`view=1; cart=${writeCartByServer([a, b])}`)).toBe(true);
    for (const cookies of ['', 'view=1', 'cart=', `cart=${writeCart([a, b])}`, 'xcart=1:1.'])
      expect(holdsCartByServer(cookies), cookies).toBe(false);
  });

  test('is read behind HTTPS only under its own cookie name', () => {
    openCookies({ secure: true });
    expect(holdsCartByServer('cart=1:1.')).toBe(false);
    expect(holdsCartByServer('cart=1:1; __Host-cart=2:1.')).toBe(true);
  });
});

test('a quantity is between 1 and the available units', () => {
  expect([
    clampQuantity(0, 5),
    clampQuantity(7, 5),
    clampQuantity(2.9, 5),
    clampQuantity(Number.NaN, 5),
  ]).toEqual([1, 5, 2, 1]);
});

test("a guest's lines join the customer's, limited by stock", () => {
  expect(joinCarts([a, b], [b, c], (id) => (id === 2 ? 3 : 9))).toEqual([
    a,
    { productId: 2, quantity: 3 },
    c,
  ]);
});

test('products that do not fit in a full cart are named', () => {
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ productId: from + index, quantity: 1 }));
  const customers = lines(1, MAXIMUM_LINES - 1);
  // One of the guest's products is already in the customer's cart, one fits, two do not.
  const both = [...customers, ...lines(MAXIMUM_LINES - 1, 4)];
  expect(joinCarts(customers, both, () => 9)).toHaveLength(MAXIMUM_LINES);
  expect(productsLeftOut(both)).toEqual([MAXIMUM_LINES + 1, MAXIMUM_LINES + 2]);
  expect(productsLeftOut(customers)).toEqual([]);
  expect(leftOutMessage(['Tea', 'Mug'])).toBe(`${CART_FULL} Left out: Tea, Mug.`);
  expect(leftOutMessage(['Tea', 'Mug', 'Cap', 'Hat', 'Pen'])).toBe(
    `${CART_FULL} Left out: Tea, Mug, Cap and 2 more.`,
  );
});

describe('a cart that opens', () => {
  const nothing = { owner: null, own: [], guest: [], cookie: null, mirrored: null };

  test('has the browser’s lines while the cookie only mirrors them', () => {
    const mirrored = { owner: null, value: '1:1' };
    expect(openingLines({ ...nothing, own: [a], cookie: '1:1', mirrored })).toEqual({
      base: [a],
      joining: [],
    });
  });

  test("adds the guest's lines to the customer's at sign-in", () => {
    const found = {
      owner: 'robin',
      own: [a],
      guest: [b],
      cookie: '2:2',
      mirrored: { owner: null, value: '2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [a], joining: [b] });
  });

  test('has no line twice when it opens again after the join', () => {
    const found = {
      owner: 'robin',
      own: [a, b],
      guest: [],
      cookie: '1:1.2:2',
      mirrored: { owner: 'robin', value: '1:1.2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [a, b], joining: [] });
  });

  test('has no lines of a customer who has signed out', () => {
    const found = { ...nothing, cookie: '1:1', mirrored: { owner: 'robin', value: '1:1' } };
    expect(openingLines(found)).toEqual({ base: [], joining: [] });
  });

  test('has what the server has written since, such as nothing after an order', () => {
    const found = {
      owner: 'robin',
      own: [a, b],
      guest: [],
      cookie: '',
      mirrored: { owner: 'robin', value: '1:1.2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [], joining: [] });
  });

  test('stays unchanged when its cookie has expired', () => {
    const found = { ...nothing, own: [a], mirrored: { owner: null, value: '1:1' } };
    expect(openingLines(found)).toEqual({ base: [a], joining: [] });
  });

  test('has what was added before scripts ran, in a browser without a cart', () => {
    expect(openingLines({ ...nothing, cookie: '2:2' })).toEqual({ base: [], joining: [b] });
  });

  test("has what a guest's form added last before they signed in", () => {
    const found = {
      owner: 'robin',
      own: [a],
      guest: [b],
      cookie: '2:2.3:3',
      mirrored: { owner: null, value: '2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [a], joining: [b, c] });
  });

  test('has no lines of another customer', () => {
    const found = {
      owner: 'kim',
      own: [a],
      guest: [],
      cookie: '2:2',
      mirrored: { owner: 'robin', value: '3:3' },
    };
    expect(openingLines(found)).toEqual({ base: [a], joining: [] });
  });
});

describe('the limits of a cart', () => {
  test('allow a text of 2,000 characters and refuse a longer one', () => {
    const text = `${'x'.repeat(1996)}.1:1`;
    expect(text).toHaveLength(2000);
    expect(readCart(text)).toEqual([a]);
    expect(readCart(`x${text}`)).toEqual([]);
    expect(readCart(null)).toEqual([]);
    expect(readCart(undefined)).toEqual([]);
  });

  test('allow only ids that the database can store and quantities that a person may order', () => {
    expect(readCart('2147483647:999')).toEqual([{ productId: 2_147_483_647, quantity: 999 }]);
    for (const none of [
      '2147483648:1',
      '0:1',
      '1:0',
      '1:1000',
      '1:',
      ':1',
      '1',
      'x1:1',
      '1:1x',
      '12345678901:1',
    ]) {
      expect(readCart(none), none).toEqual([]);
    }
  });

  test('allow at most 999 of one product and fifty products', () => {
    expect(mergeLines([a, { productId: 1, quantity: 999 }])).toEqual([{ productId: 1, quantity: 999 }]);
    const many = Array.from({ length: 60 }, (_, index) => ({ productId: index + 1, quantity: 1 }));
    expect(mergeLines(many)).toEqual(many.slice(0, 50));
    expect(productsLeftOut(many)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
    expect(productsLeftOut([...many.slice(0, 50), ...many.slice(0, 50)])).toEqual([]);
  });

  test('allow a quantity from 1 to 999, and at most the available units', () => {
    expect(clampQuantity(1_500, 5_000)).toBe(999);
    expect(clampQuantity(Number.POSITIVE_INFINITY, 5)).toBe(1);
    expect(clampQuantity(-3, 5)).toBe(1);
    expect(clampQuantity(3, 0)).toBe(1);
    expect(clampQuantity(5, 5)).toBe(5);
  });

  test('name three products left out and count the rest', () => {
    expect(CART_FULL).toMatch(/\b50\b/);
    expect(leftOutMessage(['Tea', 'Mug', 'Cap'])).toBe(`${CART_FULL} Left out: Tea, Mug, Cap.`);
    expect(leftOutMessage(['Tea', 'Mug', 'Cap', 'Hat'])).toBe(
      `${CART_FULL} Left out: Tea, Mug, Cap and 1 more.`,
    );
  });

  test('leave only the input of an unknown line', () => {
    expect(unknownItem(b)).toEqual({
      productId: 2,
      name: '',
      price: -1,
      quantity: 2,
      image: null,
      product_type: '',
    });
  });

  test('use the storage keys that browsers already have', () => {
    expect([CART_STORAGE, GUEST_CART_STORAGE]).toEqual(['cart-storage', 'cart-storage-guest']);
  });
});

describe('a cart that follows the account', () => {
  const cart = (text: string) => readCart(text);
  const after = (own: string, agreed: string, account: string) =>
    writeCart(followAccount(cart(own), cart(agreed), cart(account)));

  test.each([
    ['a new device gets the account’s lines', '', '', '1:2.2:1', '1:2.2:1'],
    ['changes on another device are taken over', '1:2.2:1', '1:2.2:1', '1:5.3:1', '1:5.3:1'],
    ['changes on this device stay', '1:4.3:1', '1:2.2:1', '1:2.2:1', '1:4.3:1'],
    ['a line removed elsewhere does not come back', '1:2.2:1', '1:2.2:1', '2:1', '2:1'],
    ['a line removed here does not come back', '2:1', '1:2.2:1', '1:2.2:1.3:1', '2:1.3:1'],
    ['the last save wins if two devices change one line', '1:9', '1:2', '1:5', '1:9'],
    ['a line changed here and removed elsewhere stays', '1:9', '1:2', '', '1:9'],
    ['a cart that never agreed with the account loses nothing', '1:4.5:1', '', '1:2.2:1', '1:4.2:1.5:1'],
    ['an emptied cart empties the other', '1:2.2:1', '1:2.2:1', '', ''],
  ])('%s', (_, own, agreed, account, expected) => {
    expect(after(own, agreed, account)).toBe(expected);
  });
});
