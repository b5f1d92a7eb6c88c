/** Shortens an IP address to its network, without the household's part: enough to notice a foreign one. */
import { isIP } from 'node:net';
import { addressGroup } from '#core/accounts/identity/sessions/rate-limit.ts';

/** '203.0.113.x', '2001:db8:1:x'; null if it is not an address. */
export function networkOf(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  switch (isIP(plain)) {
    case 4:
      return plain.replace(/\d+$/, 'x');
    case 6:
      return `${addressGroup(plain).split(':').slice(0, 3).join(':')}:x`;
    default:
      return null;
  }
}
