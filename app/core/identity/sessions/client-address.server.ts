/** Returns the client's address for limits; the HTTP layer writes it into the request. */
import { CLIENT_ADDRESS_HEADER } from './auth.server.ts';
import { addressGroup } from './rate-limit.ts';

export function addressOf(request: Request): string {
  return addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '0.0.0.0');
}
