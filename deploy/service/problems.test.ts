import { describe, expect, test } from 'vitest';
import { EMPTY_RECORD, type Machine } from './machine.ts';
import { firstProblem, isPublic, problemWords, readDomain, type Wanted } from './problems.ts';
import { aMachine, aWish } from './testing/a-machine.ts';

const sentence = (machine: Partial<Machine>, wish: Partial<Wanted> = {}) => {
  const problem = firstProblem(aMachine(machine), aWish(wish));
  return problem === null ? null : problemWords(problem);
};

test('nothing is wrong with a new server whose domain leads to it', () => {
  expect(sentence({})).toBeNull();
});

describe('says what is wrong and what to do, when', () => {
  test.each<[string, Partial<Machine>, Partial<Wanted>, RegExp]>([
    ['not run as root', { isRoot: false }, {}, /Run the same command with sudo/],
    ['there is no systemd', { runsSystemd: false }, {}, /systemd does not run.*Containerfile/],
    [
      'the system is another',
      { system: { id: 'fedora', version: 41, name: 'Fedora 41' } },
      {},
      /runs Fedora 41\. .*Debian 12/,
    ],
    [
      'the system is too old',
      { system: { id: 'ubuntu', version: 22.04, name: 'Ubuntu 22.04' } },
      {},
      /Ubuntu 24\.04 or newer/,
    ],
    [
      'the folder is a home folder',
      { checkout: '/root/farmgate' },
      {},
      /mv \/root\/farmgate \/opt\/farmgate/,
    ],
    [
      'the folder is another user’s',
      { checkoutOwner: 'bob' },
      {},
      /belongs to bob.*chown -R root: \/opt\/farmgate/,
    ],
    ['the disk is small', { freeBytes: 1.2e9 }, {}, /Only 1\.2 GB of disk are free/],
    ['memory is small', { memoryBytes: 0.5e9 }, {}, /0\.5 GB of memory/],
    [
      'nginx has the web’s port',
      { listeners: new Map([[80, 'nginx']]) },
      {},
      /nginx\) uses port 80.*systemctl disable --now nginx/,
    ],
    [
      'a Caddy that is no package has it',
      { listeners: new Map([[443, 'caddy']]) },
      {},
      /caddy\) uses port 443/,
    ],
    ['the shop’s port is taken', { listeners: new Map([[3000, 'grafana']]) }, {}, /add --port 3001/],
    ['the domain is none', {}, { domain: 'my shop' }, /“my shop” is not a domain/],
    [
      'the domain does not exist',
      { domainAddresses: [] },
      {},
      /does not exist yet.*type A with 203\.0\.113\.7/,
    ],
    [
      'the domain leads elsewhere',
      { domainAddresses: ['198.51.100.9'] },
      {},
      /leads to 198\.51\.100\.9, not to this machine/,
    ],
    [
      'the machine is behind a router',
      { domainAddresses: ['198.51.100.9'], ownAddresses: ['192.168.1.5'] },
      {},
      /router.*--trust-domain/,
    ],
  ])('%s', (_, machine, wish, words) => expect(sentence(machine, wish)).toMatch(words));
});

test('a Caddy that is there may have the web’s ports, and the shop its own', () => {
  const packages = { caddy: true, 'unattended-upgrades': false };
  const unit = { isEnabled: true, isActive: true, isCurrent: true };
  const listeners = new Map([
    [80, 'caddy'],
    [443, 'caddy'],
    [3000, 'node'],
  ]);
  expect(sentence({ packages, unit, listeners })).toBeNull();
});

test('a domain that the owner answers for needs no address of this machine', () => {
  expect(sentence({ domainAddresses: ['198.51.100.9'] }, { trustsDomain: true })).toBeNull();
});

test('an installed shop can be repaired on a full disk', () => {
  expect(sentence({ freeBytes: 0, record: EMPTY_RECORD })).toBeNull();
});

test('a domain is read as people type it', () => {
  expect(
    ['https://Shop.Example/', ' shop.example ', 'http://shop.example/menu', 'shop.example.'].map(readDomain),
  ).toEqual(Array(4).fill('shop.example'));
});

test.each(['shop', '203.0.113.7', 'a b.example', '-a.example', 'a..example', 'x{.example', ''])(
  '%j is not a domain',
  (domain) => expect(sentence({}, { domain })).toMatch(/is not a domain/),
);

test('private and local addresses are not public', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.0.9',
    '100.64.0.1',
    '169.254.1.1',
    '::1',
    'fe80::1',
    'fd00::1',
  ];
  expect(inside.filter(isPublic)).toEqual([]);
  expect(['203.0.113.7', '172.32.0.1', '100.128.0.1', '2001:db8::1'].every(isPublic)).toBe(true);
});
