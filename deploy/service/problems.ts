/** What must be right before the first step, each with its sentence: what is wrong, and what to do. */
import { isIP } from 'node:net';
import type { Machine } from './machine.ts';

export type Wanted = {
  /** The shop's address without https://, such as shop.example. */
  domain: string;
  /** Where the shop listens on this machine; only Caddy asks it there. */
  port: number;
  /** The folder of the backups; null if the owner's settings send them elsewhere. */
  backups: string | null;
  /** Whether Debian's automatic security updates are wanted too. */
  updates: boolean;
  /** A new passphrase for the backups, used if there is none yet. */
  passphrase: string;
  /** The owner says that the domain leads here, though no address of this machine shows it. */
  trustsDomain: boolean;
};

export type MachineProblem =
  | { kind: 'not-root' }
  | { kind: 'no-systemd' }
  | { kind: 'wrong-system'; name: string }
  | { kind: 'home-folder'; checkout: string }
  | { kind: 'not-roots-folder'; checkout: string; owner: string }
  | { kind: 'bad-domain'; domain: string }
  | { kind: 'small-disk'; freeBytes: number }
  | { kind: 'small-memory'; memoryBytes: number }
  | { kind: 'taken-port'; port: number; program: string; isShops: boolean }
  | { kind: 'no-such-domain'; domain: string; own: readonly string[] }
  | { kind: 'domain-elsewhere'; domain: string; leadsTo: readonly string[]; own: readonly string[] };

/** The first release with Caddy among its packages. */
const OLDEST: Readonly<Record<string, number>> = { debian: 12, ubuntu: 24.04 };
/** Bytes: the database at its largest log, a few photos, and a week of backups. */
const LEAST_DISK = 3e9;
/** Bytes. The shop and its database take 420 MB, the build once as much again. */
const LEAST_MEMORY = 900e6;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The domain as Caddy and DNS write it, of what people type: `https://Shop.Example/` too. */
export const readDomain = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$|\.$/, '');

/** The first thing that is wrong, or null. Nothing has been changed yet. */
export function firstProblem(machine: Machine, wanted: Wanted): MachineProblem | null {
  return (
    systemProblem(machine) ??
    placeProblem(machine) ??
    portProblem(machine, wanted) ??
    domainProblem(machine, wanted)
  );
}

/** Also asked before an uninstall, which needs nothing else. */
export function systemProblem({ isRoot, runsSystemd, system }: Machine): MachineProblem | null {
  if (!isRoot) return { kind: 'not-root' };
  const oldest = OLDEST[system.id];
  if (oldest === undefined || system.version < oldest) return { kind: 'wrong-system', name: system.name };
  return runsSystemd ? null : { kind: 'no-systemd' };
}

function placeProblem({
  checkout,
  checkoutOwner,
  freeBytes,
  memoryBytes,
  record,
}: Machine): MachineProblem | null {
  // The unit sees neither (ProtectHome), and no other user may enter them.
  if (/^\/(?:root|home)(?:\/|$)/.test(checkout)) return { kind: 'home-folder', checkout };
  // Who may write the shop's programs could make the shop do anything.
  if (checkoutOwner !== 'root') return { kind: 'not-roots-folder', checkout, owner: checkoutOwner };
  // A shop that runs must be repairable when its disk is nearly full.
  if (record !== null) return null;
  if (freeBytes < LEAST_DISK) return { kind: 'small-disk', freeBytes };
  return memoryBytes < LEAST_MEMORY ? { kind: 'small-memory', memoryBytes } : null;
}

function portProblem({ listeners, packages, unit }: Machine, { port }: Wanted): MachineProblem | null {
  for (const web of [80, 443]) {
    const program = listeners.get(web);
    if (program !== undefined && !(program === 'caddy' && packages.caddy))
      return { kind: 'taken-port', port: web, program, isShops: false };
  }
  const program = listeners.get(port);
  return program === undefined || unit.isActive ? null : { kind: 'taken-port', port, program, isShops: true };
}

function domainProblem(machine: Machine, { domain, trustsDomain }: Wanted): MachineProblem | null {
  if (!DOMAIN.test(domain)) return { kind: 'bad-domain', domain };
  if (trustsDomain) return null;
  const { domainAddresses: leadsTo, ownAddresses: own } = machine;
  if (leadsTo.length === 0) return { kind: 'no-such-domain', domain, own };
  return leadsTo.some((address) => own.includes(address))
    ? null
    : { kind: 'domain-elsewhere', domain, leadsTo, own };
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** One or two sentences: what is wrong, then what to do. */
export function problemWords(problem: MachineProblem): string {
  switch (problem.kind) {
    case 'not-root':
      return 'Only root can set up a service. Run the same command with sudo in front of it.';
    case 'no-systemd':
      return 'systemd does not run on this machine, as in most containers. Use a machine or virtual server of its own, or deploy/Containerfile.';
    case 'wrong-system':
      return `This machine runs ${problem.name}. The service is for Debian 12 or newer and Ubuntu 24.04 or newer: reinstall the machine with one of these, or follow docs/operations.md by hand.`;
    case 'home-folder':
      return `The shop’s folder ${problem.checkout} is inside a home folder, where its user cannot read it. Move it: mv ${problem.checkout} /opt/farmgate && cd /opt/farmgate, then run the same command again.`;
    case 'not-roots-folder':
      return `The shop’s folder belongs to ${problem.owner}, who could change what the shop does. Give it to root: chown -R root: ${problem.checkout}, then run the same command again.`;
    case 'bad-domain':
      return `“${problem.domain}” is not a domain. Write it like shop.example, without a path.`;
    case 'small-disk':
      return `Only ${inGigabytes(problem.freeBytes)} of disk are free, and the shop needs ${inGigabytes(LEAST_DISK)}. Free some space or choose a larger disk.`;
    case 'small-memory':
      return `This machine has ${inGigabytes(problem.memoryBytes)} of memory, and the shop needs 1 GB, better 2. Choose a larger machine.`;
    case 'taken-port':
      return problem.isShops
        ? `Another program (${problem.program}) uses port ${problem.port}. Choose another one for the shop: add --port ${problem.port + 1}.`
        : `Another program (${problem.program}) uses port ${problem.port}, which Caddy needs for the web. Stop it for good: systemctl disable --now ${problem.program}. If it serves other sites, use a machine of its own for the shop.`;
    case 'no-such-domain':
      return `The domain ${problem.domain} does not exist yet. ${howToPoint(problem.domain, problem.own)}`;
    case 'domain-elsewhere':
      return `The domain ${problem.domain} leads to ${problem.leadsTo.join(' and ')}, not to this machine. ${howToPoint(problem.domain, problem.own)}`;
  }
}

function howToPoint(domain: string, own: readonly string[]): string {
  const reachable = own.filter(isPublic);
  const [first] = reachable.toSorted((one, other) => isIP(one) - isIP(other));
  return first === undefined
    ? `This machine has only addresses of a local network: have your router pass ports 80 and 443 on to it, let ${domain} lead to the router’s address, and add --trust-domain.`
    : `Where you bought the domain, add a record for ${domain} of type ${isIP(first) === 6 ? 'AAAA' : 'A'} with ${first}, wait ten minutes and run the same command again. If a service in between hides the address, add --trust-domain.`;
}

/** Whether other computers can reach it: no loopback, link-local or private address, nor a provider's shared one. */
export const isPublic = (address: string): boolean =>
  isIP(address) !== 0 &&
  !/^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|fe[89ab]|f[cd])/i.test(
    address,
  );
