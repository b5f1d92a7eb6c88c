import { expect, test } from 'vitest';
import {
  byNonce,
  commonHeaders,
  contentSecurityPolicy,
  counterPermissions,
  headersFor,
  isCounter,
  strictTransport,
} from './security-headers.ts';

const directives = (policy: string) =>
  new Map(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)] as const));

test('a page runs our scripts and those with its nonce, and nothing else', () => {
  const policy = contentSecurityPolicy(byNonce('abc'), { https: true });
  expect(Object.fromEntries(directives(policy))).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'", "'nonce-abc'"],
    'style-src': ["'self'", "'nonce-abc'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': [],
  });
});

test('without HTTPS nothing is upgraded, and only development loosens styles and connections', () => {
  const policy = contentSecurityPolicy(byNonce('abc'), { https: false });
  expect(policy).not.toContain('upgrade');
  expect(policy).not.toContain('unsafe');
  const development = directives(contentSecurityPolicy(byNonce('abc'), { https: false, development: true }));
  expect(development.get('style-src')).toEqual(["'self'", "'unsafe-inline'"]);
  expect(development.get('connect-src')).toEqual(["'self'", 'ws:']);
  expect(development.get('script-src')).toEqual(["'self'", "'nonce-abc'"]);
});

test('every response tells browsers what not to do with it', () => {
  expect(commonHeaders).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=()',
    'X-Permitted-Cross-Domain-Policies': 'none',
  });
  expect(strictTransport).toBe('max-age=63072000; includeSubDomains');
});

test('only the counter’s documents may use a printer that is plugged in or paired', () => {
  expect(counterPermissions['Permissions-Policy']).toContain('usb=(self), serial=(self), bluetooth=(self)');
  expect(['/counter', '/counter/printer', '/COUNTER/cash'].every(isCounter)).toBe(true);
  expect(['/', '/counters', '/admin/counter', '/shop/counter/x'].some(isCounter)).toBe(false);
});

test('a page’s parts carry only their own headers, and whatever opens by itself carries all', () => {
  const part = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' };
  for (const type of ['text/javascript; charset=utf-8', 'text/css', 'font/woff2'])
    expect(headersFor(type)).toEqual(part);
  for (const type of ['text/html; charset=utf-8', 'image/svg+xml', 'application/json', 'text/plain', null])
    expect(headersFor(type)).toEqual(commonHeaders);
});

test('a document that names the sites around it has no header against frames; every other one has', () => {
  const { 'X-Frame-Options': _, ...others } = commonHeaders;
  expect(headersFor('text/html', 'frame-ancestors https://partner.example')).toEqual(others);
  for (const policy of [null, "default-src 'self'; frame-ancestors 'none'", "frame-ancestors 'self'"])
    expect(headersFor('text/html', policy)).toEqual(commonHeaders);
});
