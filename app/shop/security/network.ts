/** The network of an address, without the part that is one household's: enough to see that it is not one's own. */
import { isIP } from 'node:net';
import { addressGroup } from '#core/identity/sessions/rate-limit.ts';

/** '203.0.113.x', '2001:db8:1:x'; null for what is no address. */
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
