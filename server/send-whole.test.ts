import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DrawnPage } from '#platform/pages/drawn-page.ts';
import { wholePage } from '#platform/pages/whole-page.ts';
import { sendWhole } from './send-whole.ts';

const words = 'words '.repeat(1000);

/** What is written for a response; null if it is passed on. */
async function sent(response: Response, asked: { method?: string; 'accept-encoding'?: string } = {}) {
  let written: { status: number; headers: string[]; body: Buffer } | null = null;
  const { method = 'GET', ...headers } = asked;
  const outgoing = {
    writeHead: (status: number, list: string[]) => {
      written = { status, headers: list, body: Buffer.alloc(0) };
      return outgoing;
    },
    end: (body: Buffer) => {
      if (written) written.body = body;
      return outgoing;
    },
  };
  const given = await sendWhole(response, { method, headers }, outgoing as never);
  if (written === null) expect(given).toBe(response);
  return written as { status: number; headers: string[]; body: Buffer } | null;
}

const header = (headers: readonly string[] | undefined, name: string) => headers?.[headers.indexOf(name) + 1];
const page = (headers: HeadersInit = { 'Content-Type': 'text/html; charset=utf-8' }) =>
  wholePage(new DrawnPage(words), { status: 404, headers });

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a page is packed with %s for whoever takes it, and says its length', async (encoding, unpack) => {
  const answer = await sent(page(), { 'accept-encoding': encoding });
  expect(answer?.status).toBe(404);
  expect(unpack(answer?.body ?? '').toString()).toBe(words);
  expect(header(answer?.headers, 'content-encoding')).toBe(encoding);
  expect(header(answer?.headers, 'content-length')).toBe(String(answer?.body.length));
  expect(header(answer?.headers, 'vary')).toBe('Accept-Encoding');
});

test('whoever takes nothing packed gets it plain, and what is short goes plain to everybody', async () => {
  expect((await sent(page()))?.body.toString()).toBe(words);
  const short = await sent(Response.json({ ok: true }), { 'accept-encoding': 'gzip, br' });
  expect(short?.body.toString()).toBe('{"ok":true}');
  expect(short?.headers).not.toContain('content-encoding');
});

test('every cookie is set', async () => {
  const headers = new Headers({ 'Content-Type': 'text/html' });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  const answer = await sent(page(headers));
  expect(answer?.headers.filter((_, at, all) => all[at - 1] === 'set-cookie')).toEqual(['a=1', 'b=2']);
});

test.each([
  ['files', new Response(words, { headers: { 'Content-Type': 'text/csv' } })],
  ['redirects', new Response(null, { status: 302, headers: { Location: '/' } })],
  ['streams of news', new Response(words, { headers: { 'Content-Type': 'text/event-stream' } })],
  [
    'what is packed',
    new Response(words, { headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'br' } }),
  ],
])('%s are given on as they are', async (_, response) => {
  expect(await sent(response)).toBeNull();
});

test('answers to HEAD are given on as they are', async () => {
  expect(await sent(page(), { method: 'HEAD' })).toBeNull();
});
