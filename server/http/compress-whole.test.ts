import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressWhole } from './compress-whole.ts';

const words = 'words '.repeat(1000);
const page = Buffer.from(words);

const asked = (accepted?: string, method = 'GET') =>
  new Request('http://shop.example/', {
    method,
    headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted },
  });
const pageResponse = (headers: HeadersInit = { 'Content-Type': 'text/html; charset=utf-8' }) =>
  new Response(null, { status: 404, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])(
  'a page is compressed with %s if the client accepts it, with its length in the header',
  async (encoding, unpack) => {
    const answer = await compressWhole(asked(encoding), pageResponse(), page);
    const body = await bytesOf(answer);
    expect(answer.status).toBe(404);
    expect(unpack(body).toString()).toBe(words);
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    expect(answer.headers.get('Content-Length')).toBe(String(body.length));
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
  },
);

test('an answer says once that it depends on the accepted encodings, and HEAD says it too', async () => {
  const own = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  expect((await compressWhole(asked('br'), pageResponse(own), page)).headers.get('Vary')).toBe(
    'Accept-Encoding',
  );
  const head = await compressWhole(asked('br', 'HEAD'), pageResponse(), null);
  expect([head.headers.get('Vary'), head.body]).toEqual(['Accept-Encoding', null]);
});

test('data for client navigation is compressed', async () => {
  const data = new Response(words, { headers: { 'Content-Type': 'text/x-script' } });
  const answer = await compressWhole(asked('gzip, br'), data, null);
  expect(brotliDecompressSync(await bytesOf(answer)).toString()).toBe(words);
});

test('a client that accepts no encoding gets plain bytes, and short bodies are always plain', async () => {
  expect((await bytesOf(await compressWhole(asked(), pageResponse(), page))).toString()).toBe(words);
  const short = await compressWhole(asked('gzip, br'), Response.json({ ok: true }), null);
  expect(await short.text()).toBe('{"ok":true}');
  expect(short.headers.has('Content-Encoding')).toBe(false);
});

test('every cookie is set', async () => {
  const headers = new Headers({ 'Content-Type': 'text/html' });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  const answer = await compressWhole(asked('br'), pageResponse(headers), page);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test.each([
  ['files', new Response(words, { headers: { 'Content-Type': 'text/csv' } })],
  ['redirects', new Response(null, { status: 302, headers: { Location: '/' } })],
  ['live updates', new Response(words, { headers: { 'Content-Type': 'text/event-stream' } })],
  [
    'compressed bodies',
    new Response(words, { headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'br' } }),
  ],
])('%s pass unchanged', async (_, response) => {
  expect(await compressWhole(asked('br'), response, null)).toBe(response);
});

test('responses to HEAD pass unchanged', async () => {
  const response = pageResponse();
  expect(await compressWhole(asked('br', 'HEAD'), response, null)).toBe(response);
});
