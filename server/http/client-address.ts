/**
 * Determines the address of a request's client. A client can send any X-Forwarded-For, so the header counts only if the
 * socket belongs to a configured proxy, and then only the part that proxies added.
 */
import { BlockList, isIP } from 'node:net';
import { addressGroup } from '#core/accounts/identity/sessions/rate-limit.ts';
import { StartError } from '#platform/env.ts';

export type AddressReader = (socketAddress: string | undefined, forwardedFor: string | null) => string;

/**
 * Tests whether an address belongs to one of these proxies.
 * @param trusted addresses or CIDR ranges of proxies, such as '10.0.0.0/8' or '::1'.
 * @throws StartError when an entry is neither.
 */
export function proxyTest(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
    if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) {
      throw new StartError(
        `TRUSTED_PROXIES has '${entry}', which is no address or range; write for example 10.0.0.0/8 and start again.`,
      );
    }
    proxies.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return (socketAddress) => {
    const address = plainAddress(socketAddress);
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Reads the client address of a request; for `trusted` see `proxyTest`. */
export function addressReader(trusted: readonly string[]): AddressReader {
  const isProxy = proxyTest(trusted);

  return (socketAddress, forwardedFor) => {
    const socket = plainAddress(socketAddress ?? '');
    if (trusted.length === 0 || !isProxy(socket) || !forwardedFor) return socket || '0.0.0.0';
    // From the right, the first address that is not one of our proxies is the client's.
    for (const hop of forwardedFor.split(',').reverse()) {
      const address = plainAddress(withoutPort(hop.trim()));
      if (isIP(address) === 0) break;
      if (!isProxy(address)) return address;
    }
    return socket;
  };
}

/** Some proxies add the client's port: '198.51.100.7:5128', '[2001:db8::5]:443'. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop)?.slice(1).find(Boolean) ?? hop;
}

/** A dual-stack socket shows an IPv4 address as '::ffff:10.0.0.1'. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The block that one client controls, for rate limits: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function addressBlock(socketAddress: string): string {
  return addressGroup(plainAddress(socketAddress));
}

/** The network of such a block: the first 48 bits of an IPv6 address, which many providers give to any customer. */
export function networkOf(block: string): string {
  return block.includes(':') ? block.split(':').slice(0, 3).join(':') : block;
}
