/** Makes identifiers in browsers. Apart from `ids.ts`, because shoppers' pages load that. */
import { v4 } from 'uuid';
import type { Id } from './ids.ts';

/**
 * A random identifier (a UUID of version 4). `crypto.randomUUID` is missing at a plain-http address of the shop's own
 * network.
 */
export function randomId<Kind extends string = string>(): Id<Kind> {
  return v4() as Id<Kind>;
}
