/**
 * Finds the addresses of a name that an outsider may have chosen. `dns.lookup` occupies one of the process's four threads
 * until the name server answers, which a silent one never does; this asks on sockets, and stops in time.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/** Milliseconds for the whole look-up, because a person may wait for it. */
const LOOK_UP_MS = 5000;
/** Milliseconds that one name server has for its first answer; the second try waits longer. */
const ANSWER_MS = 1500;
const TRIES = 2;
const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const NOT_FOUND = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Every IPv4 and IPv6 address of the name, from the machine's hosts file or else from its name servers.
 * @param servers asks these instead of the machine's name servers
 * @throws an error with the code `ENOTFOUND` if there is none, and `EAI_AGAIN` if no name server answered in time
 */
export async function resolveName(
  name: string,
  { servers, ms = LOOK_UP_MS }: { servers?: readonly string[]; ms?: number } = {},
): Promise<LookupAddress[]> {
  const known = await readHosts(name);
  if (known.length > 0) return known;
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const late = setTimeout(() => resolver.cancel(), ms);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(late);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses.map(withFamily);
  const isUnknown = answers.every(
    (answer) => answer.status === 'rejected' && NOT_FOUND.has(answer.reason.code),
  );
  const code = isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN';
  throw Object.assign(new Error(`${name}: ${code}`), { code });
}

async function readHosts(name: string): Promise<LookupAddress[]> {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const text = await readFile(HOSTS, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(wanted) ? [withFamily(address)] : [];
  });
}

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });
