/**
 * Which addresses a request of ours may go to when its target came from outside: those of the public network only, so
 * that nobody makes the shop speak to the machines beside it.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Ranges that are no public hosts (IANA special-purpose registries), as CIDR. */
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

/** Of IPv6 only global unicast is public, and of that not what stands for an IPv4 address or for documentation. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const notPublic6 = new BlockList();
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [net = '', bits] = range.split('/');
  notPublic6.addSubnet(net, Number(bits), 'ipv6');
}

/** Whether an IP address is one of the public network. Text that is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}
