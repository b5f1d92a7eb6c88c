import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Encoding } from '#server/http/packing.ts';
import { type Answer, CachedPage } from './page-bytes.ts';

const headers = { 'Cache-Control': 'private, no-cache', 'Content-Type': 'text/html' };
const text = `<p>Crème fraîche 🌲</p>${'<li class="card">Product</li>'.repeat(500)}`;
const unpacked: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: (bytes) => gunzipSync(bytes),
  identity: (bytes) => bytes,
};
const encodings = ['br', 'gzip', 'identity'] as const;
const header = ({ headers: list }: Answer, name: string) => list[list.indexOf(name) + 1];

test.each(encodings)(
  'a page made for %s has the same text in every encoding, however often it is requested',
  (first) => {
    const page = new CachedPage(Buffer.from(text), headers, first);
    for (let asked = 0; asked < 12; asked++) {
      for (const encoding of encodings) {
        const answer = page.answer(encoding);
        expect(unpacked[encoding](answer.body).toString()).toBe(text);
        expect(header(answer, 'Content-Length')).toBe(String(answer.body.length));
        expect(header(answer, 'ETag')).toBe(page.etag);
        expect(header(answer, 'Cache-Control')).toBe('private, no-cache');
        expect(answer.headers.includes('Content-Encoding')).toBe(encoding !== 'identity');
      }
    }
  },
);

test('responses share a page’s bytes, and a page requested twice is compressed harder', () => {
  const varied = Array.from({ length: 3000 }, (_, at) => `<li>${(at * 2_654_435_761) % 9973}</li>`).join('');
  const page = new CachedPage(Buffer.from(varied), headers, 'br');
  const first = page.answer('br');
  const later = page.answer('br');
  expect(later.body.length).toBeLessThan(first.body.length);
  expect(page.answer('br').body).toBe(later.body);
  expect(page.answer('identity').body).toBe(page.answer('identity').body);
});

test('the ETag is the same in every encoding, and differs by text', () => {
  expect(new CachedPage(Buffer.from(text), headers, 'gzip').etag).toBe(
    new CachedPage(Buffer.from(text), headers, 'br').etag,
  );
  expect(new CachedPage(Buffer.from(`${text} `), headers, 'br').etag).not.toBe(
    new CachedPage(Buffer.from(text), headers, 'br').etag,
  );
  expect(new CachedPage(Buffer.from(text), headers, 'br').etag).toMatch(/^W\/"[\w-]+"$/);
});
