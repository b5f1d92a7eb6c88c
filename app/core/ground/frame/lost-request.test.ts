import { data, UNSAFE_ErrorResponseImpl as ErrorAnswer } from 'react-router';
import { expect, test } from 'vitest';
import { BUSY } from '#platform/pages/unavailable.ts';
import { lostOf, NO_COPY, patienceOf } from './lost-request.ts';
import { lostWords } from './lost-words.ts';

const error = (result: unknown) => ({ root: { type: 'error' as const, result } });
const proxy = (status: number) => new ErrorAnswer(status, '', '<h1>Bad gateway</h1>');
const online = (...names: string[]) => ({
  isOnline: true,
  form: { elements: { namedItem: (name: string) => (names.includes(name) ? {} : null) } } as never,
});

test('a form is lost without a network, with a proxy’s error page for an answer, and after a fault of ours', () => {
  for (const lost of [
    new TypeError('Failed to fetch'),
    proxy(502),
    proxy(503),
    proxy(504),
    new Error('a bug'),
  ])
    expect(lostOf(error(lost), true)).toEqual({ error: lost });
  const inAction = new TypeError('Failed to fetch');
  expect(lostOf(error(data(inAction)), true), 'as the router wraps it').toEqual({ error: inAction });
  expect(lostOf({ page: { type: 'data', result: data('refused', 422) } }, true)).toBeUndefined();
  expect(lostOf(error(proxy(401)), true)).toBeUndefined();
});

test('a redirect is an answer, also one that a route throws', () => {
  for (const isForm of [true, false])
    expect(
      lostOf(error(new Response(null, { status: 302, headers: { Location: '/' } })), isForm),
    ).toBeUndefined();
});

test('a page is lost without a network and with a proxy’s error page, and not when the shop says that it is not there', () => {
  for (const lost of [new TypeError('Load failed'), proxy(502), proxy(504)])
    expect(lostOf(error(lost), false)).toEqual({ error: lost });
  for (const answer of [proxy(404), proxy(503), new Error('a bug')])
    expect(lostOf(error(answer), false)).toBeUndefined();
});

test('a page of which the tablet has no copy stays while it is shown, and is not opened', () => {
  const noCopy = error(data('not on this tablet', { status: 404, statusText: NO_COPY }));
  expect(lostOf(noCopy, false, true)).toEqual({ error: 'not on this tablet' });
  expect(lostOf(noCopy, false, false)).toBeUndefined();
  expect(lostOf(error(data('gone', 404)), false, true)).toBeUndefined();
});

test('the page that is shown stays while the shop cannot load its data again', () => {
  for (const away of [new TypeError('Load failed'), proxy(503), proxy(429)])
    expect(lostOf(error(away), false, true)).toEqual({ error: away });
  for (const answer of [proxy(404), proxy(403), new Error('a bug')])
    expect(lostOf(error(answer), false, true)).toBeUndefined();
});

test('only a form at work without a key and without a version warns before it is sent again', () => {
  const words = (path: string, ...names: string[]) => lostWords(null, { path, ...online(...names) });
  expect(words('/admin/customers/1')).toMatch(
    /^No answer from the shop. We could not tell whether this was saved/,
  );
  expect(words('/admin/products/1', 'version')).toMatch(/^Failed to save changes: no answer/);
  expect(words('/counter/cash', 'key')).toMatch(/Try again: nothing is done twice/);
  expect(words('/profile')).toMatch(/^Failed to save changes: no answer/);
});

test('without a network nothing was sent, and the words say so, also of a form that the page does not know yet', () => {
  const press = { path: '/admin/users', isOnline: false, form: null };
  const lost = new TypeError('Failed to fetch');
  expect(lostWords(lost, press)).toMatch(/^Failed to save changes: no connection/);
  const busy = new ErrorAnswer(503, '', { message: BUSY, sent: null });
  expect(lostWords(busy, press)).toBe(BUSY);
});

test('a file may take as long as the server receives one; everything else has 30 seconds', () => {
  const sent = (body: BodyInit) => new Request('https://shop.example/x', { method: 'POST', body });
  const file = new FormData();
  file.append('photo', new File(['x'], 'x.png'));
  expect(patienceOf(sent(file))).toBeGreaterThan(180_000);
  expect(patienceOf(sent(new URLSearchParams({ a: '1' })))).toBe(30_000);
});
