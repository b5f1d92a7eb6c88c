/**
 * Decides which addresses our requests may go to if the target came from outside: only those of the public network, so
 * that no one can make the shop contact the machines next to it.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** CIDR ranges without public hosts (IANA special-purpose registries). */
const notPublic = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', bits] = range.split('/');
  notPublic.addSubnet(net, Number(bits), 'ipv4');
}

/** In IPv6 only global unicast is public, except the ranges that embed IPv4 addresses or are for documentation. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const notPublic6 = new BlockList();
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [net = '', bits] = range.split('/');
  notPublic6.addSubnet(net, Number(bits), 'ipv6');
}

/** Whether an IP address belongs to the public network. False for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}
