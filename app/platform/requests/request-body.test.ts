import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_LIMIT, FORM_LIMIT, JSON_LIMIT, readBytes, requestForm, requestJson } from './request-body.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return new Request('http://shop.test/checkout', init);
}

/** The status of the refusal; 200 if the body was read. */
async function statusOf(reading: Promise<unknown>): Promise<number> {
  return reading.then(
    () => 200,
    (thrown) => (thrown instanceof Response ? thrown.status : Promise.reject(thrown)),
  );
}

describe('a form', () => {
  test('is parsed as browsers write it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
          maxLength: 20,
        }),
        async (pairs) => {
          const sent = pairs.map(([name, value]): [string, string] => [
            name.replaceAll('\0', ''),
            value.replaceAll('\0', ''),
          ]);
          const form = await requestForm(post(new URLSearchParams(sent)));
          // An empty pair is written as '=' and read as one; nothing else is lost or added.
          expect([...form]).toEqual([...new URLSearchParams(new URLSearchParams(sent).toString())]);
        },
      ),
    );
  });

  test('parses the same when it is multipart', async () => {
    const sent = new FormData();
    sent.append('name', 'Anaïs & Co = 100 %');
    sent.append('again', 'line\r\nline');
    expect([...(await requestForm(post(sent)))]).toEqual([...sent]);
  });

  test('that is empty has no fields, whatever its type', async () => {
    expect([...(await requestForm(post(null)))]).toEqual([]);
    expect([...(await requestForm(post('')))]).toEqual([]);
  });

  test.each<[string, number, BodyInit, Record<string, string>]>([
    ['a NUL', 400, 'a=%00', { 'Content-Type': URLENCODED }],
    ['bytes that are not UTF-8', 400, 'a=%E0%A4%A', { 'Content-Type': URLENCODED }],
    ['an encoded lone surrogate', 400, 'a=%ED%A0%80', { 'Content-Type': URLENCODED }],
    ['raw bytes that are not UTF-8', 400, new Uint8Array([97, 61, 0xff]), { 'Content-Type': URLENCODED }],
    ['an invalid escape', 400, 'a=50%', { 'Content-Type': URLENCODED }],
    ['JSON', 415, '{}', { 'Content-Type': 'application/json' }],
    ['no type', 415, new Uint8Array([97]), {}],
    ['another charset', 415, 'a=b', { 'Content-Type': `${URLENCODED}; charset=utf-16` }],
    ['a compressed body', 415, 'a=b', { 'Content-Type': URLENCODED, 'Content-Encoding': 'gzip' }],
    ['multipart without a boundary', 400, 'a=b', { 'Content-Type': 'multipart/form-data' }],
    ['multipart cut off', 400, '--x\r\nContent-Disp', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['too many fields', 413, 'a&'.repeat(FIELD_LIMIT + 1), { 'Content-Type': URLENCODED }],
    ['too many bytes', 413, `a=${'a'.repeat(FORM_LIMIT)}`, { 'Content-Type': URLENCODED }],
  ])('with %s is refused with %i', async (_, status, body, headers) => {
    expect(await statusOf(requestForm(post(body, headers)))).toBe(status);
  });

  test('with a file is refused, because files have their own route', async () => {
    const sent = new FormData();
    sent.append('photo', new Blob(['x']), 'license.jpg');
    expect(await statusOf(requestForm(post(sent)))).toBe(415);
  });

  test('at its limits is parsed', async () => {
    const most = Array.from({ length: FIELD_LIMIT }, (_, number) => `f${number}=x`).join('&');
    expect([...(await requestForm(post(most, { 'Content-Type': URLENCODED })))]).toHaveLength(FIELD_LIMIT);
    const longest = `a=${'a'.repeat(FORM_LIMIT - 2)}`;
    const form = await requestForm(post(longest, { 'Content-Type': `${URLENCODED};charset=UTF-8` }));
    expect(String(form.get('a'))).toHaveLength(FORM_LIMIT - 2);
  });
});

describe('a JSON body', () => {
  const json = (body: BodyInit) => post(body, { 'Content-Type': 'application/json' });

  test.each<[string, number, Request]>([
    ['good JSON', 200, json('{"a":["b",1,null]}')],
    ['no JSON', 400, json('{"a":')],
    ['nothing', 400, json('')],
    ['a NUL', 400, json('{"a":["\\u0000"]}')],
    ['a lone surrogate in a key', 400, json('{"\\ud800":1}')],
    ['bytes that are not UTF-8', 400, json(new Uint8Array([0x22, 0xff, 0x22]))],
    ['another type', 415, post('{}', { 'Content-Type': 'text/plain' })],
    ['too many bytes', 413, json(`"${'a'.repeat(JSON_LIMIT)}"`)],
    ['as much depth as fits', 200, json(`${'['.repeat(8000)}${']'.repeat(8000)}`)],
  ])('of %s answers %i', async (_, status, request) => {
    expect(await statusOf(requestJson(request))).toBe(status);
  });

  test('is refused as JSON', async () => {
    const refusal = await requestJson(json('{')).catch((thrown: Response) => thrown);
    expect(await (refusal as Response).json()).toEqual({ message: expect.any(String) });
  });
});

describe('the bytes of a body', () => {
  test('are not read when their stated length is too long', async () => {
    let begun = false;
    const body = new ReadableStream(
      {
        pull() {
          begun = true;
        },
      },
      { highWaterMark: 0 },
    );
    const request = post(body, { 'Content-Length': '101' });
    expect(await readBytes(request, 100)).toEqual({ ok: false, problem: 'too-large' });
    expect(begun).toBe(false);
  });

  test('of unstated length are aborted at the first byte too many', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    expect(await readBytes(post(endless), 5000)).toEqual({ ok: false, problem: 'too-large' });
    expect(sent).toBeLessThan(10);
  });

  test('that break off are unreadable, not a server error', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('connection reset'));
      },
    });
    expect(await readBytes(post(broken), 100)).toEqual({ ok: false, problem: 'unreadable' });
  });
});

test('a form with more fields than any of ours is refused, though its bytes would fit', async () => {
  const request = post('a&'.repeat(FORM_LIMIT / 2), { 'Content-Type': URLENCODED });
  expect(await statusOf(requestForm(request))).toBe(413);
});
