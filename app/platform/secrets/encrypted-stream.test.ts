/** Streams of any length come back as they were, or not at all. */
import { expect, test } from 'vitest';
import { decryptStream, encryptStream, inPieces, newStreamKey, openStreamKey } from './encrypted-stream.ts';

const key = await newStreamKey('a passphrase of the farm');
const CHUNK = 64 * 1024;
const HEADER = 48;

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
const seal = (plain: Uint8Array, name = 'tables/orders') => whole(encryptStream(key, name, one(plain)));
const open = (sealed: Uint8Array, name = 'tables/orders') => whole(decryptStream(key, name, one(sealed)));
const PLAIN = Buffer.from(Array.from({ length: 3 * CHUNK + 17 }, (_, at) => at % 251));

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('%i bytes come back', async (length) => {
  const plain = PLAIN.subarray(0, length);
  expect((await open(await seal(plain))).equals(plain)).toBe(true);
});

test('arrives in any pieces', async () => {
  const sealed = await seal(PLAIN);
  for (const size of [1000, 65_536, 65_537])
    expect(
      (await whole(decryptStream(key, 'tables/orders', inPieces(one(sealed), size)))).equals(PLAIN),
    ).toBe(true);
});

test('a stream that is cut off anywhere, also between chunks, is damaged', async () => {
  const sealed = await seal(PLAIN);
  const boundaries = [HEADER, HEADER + CHUNK + 16, HEADER + 2 * (CHUNK + 16), HEADER + 3 * (CHUNK + 16)];
  for (const end of [0, 10, ...boundaries, ...boundaries.map((each) => each + 1), sealed.length - 1])
    await expect(open(sealed.subarray(0, end)), `${end}`).rejects.toThrow('damaged');
});

test('a flipped bit anywhere is noticed', async () => {
  const sealed = await seal(PLAIN.subarray(0, 100));
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] ?? 0) ^ 4;
    // The check value only tells a wrong passphrase from damage.
    const isCheck = at >= 24 && at < 32;
    if (!isCheck && at !== 7) await expect(open(altered), `${at}`).rejects.toThrow(/damaged|foreign/);
  }
});

test('exchanged, repeated and appended chunks are noticed', async () => {
  const sealed = await seal(PLAIN);
  const at = (n: number) => sealed.subarray(HEADER + n * (CHUNK + 16), HEADER + (n + 1) * (CHUNK + 16));
  const head = sealed.subarray(0, HEADER);
  const [first, second, third, last] = [at(0), at(1), at(2), at(3)];
  for (const chunks of [
    [second, first, third, last],
    [first, first, third, last],
    [first, third, last],
    [first, second, third, last, last],
  ])
    await expect(open(Buffer.concat([head, ...chunks]))).rejects.toThrow('damaged');
});

test('another stream of the same backup, or the same one of another backup, cannot take its place', async () => {
  await expect(open(await seal(PLAIN, 'tables/carts'))).rejects.toThrow('damaged');
  const other = await newStreamKey('a passphrase of the farm');
  const foreign = await whole(encryptStream(other, 'tables/orders', one(PLAIN)));
  await expect(open(foreign)).rejects.toThrow('foreign');
});

test('the passphrase opens the key again, also typed with combining letters; another one does not', async () => {
  const made = await newStreamKey('café');
  const sealed = await whole(encryptStream(made, 'x', one(PLAIN)));
  const again = await openStreamKey('cafe\u0301', sealed);
  expect((await whole(decryptStream(again, 'x', one(sealed)))).equals(PLAIN)).toBe(true);
  await expect(openStreamKey('cafe', sealed)).rejects.toThrow('passphrase');
  await expect(openStreamKey('café', sealed.subarray(0, 20))).rejects.toThrow('damaged');
});
