import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearFlashCookie, decodeFlash, holdsFlash, readFlash, redirectWithFlash } from './flash.ts';

function nextRequest(response: Response): Request {
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return new Request('https://farm.example/', { headers: { cookie: `view=1; ${cookie}` } });
}

test('a message survives one redirect whole', () => {
  const response = redirectWithFlash('/products', 'Product not found; try “Ridge” = 50 %', 'error');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/products');
  expect(readFlash(nextRequest(response))).toMatchObject({
    message: 'Product not found; try “Ridge” = 50 %',
    tone: 'error',
  });
});

test.each([
  ['/admin/promotions/\u202e🌿', '/admin/promotions/%E2%80%AE%F0%9F%8C%BF'],
  ['/orders/a b\r\nSet-Cookie: x', '/orders/a%20b%0D%0ASet-Cookie:%20x'],
  ['/orders/\ud800', '/orders/%EF%BF%BD'],
  ['/login?next=%2Fcart&from=1#top', '/login?next=%2Fcart&from=1#top'],
])('the address %j becomes %s', (to, sent) => {
  expect(redirectWithFlash(to, 'Saved').headers.get('location')).toBe(sent);
});

test('other cookies travel with the message', () => {
  const response = redirectWithFlash('/', 'Saved', 'info', ['a=1; Path=/', 'b=2; Path=/']);
  expect(response.headers.getSetCookie().slice(1)).toEqual(['a=1; Path=/', 'b=2; Path=/']);
});

test('two messages with the same text are distinct', () => {
  const ids = [1, 2].map(() => readFlash(nextRequest(redirectWithFlash('/', 'Saved')))?.id);
  expect(ids[0]).not.toBe(ids[1]);
});

test('any text can be a message, and a long one is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 600 }), (text) => {
      const read = readFlash(nextRequest(redirectWithFlash('/', text)));
      if (text.slice(0, 300).trim() === '') expect(read).toBeNull();
      else expect(read?.message).toBe(text.slice(0, 300).toWellFormed());
    }),
  );
});

test.each([
  null,
  '',
  'hello',
  '{}',
  '[]',
  '["id","success"]',
  '["id","danger","words"]',
  '["id","success",""]',
  '["id","success",{"toString":1}]',
  `["id","success","${'x'.repeat(301)}"]`,
  `["${'i'.repeat(41)}","success","words"]`,
  '{"__proto__":{"message":"x"}}',
])('%j in the cookie is no message', (value) => {
  expect(decodeFlash(value)).toBeNull();
});

test('reading a message clears its cookie', () => {
  expect(clearFlashCookie).toMatch(/^flash=;.*Max-Age=0/);
});

test('a long message is cut to 300 characters, and never within one', () => {
  const arrived = (text: string) => readFlash(nextRequest(redirectWithFlash('/', text)))?.message;
  expect(arrived('x'.repeat(300))).toBe('x'.repeat(300));
  expect(arrived(`${'x'.repeat(300)}y`)).toBe('x'.repeat(300));
  // 🌿 is two units: the 300th would be its first half.
  expect(arrived(`${'x'.repeat(299)}🌿`)).toBe(`${'x'.repeat(299)}\ufffd`);
  // Four bytes each, twelve characters percent-encoded: the longest cookie that is written can be read.
  expect(arrived('🌿'.repeat(400))).toBe('🌿'.repeat(150));
});

test.each([
  ['["id","success","words","more"]'],
  ['["id","success"]'],
  ['{"length":3,"0":"id","1":"success","2":"words"}'],
  ['[7,"success","words"]'],
  ['["id",["success"],"words"]'],
  ['["id","success",null]'],
  ['["id","success","   "]'],
  [JSON.stringify(['id', 'success', 'words']) + ' '.repeat(2000)],
  ['["id","success","words"'],
])('%s is no message either', (value) => {
  expect(decodeFlash(value)).toBeNull();
});

test.each(['success', 'error', 'info'])(
  'a message of the longest id and text is read, with the tone %s',
  (tone) => {
    const [id, message] = ['i'.repeat(40), 'x'.repeat(300)];
    expect(decodeFlash(JSON.stringify([id, tone, message]))).toEqual({ id, tone, message });
    const value = JSON.stringify([id, tone, 'words']);
    expect(decodeFlash(value + ' '.repeat(2000 - value.length))?.message).toBe('words');
  },
);

test('a message has a tone, which is info by default', () => {
  const tone = (response: Response) => readFlash(nextRequest(response))?.tone;
  expect(tone(redirectWithFlash('/', 'Saved'))).toBe('info');
  expect(tone(redirectWithFlash('/', 'Saved', 'success'))).toBe('success');
});

test('a message lasts a minute, on every page, and other sites do not send it', () => {
  const cookie = redirectWithFlash('/', 'Saved').headers.get('set-cookie');
  expect(cookie).toMatch(/^flash=[^;]+; Path=\/; Max-Age=60; SameSite=Lax$/);
  expect(clearFlashCookie).toBe('flash=; Path=/; Max-Age=0; SameSite=Lax');
});

test('a cookie header says whether a message is waiting', () => {
  expect(holdsFlash('view=1; flash=x')).toBe(true);
  expect(holdsFlash('view=1; flashes=x')).toBe(false);
  expect(holdsFlash(null)).toBe(false);
});
