import { expect, test } from 'vitest';
import { addressReader } from './client-address.ts';

test.each([
  ['without a trusted proxy the header counts for nothing', [], '203.0.113.9', '10.1.1.1', '203.0.113.9'],
  ['a proxy that is not trusted counts for nothing', ['10.0.0.0/8'], '203.0.113.9', '8.8.8.8', '203.0.113.9'],
  [
    'the last address before our proxies is the client',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '1.1.1.1, 198.51.100.7, 10.0.0.9',
    '198.51.100.7',
  ],
  [
    'what a client writes in front changes nothing',
    ['10.0.0.0/8'],
    '10.0.0.2',
    '6.6.6.6, 198.51.100.7',
    '198.51.100.7',
  ],
  ['what is no address ends the search', ['10.0.0.0/8'], '10.0.0.2', 'unknown', '10.0.0.2'],
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
