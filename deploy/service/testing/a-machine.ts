/** A new server as a provider hands it over, and what the owner wants of it; tests change what they are about. */
import type { Machine } from '../machine.ts';
import { paths } from '../machine.ts';
import type { Wanted } from '../problems.ts';

export const aMachine = (changes: Partial<Machine> = {}): Machine => ({
  isRoot: true,
  runsSystemd: true,
  system: { id: 'debian', version: 12, name: 'Debian GNU/Linux 12 (bookworm)' },
  checkout: '/opt/farmgate',
  checkoutOwner: 'root',
  isBuilt: false,
  freeBytes: 20e9,
  memoryBytes: 2e9,
  users: ['root'],
  places: {},
  files: {},
  packages: { caddy: false, 'unattended-upgrades': false },
  isCaddyUntouched: false,
  listeners: new Map([[22, 'sshd']]),
  ownAddresses: ['127.0.0.1', '203.0.113.7'],
  domainAddresses: ['203.0.113.7'],
  unit: { isEnabled: false, isActive: false, isCurrent: false },
  record: null,
  ...changes,
});

export const aWish = (changes: Partial<Wanted> = {}): Wanted => ({
  domain: 'shop.example',
  port: 3000,
  backups: paths.backups,
  updates: false,
  passphrase: 'abcd-efgh-jkmn-pqrs-tuvw-xyz2',
  trustsDomain: false,
  ...changes,
});
