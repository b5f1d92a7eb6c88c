/** Identifiers: UUIDs of version 7 (RFC 9562), which sort by the moment they were made. */

declare const idBrand: unique symbol;

/** An identifier of one kind of thing, so that an order's cannot be passed for a reservation's. */
export type Id<Kind extends string> = string & { readonly [idBrand]: Kind };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COUNTER_END = 0x1000;

let lastMillisecond = 0;
let counter = 0;

/**
 * A new identifier, greater than every earlier one of this process: 48 bits of milliseconds, 12 bits of a
 * counter that starts at random in its lower half each millisecond, 62 random bits. It takes its randomness
 * from getRandomValues, because browsers keep randomUUID from pages served without TLS.
 */
export function newId<Kind extends string = string>(): Id<Kind> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    counter = view.getUint16(6) % (COUNTER_END / 2);
  } else {
    counter += 1;
    if (counter === COUNTER_END) {
      lastMillisecond += 1;
      counter = 0;
    }
  }
  view.setUint32(0, Math.floor(lastMillisecond / 0x1_0000));
  view.setUint16(4, lastMillisecond % 0x1_0000);
  view.setUint16(6, 0x7000 | counter);
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  ) as Id<Kind>;
}

/** Whether something from outside is a UUID of any version, and so safe to compare with a uuid column. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
