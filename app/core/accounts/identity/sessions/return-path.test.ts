import { describe, expect, test } from 'vitest';
import { accountCreatedPath, afterSignIn, loginPath, safeReturnPath } from './return-path.ts';

const HERE = 'https://shop.example';

/** What attackers write to make a sign-in lead to their own site. */
const tricks: readonly string[] = [
  'https://evil.example',
  'http://evil.example',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '\\evil.example',
  ' //evil.example',
  '\t//evil.example',
  '\n//evil.example',
  '\r//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '/\u0000/evil.example',
  '\u0000//evil.example',
  '/\u000b/evil.example',
  '/\u000c/evil.example',
  '/\u001f/evil.example',
  '/\u007f/evil.example',
  '/\u0085/evil.example',
  '/\u2028/evil.example',
  '/\u2029/evil.example',
  '/\ufeff/evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d/evil.example',
  '/%0D%0ASet-Cookie:x=1',
  '/%00/evil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '%2f%2fevil.example',
  '%2F/evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '%5c%5cevil.example',
  '/%252fevil.example',
  '/%252Fevil.example',
  '/%25252fevil.example',
  '/%255cevil.example',
  '/%25255cevil.example',
  '/products//evil.example',
  '/products/..//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/./%2fevil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/a/%2f%2fevil.example',
  '/a/..%2f%2fevil.example',
  '/a\\..\\evil.example',
  '/products\\evil.example',
  '@evil.example',
  'evil.example',
  'evil.example/products',
  '.evil.example',
  ':evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
  ' ',
  '/ \u0000',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  'ftp://evil.example',
  'mailto:a@evil.example',
  'tel:+1',
  'ws://evil.example',
  'https://shop.example@evil.example',
  'https://shop.example.evil.example',
  '//shop.example@evil.example',
  '//shop.example:x@evil.example',
  'https://shop.example\\@evil.example',
  '〱//evil.example',
  '／／evil.example',
  '/\ud800',
  '/\udc00/evil.example',
  '//0x7f.1',
  '//[::1]',
  '//2130706433',
  '//evil。example',
  `/${'a'.repeat(5000)}`,
  '/login',
  '/login?returnTo=/admin',
  '/LOGIN',
  '/sign-out',
  '/sign-out?x',
  '/confirm-email?token=x',
  '/reset-password?token=x',
  '/set-up?token=x',
  '/join?token=x',
  '/undo-email-change?token=x',
  '/account-created',
  '/%5c%2fevil.example',
  '/%2f%5cevil.example',
  '/\u0009\\evil.example',
];

describe('a return path leads only to pages of this site', () => {
  test(`${tricks.length} tricks are refused`, () => {
    expect(tricks.length).toBeGreaterThanOrEqual(100);
    expect(tricks.filter((trick) => safeReturnPath(trick) !== null)).toEqual([]);
  });

  test('every accepted path stays on the origin, however it is read', () => {
    for (const trick of tricks) {
      for (const wanted of [trick, `/${trick}`, `/products${trick}`, `/products?a=${trick}`]) {
        const safe = safeReturnPath(wanted);
        if (safe !== null) expect(new URL(safe, HERE).origin).toBe(HERE);
      }
    }
  });

  test.each([null, undefined, 5, {}, ['/products']])('%j is not a path', (wanted) => {
    expect(safeReturnPath(wanted)).toBeNull();
  });

  test.each([
    '/',
    '/products',
    '/products/12',
    '/products?category=flower&price=0-50',
    '/products?q=100%25+blue',
    '/checkout',
    '/orders',
    '/admin/sent-mail/0190',
    '/products?q=a%2Fb',
    '/products?q=caf%C3%A9',
    '/products?q=50%',
  ])('%s is returned unchanged', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  test('the part after # belongs to the browser and is dropped', () => {
    expect(safeReturnPath('/faq#cash')).toBe('/faq');
  });
});

describe('the destination of a sign-in', () => {
  test.each([
    ['customer, page', { mode: 'signin', door: 'page', returnTo: null }, '/products'],
    ['customer, dialog: stays', { mode: 'signin', door: 'dialog', returnTo: null }, null],
    ['back to the page that asked', { mode: 'signin', door: 'page', returnTo: '/checkout' }, '/checkout'],
    ['admin, dialog', { mode: 'admin', door: 'dialog', returnTo: null }, '/admin'],
    ['admin, page', { mode: 'admin', door: 'page', returnTo: null }, '/admin/dashboard'],
    [
      'a malicious path counts as none',
      { mode: 'admin', door: 'page', returnTo: '//evil.example' },
      '/admin/dashboard',
    ],
  ] as const)('%s', (_case, sign, to) => {
    expect(afterSignIn(sign)).toBe(to);
  });

  test('the sign-in page gets mode and return path', () => {
    expect(loginPath('/checkout')).toBe('/login?returnTo=%2Fcheckout');
    expect(loginPath('/admin/sent-mail?page=2', 'admin')).toBe(
      '/login?mode=admin&returnTo=%2Fadmin%2Fsent-mail%3Fpage%3D2',
    );
    expect(loginPath('//evil.example')).toBe('/login');
  });

  test('the page after a sign-up gets the return path, if it is a page of this site', () => {
    expect(accountCreatedPath('/checkout')).toBe('/account-created?returnTo=%2Fcheckout');
    for (const nowhere of [null, '', '//evil.example', 'https://evil.example/', '/account-created'])
      expect(accountCreatedPath(nowhere)).toBe('/account-created');
  });
});
