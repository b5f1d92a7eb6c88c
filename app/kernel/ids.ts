/** Makes and checks identifiers: UUIDs of version 7 (RFC 9562), which sort by creation time. */
import { v5, v7, validate } from 'uuid';

declare const idBrand: unique symbol;

/** An identifier for one kind of thing, so that an order's ID cannot be passed as a reservation's. */
export type Id<Kind extends string> = string & { readonly [idBrand]: Kind };

/** A new identifier, greater than every earlier one in this process. */
export function newId<Kind extends string = string>(): Id<Kind> {
  return v7() as Id<Kind>;
}

/** Whether an outside value is a UUID, and so safe to compare with a uuid column. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}

const NAMESPACE = '0d3f7c1e-6a52-4b8e-9c41-2f7a5d8e1b90';

/** The same identifier for the same text, which must be a keyed hash where no one may choose it. */
export function idOf<Kind extends string = string>(text: string): Id<Kind> {
  return v5(text, NAMESPACE) as Id<Kind>;
}
