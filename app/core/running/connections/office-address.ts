/** Addresses of services that the office may name. Pure. */
import { parseUrl } from '#kernel/url.ts';

/** Whether the server's settings name this address: then it may be in an own network. */
export const isAllowed = (address: string | undefined, allowed: string | undefined): boolean =>
  address !== undefined && allowed !== undefined && parseUrl(address)?.origin === parseUrl(allowed)?.origin;
