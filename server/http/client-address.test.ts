import { expect, test } from 'vitest';
import { addressBlock, addressReader, proxyTest } from './client-address.ts';

test.each([
  ['without a trusted proxy the header is ignored', [], '203.0.113.9', '10.1.1.1', '203.0.113.9'],
  ['an untrusted proxy is ignored', ['10.0.0.0/8'], '203.0.113.9', '8.8.8.8', '203.0.113.9'],
  [
    'the last address before our proxies is the client',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '1.1.1.1, 198.51.100.7, 10.0.0.9',
    '198.51.100.7',
  ],
  [
    'addresses that a client prepends are ignored',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '6.6.6.6, 198.51.100.7',
    '198.51.100.7',
  ],
  ['a port after the address is dropped', ['10.0.0.0/8'], '10.0.0.2', '198.51.100.7:5128', '198.51.100.7'],
  ['a port after an IPv6 address is dropped', ['::1'], '::1', '[2001:db8::5]:443', '2001:db8::5'],
  ['brackets without a port are dropped', ['::1'], '::1', '[2001:db8::5]', '2001:db8::5'],
  [
    'a proxy before ours may write its port',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '198.51.100.7, 10.0.0.9:80',
    '198.51.100.7',
  ],
  ['an invalid address ends the search', ['10.0.0.0/8'], '10.0.0.2', 'unknown', '10.0.0.2'],
  [
    'a dual-stack socket shows IPv4 as it is',
    ['10.0.0.0/8'],
    '::ffff:10.0.0.2',
    '198.51.100.7',
    '198.51.100.7',
  ],
  ['IPv6 proxies are understood', ['::1'], '::1', '2001:db8::5', '2001:db8::5'],
])('%s', (_, trusted, socket, header, client) => {
  expect(addressReader(trusted)(socket, header)).toBe(client);
});

test.each(['nonsense', '10.0.0.0/99', '10.0.0.0/x'])(
  'a proxy written %s is refused in one sentence',
  (entry) => {
    expect(() => addressReader([entry])).toThrow(/TRUSTED_PROXIES has/);
  },
);

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['2001:0DB8:0001:2::6', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test('a trusted proxy is recognized in both spellings of its address', () => {
  const isProxy = proxyTest(['10.0.0.0/8']);
  expect(isProxy('10.1.2.3')).toBe(true);
  expect(isProxy('::ffff:10.1.2.3')).toBe(true);
  expect(isProxy('11.1.2.3')).toBe(false);
});

test.each<[string, string[], string | undefined, string | null, string]>([
  ['a closed socket has an unspecified address', [], undefined, '1.1.1.1', '0.0.0.0'],
  ['without the header the proxy itself is the client', ['10.0.0.0/8'], '10.0.0.2', null, '10.0.0.2'],
  ['an empty header counts as missing', ['10.0.0.0/8'], '10.0.0.2', '', '10.0.0.2'],
  ['an address without a range covers only itself', ['10.0.0.2'], '10.0.0.3', '1.1.1.1', '10.0.0.3'],
  ['and that address is trusted', ['10.0.0.2'], '10.0.0.2', '1.1.1.1', '1.1.1.1'],
  ['an IPv6 range is a range', ['fd00::/8'], 'fd12::1', '2001:db8::5', '2001:db8::5'],
  ['an address beyond the IPv6 range is not trusted', ['fd00::/8'], 'fe80::1', '2001:db8::5', 'fe80::1'],
  ['a range of zero bits covers everything', ['0.0.0.0/0'], '203.0.113.9', 'unknown', '203.0.113.9'],
  ['the second of two entries counts as well', ['::1', '10.0.0.0/8'], '10.0.0.2', '1.1.1.1', '1.1.1.1'],
  ['when all are proxies, the nearest is the client', ['10.0.0.0/8'], '10.0.0.2', '10.0.0.3', '10.0.0.2'],
  [
    'a forwarded IPv4 address is shown as it is',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '::ffff:198.51.100.7',
    '198.51.100.7',
  ],
  [
    'an invalid address hides the ones before it',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '198.51.100.7, unknown, 10.0.0.9',
    '10.0.0.2',
  ],
])('%s', (_, trusted, socket, header, client) => {
  expect(addressReader(trusted)(socket, header)).toBe(client);
});

test.each(['10.0.0.0/33', '10.0.0.0/-1', '::1/129', '10.0.0.0/8.5', '', '/8'])(
  '%j is refused as a proxy, and the error names the entry',
  (entry) => {
    expect(() => addressReader(['10.0.0.0/32', '::1/128', entry])).toThrow(
      `TRUSTED_PROXIES has '${entry}', which is no address or range; write for example 10.0.0.0/8 and start again.`,
    );
  },
);
