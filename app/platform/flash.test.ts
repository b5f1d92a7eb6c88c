import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearFlashCookie, decodeFlash, readFlash, redirectWithFlash } from './flash.ts';

function nextRequest(response: Response): Request {
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return new Request('https://farm.example/', { headers: { cookie: `view=1; ${cookie}` } });
}

test('a message crosses one redirect whole', () => {
  const response = redirectWithFlash('/products', 'Product not found; try “Ridge” = 50 %', 'error');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/products');
  expect(readFlash(nextRequest(response))).toMatchObject({
    message: 'Product not found; try “Ridge” = 50 %',
    tone: 'error',
  });
});

test('two messages with the same words are told apart', () => {
  const ids = [1, 2].map(() => readFlash(nextRequest(redirectWithFlash('/', 'Saved')))?.id);
  expect(ids[0]).not.toBe(ids[1]);
});

test('any text can be a message, and what is too long is cut', () => {
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

test('reading is followed by a cookie that ends at once', () => {
  expect(clearFlashCookie).toMatch(/^flash=;.*Max-Age=0/);
});
