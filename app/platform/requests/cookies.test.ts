import { afterEach, expect, test } from 'vitest';
import {
  ageCookie,
  cartCookie,
  defineCookie,
  flashCookie,
  hasAffirmedAge,
  openCookies,
  viewCookie,
} from './cookies.ts';

afterEach(() => openCookies({ secure: false }));

const readCookie = (header: string | null, name: string) => defineCookie(name, { maxAge: 60 }).read(header);

test('a cookie is found by its whole name, at any position', () => {
  const header = 'view=1;  cart = a%20b%3Dc ; xcart=other; carts=more; empty=; age_verified=2026-01-01';
  expect(readCookie(header, 'view')).toBe('1');
  expect(readCookie(header, 'cart')).toBe('a b=c');
  expect(readCookie(header, 'age_verified')).toBe('2026-01-01');
  expect(readCookie(header, 'empty')).toBe('');
  expect(readCookie(header, 'car')).toBeNull();
  expect(readCookie(header, 'missing')).toBeNull();
});

test('a value may contain equals signs, and the first of two cookies counts', () => {
  expect(readCookie('token=a=b==; token=second', 'token')).toBe('a=b==');
});

test('a header that is missing, empty or undecodable has no cookie', () => {
  expect(readCookie(null, 'view')).toBeNull();
  expect(readCookie('', '')).toBeNull();
  expect(readCookie('view', 'view')).toBeNull();
  expect(readCookie('views; view=2', 'view')).toBe('2');
  expect(readCookie('view', 'vie')).toBeNull();
  expect(readCookie('view=%E0%A4%A', 'view')).toBeNull();
  expect(readCookie('view=%E0%A4%A; view=2', 'view')).toBeNull();
});

test('an empty cookie does not confirm an age of 21', () => {
  for (const cookies of [
    null,
    '',
    'view=1',
    'age_verified=',
    'age_verified= ; view=2',
    'age_verified=%E0%A4%A',
  ])
    expect(hasAffirmedAge(cookies)).toBe(false);
  expect(hasAffirmedAge('age_verified=2026-01-01')).toBe(true);
});

test('cookie names stay those that browsers already have', () => {
  expect([ageCookie, viewCookie, flashCookie, cartCookie].map(({ name }) => name)).toEqual([
    'age_verified',
    'view',
    'flash',
    'cart',
  ]);
});

test('a cookie covers every page of this site, and clearing it sends the same line with no lifetime', () => {
  expect(cartCookie.write('7.2')).toBe('cart=7.2; Path=/; Max-Age=2592000; SameSite=Lax');
  expect(cartCookie.write('')).toBe('cart=; Path=/; Max-Age=2592000; SameSite=Lax');
  expect(flashCookie.clear()).toBe('flash=; Path=/; Max-Age=0; SameSite=Lax');
  const hidden = defineCookie('hidden', { maxAge: 60, httpOnly: true });
  expect(hidden.write('a', 5)).toBe('hidden=a; Path=/; Max-Age=5; HttpOnly; SameSite=Lax');
  expect(hidden.read('hidden=a%20b')).toBe('a b');
  expect(hidden.read('__Host-hidden=c; hidden=a')).toBe('a');
  expect(hidden.read('__Host-hidden=c')).toBeNull();
});

test.each(['hidden', '__Secure-hidden', '__host-hidden', '__Host-hidden2'])(
  'behind HTTPS %s is not our cookie, because a neighboring host could have set it',
  (name) => {
    openCookies({ secure: true });
    const hidden = defineCookie('hidden', { maxAge: 60, httpOnly: true });
    expect(hidden.read(`${name}=a`)).toBeNull();
    expect(hidden.read(`${name}=a; __Host-hidden=c`)).toBe('c');
    expect(hasAffirmedAge('age_verified=2026-01-01')).toBe(false);
    expect(hasAffirmedAge('__Host-age_verified=2026-01-01')).toBe(true);
  },
);

test.each([
  '\xa0',
  '\u2003',
  '\ufeff',
  '\v',
  '\f',
  '\r',
  '\n',
  '\x85',
  '\0',
  '"',
  "'",
  '=',
  ',',
  '%20',
  '$',
  'a',
])('a name with %j before or behind it is another cookie’s, which a neighboring host may plant', (odd) => {
  openCookies({ secure: true });
  const hidden = defineCookie('hidden', { maxAge: 60, httpOnly: true });
  for (const planted of [`${odd}__Host-hidden=a`, `__Host-hidden${odd}=a`]) {
    // An equals sign behind the name begins the value.
    if (planted === '__Host-hidden==a') continue;
    expect(hidden.read(planted), planted).toBeNull();
    expect(hidden.read(`${planted}; __Host-hidden=c`)).toBe('c');
    expect(hidden.read(`view=1; ${planted}`)).toBeNull();
  }
});

test('spaces and tabs around name and value are allowed, and quotes belong to the value', () => {
  expect(readCookie('view=1;\t cart \t=\t a\xa0 ;x=y', 'cart')).toBe('a\xa0');
  expect(readCookie('cart="a"', 'cart')).toBe('"a"');
});
