/** What install, uninstall and update know of the machine. `read-machine.ts` reads it, tests make it up. */

/** The system's user that the shop runs as. */
export const USER = 'farmgate';

/** Everything that the service has outside its own folder. */
export const paths = {
  data: '/var/lib/farmgate',
  backups: '/var/backups/farmgate',
  settings: '/etc/farmgate.env',
  /** Of the shop, in addition to its settings. */
  own: '/etc/farmgate',
  passphrase: '/etc/farmgate/passphrase',
  record: '/etc/farmgate/installed.json',
  unit: '/etc/systemd/system/farmgate.service',
  caddyfile: '/etc/caddy/Caddyfile',
  site: '/etc/caddy/farmgate.caddy',
} as const;

/** The packages that the installation asks for. */
export type PackageName = 'caddy' | 'unattended-upgrades';

/** What the installation added to the machine, so that the uninstallation removes that and nothing else. */
export type InstallRecord = {
  packages: readonly PackageName[];
  /** What came with them. */
  dependencies: readonly string[];
  /** Users, each with the group of its name. */
  users: readonly string[];
};

export const EMPTY_RECORD: InstallRecord = { packages: [], dependencies: [], users: [] };

export type Machine = {
  isRoot: boolean;
  /** Whether systemd is process 1 and can be asked. */
  runsSystemd: boolean;
  /** From /etc/os-release, such as `debian`, 12 and 'Debian GNU/Linux 12 (bookworm)'. */
  system: { id: string; version: number; name: string };
  /** The folder of this release. */
  checkout: string;
  checkoutOwner: string;
  isBuilt: boolean;
  /** Bytes free where the data folder is or will be. */
  freeBytes: number;
  /** Bytes of memory and swap. */
  memoryBytes: number;
  users: readonly string[];
  /** The folders that the steps make, and the file of the passphrase; absent if there is none. Empty: without a file. */
  places: Readonly<Record<string, { mode: number; owner: string; isEmpty: boolean } | undefined>>;
  /** Texts of the files that the steps write; absent if there is none. */
  files: Readonly<Record<string, string | undefined>>;
  packages: Readonly<Record<PackageName, boolean>>;
  /** Whether Caddy's folder has only what its package brought, apart from what is ours. */
  isCaddyUntouched: boolean;
  /** The programs that listen, by TCP port. */
  listeners: ReadonlyMap<number, string>;
  ownAddresses: readonly string[];
  /** Where the wanted domain leads; empty if it does not exist. */
  domainAddresses: readonly string[];
  /** Of the shop's unit. Current: started since its settings last changed. */
  unit: { isEnabled: boolean; isActive: boolean; isCurrent: boolean };
  /** Null if nothing was ever installed. */
  record: InstallRecord | null;
};

/** Whether a package is there because the installation brought it. */
export const broughtPackage = ({ record }: Machine, name: PackageName): boolean =>
  record?.packages.includes(name) ?? false;
