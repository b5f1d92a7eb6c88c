/** Identifiers: UUIDs of version 7 (RFC 9562), which sort by the moment they were made. */
import { v7, validate } from 'uuid';

declare const idBrand: unique symbol;

/** An identifier of one kind of thing, so that an order's cannot be passed for a reservation's. */
export type Id<Kind extends string> = string & { readonly [idBrand]: Kind };

/** A new identifier, greater than every earlier one of this process. */
export function newId<Kind extends string = string>(): Id<Kind> {
  return v7() as Id<Kind>;
}

/** Whether something from outside is a UUID, and so safe to compare with a uuid column. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}
