import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodingFor, pack } from './packing.ts';

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a body packed as %s unpacks to the same text, and is smaller with more effort',
  (encoding, unpack) => {
    const text = Array.from({ length: 3000 }, (_, at) => `<li>${(at * 2_654_435_761) % 9973}</li>`).join('');
    const quick = pack(encoding, Buffer.from(text), 'quickly');
    const thorough = pack(encoding, Buffer.from(text), 'thoroughly');
    for (const packed of [quick, thorough]) expect(unpack(packed).toString()).toBe(text);
    expect(thorough.length).toBeLessThan(quick.length);
  },
);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, *;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip; q=0', 'identity'],
  ['gzip;q=0 , br;q=0', 'identity'],
  ['gzip;q=0;x=1, deflate', 'identity'],
  ['x-br, x-gzip', 'identity'],
  ['gzip;q=0.5,BR', 'br'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
