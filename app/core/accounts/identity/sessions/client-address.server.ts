/** Returns the client's address for limits; the HTTP layer writes it into the request. */
import { addressGroup } from './rate-limit.ts';

/** Only the HTTP layer writes this header; it removes a client's own. */
export const CLIENT_ADDRESS_HEADER = 'x-farmgate-client-address';

export function addressOf(request: Request): string {
  return addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '0.0.0.0');
}
