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

  test('loses only what is damaged', () => {
    expect(readCart('1:1.x.2:2.3:0.4:-1.99999999999:1.5:1000.:.')).toEqual([a, b]);
  });

  test('never throws and never exceeds its limits, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const lines = readCart(text);
        expect(lines.length).toBeLessThanOrEqual(MAXIMUM_LINES);
        expect(lines.every(({ quantity }) => quantity >= 1 && quantity <= MAXIMUM_QUANTITY)).toBe(true);
      }),
    );
  });

  test('adds up a product that is named twice', () => {
    expect(readCart('1:2.1:3')).toEqual([{ productId: 1, quantity: 5 }]);
  });
});

describe('a cart that the server wrote last', () => {
  afterEach(() => openCookies({ secure: false }));

  test('is known by the dot at the end of its cookie', () => {
    expect(holdsCartByServer(`view=1; cart=${writeCartByServer([a, b])}`)).toBe(true);
    for (const cookies of ['', 'view=1', 'cart=', `cart=${writeCart([a, b])}`, 'xcart=1:1.'])
      expect(holdsCartByServer(cookies), cookies).toBe(false);
  });

  test('counts behind HTTPS only under the name that it is written under', () => {
    openCookies({ secure: true });
    expect(holdsCartByServer('cart=1:1.')).toBe(false);
    expect(holdsCartByServer('cart=1:1; __Host-cart=2:1.')).toBe(true);
  });
});

test('a quantity stays between 1 and what is available', () => {
  expect([
    clampQuantity(0, 5),
    clampQuantity(7, 5),
    clampQuantity(2.9, 5),
    clampQuantity(Number.NaN, 5),
  ]).toEqual([1, 5, 2, 1]);
});

test("a guest's lines join the customer's, capped by stock", () => {
  expect(joinCarts([a, b], [b, c], (id) => (id === 2 ? 3 : 9))).toEqual([
    a,
    { productId: 2, quantity: 3 },
    c,
  ]);
});

test('what finds no room in a full cart is named, not lost without a word', () => {
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

describe('a cart opens', () => {
  const nothing = { owner: null, own: [], guest: [], cookie: null, mirrored: null };

  test('with what the browser keeps while the cookie only mirrors it', () => {
    const mirrored = { owner: null, value: '1:1' };
    expect(openingLines({ ...nothing, own: [a], cookie: '1:1', mirrored })).toEqual({
      base: [a],
      joining: [],
    });
  });

  test("with the guest's lines joining the customer's at sign-in", () => {
    const found = {
      owner: 'robin',
      own: [a],
      guest: [b],
      cookie: '2:2',
      mirrored: { owner: null, value: '2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [a], joining: [b] });
  });

  test('with no line twice when it is opened again after the join', () => {
    const found = {
      owner: 'robin',
      own: [a, b],
      guest: [],
      cookie: '1:1.2:2',
      mirrored: { owner: 'robin', value: '1:1.2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [a, b], joining: [] });
  });

  test("without the customer's lines once they have signed out", () => {
    const found = { ...nothing, cookie: '1:1', mirrored: { owner: 'robin', value: '1:1' } };
    expect(openingLines(found)).toEqual({ base: [], joining: [] });
  });

  test('with what the server has written since, such as an order that emptied it', () => {
    const found = {
      owner: 'robin',
      own: [a, b],
      guest: [],
      cookie: '',
      mirrored: { owner: 'robin', value: '1:1.2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [], joining: [] });
  });

  test('unharmed when its cookie has run out', () => {
    const found = { ...nothing, own: [a], mirrored: { owner: null, value: '1:1' } };
    expect(openingLines(found)).toEqual({ base: [a], joining: [] });
  });

  test('with what was added before scripts ran, in a browser that knew no cart', () => {
    expect(openingLines({ ...nothing, cookie: '2:2' })).toEqual({ base: [], joining: [b] });
  });

  test("with what a guest's form added last when they sign in", () => {
    const found = {
      owner: 'robin',
      own: [a],
      guest: [b],
      cookie: '2:2.3:3',
      mirrored: { owner: null, value: '2:2' },
    };
    expect(openingLines(found)).toEqual({ base: [a], joining: [b, c] });
  });

  test("without somebody else's lines", () => {
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
  test('a text of 2,000 characters is read, a longer one is no cart', () => {
    const text = `${'x'.repeat(1996)}.1:1`;
    expect(text).toHaveLength(2000);
    expect(readCart(text)).toEqual([a]);
    expect(readCart(`x${text}`)).toEqual([]);
    expect(readCart(null)).toEqual([]);
    expect(readCart(undefined)).toEqual([]);
  });

  test('ids are those the database can hold, quantities those a person may ask for', () => {
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

  test('of one product never more than 999, of products never more than fifty', () => {
    expect(mergeLines([a, { productId: 1, quantity: 999 }])).toEqual([{ productId: 1, quantity: 999 }]);
    const many = Array.from({ length: 60 }, (_, index) => ({ productId: index + 1, quantity: 1 }));
    expect(mergeLines(many)).toEqual(many.slice(0, 50));
    expect(productsLeftOut(many)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
    expect(productsLeftOut([...many.slice(0, 50), ...many.slice(0, 50)])).toEqual([]);
  });

  test('a quantity is whole, at most what is there, and at most 999', () => {
    expect(clampQuantity(1_500, 5_000)).toBe(999);
    expect(clampQuantity(Number.POSITIVE_INFINITY, 5)).toBe(1);
    expect(clampQuantity(-3, 5)).toBe(1);
    expect(clampQuantity(3, 0)).toBe(1);
    expect(clampQuantity(5, 5)).toBe(5);
  });

  test('three names are said, a fourth is counted', () => {
    expect(CART_FULL).toMatch(/\b50\b/);
    expect(leftOutMessage(['Tea', 'Mug', 'Cap'])).toBe(`${CART_FULL} Left out: Tea, Mug, Cap.`);
    expect(leftOutMessage(['Tea', 'Mug', 'Cap', 'Hat'])).toBe(
      `${CART_FULL} Left out: Tea, Mug, Cap and 1 more.`,
    );
  });

  test('of a line about which nothing is known only the input is kept', () => {
    expect(unknownItem(b)).toEqual({
      productId: 2,
      name: '',
      price: -1,
      quantity: 2,
      image: null,
      product_type: '',
    });
  });

  test('carts stand where browsers already keep them', () => {
    expect([CART_STORAGE, GUEST_CART_STORAGE]).toEqual(['cart-storage', 'cart-storage-guest']);
  });
});

describe('a cart that follows the account', () => {
  const cart = (text: string) => readCart(text);
  const after = (own: string, agreed: string, account: string) =>
    writeCart(followAccount(cart(own), cart(agreed), cart(account)));

  test.each([
    ['a new device takes the account’s', '', '', '1:2.2:1', '1:2.2:1'],
    [
      'what another device added, changed and removed is followed',
      '1:2.2:1',
      '1:2.2:1',
      '1:5.3:1',
      '1:5.3:1',
    ],
    ['what this one added, changed and removed stays', '1:4.3:1', '1:2.2:1', '1:2.2:1', '1:4.3:1'],
    ['a line removed elsewhere does not come back', '1:2.2:1', '1:2.2:1', '2:1', '2:1'],
    ['a line removed here does not come back', '2:1', '1:2.2:1', '1:2.2:1.3:1', '2:1.3:1'],
    ['of two that changed one line the one that saves last wins', '1:9', '1:2', '1:5', '1:9'],
    ['a line changed here and removed elsewhere stays', '1:9', '1:2', '', '1:9'],
    ['a cart that never agreed with the account loses nothing', '1:4.5:1', '', '1:2.2:1', '1:4.2:1.5:1'],
    ['an emptied cart empties the other', '1:2.2:1', '1:2.2:1', '', ''],
  ])('%s', (_, own, agreed, account, expected) => {
    expect(after(own, agreed, account)).toBe(expected);
  });
});
