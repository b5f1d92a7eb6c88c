import { expect, test } from 'vitest';
import { lineProblem } from './request-line.ts';

const line = (url: string, host: string | undefined = 'shop.example', method = 'GET') =>
  lineProblem(asked({ method, url, hosts: host === undefined ? [] : [host] }));

const asked = ({ method = 'GET', url = '/', hosts = ['shop.example'], httpVersionMajor = 1 }) => ({
  method,
  url,
  httpVersionMajor,
  headers: hosts[0] === undefined ? {} : { host: hosts[0] },
  rawHeaders: ['Accept', 'Host', ...hosts.flatMap((host) => ['Host', host]), 'Hosts', 'a'],
});

test.each([
  ['/'],
  ['/products?q=50%&utm_source=x'],
  ['/products?q=%E0%A4%A'],
  ['/products/caf%C3%A9'],
  [`/cart?${'a'.repeat(2000)}`],
])('%s is a normal target', (url) => {
  expect(line(url)).toBeNull();
});

test.each([
  ['/products/%E0%A4%A', 400],
  ['/products/%', 400],
  ['/success?order=%00', 400],
  ['/products/%00', 400],
  ['http://shop.example/', 400],
  ['*', 400],
  [`/${'a'.repeat(3000)}`, 414],
  [`/products?${'a&'.repeat(1500)}`, 414],
])('%s is refused with %i', (url, status) => {
  expect(line(url)).toBe(status);
});

test.each([
  'shop.example',
  'shop.example:8080',
  'localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  'a_b.test',
])('the Host %s is valid', (host) => {
  expect(line('/', host)).toBeNull();
});

test.each(['a@b', 'a b', 'a/b', 'a?b', 'a#b', '', '[::1', 'a:99999', '1.2.3.999', 'a..b', 'x'.repeat(300)])(
  'the Host %j is invalid',
  (host) => {
    expect(line('/', host)).toBe(400);
  },
);

test('a request without a Host, and one with a method that no page has, are refused', () => {
  expect(lineProblem(asked({ hosts: [] }))).toBe(400);
  for (const method of ['TRACE', 'PROPFIND', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'get'])
    expect(line('/', 'shop.example', method)).toBe(405);
});

test('the API sees every method of programs, because it names those that an address has', () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect(line('/api/v1/orders', 'shop.example', method)).toBeNull();
  expect(line('/api/v1/orders', 'shop.example', 'TRACE')).toBe(405);
});

test('two Hosts, and another HTTP version than ours, are refused', () => {
  expect(lineProblem(asked({ hosts: ['shop.example', 'evil.example'] }))).toBe(400);
  expect(lineProblem(asked({ httpVersionMajor: 2 }))).toBe(400);
  expect(lineProblem(asked({}))).toBeNull();
});
