import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cachePage, fillIn, giveBack, NONCE_LENGTH, PageCache } from './page-cache.ts';

const shelf = (key: string) => ({ key, isEndless: false });
const PLACEHOLDER = 'nonce-placeholder-for-tests';
const nonce = fc.stringMatching(/^[A-Za-z0-9_-]{22}$/);

test('a cached page leaves with the nonce of its response, plain and compressed alike', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { minLength: 1 }),
      fc.array(nonce, { minLength: 1, maxLength: 4 }),
      (pieces, nonces) => {
        const page = cachePage(pieces.join(PLACEHOLDER), PLACEHOLDER);
        for (const each of nonces) {
          const expected = Buffer.from(pieces.map((piece) => piece.toWellFormed()).join(each));
          const [plain, gzip] = [fillIn(page.plain, each), fillIn(page.gzip, each)];
          expect(plain.equals(expected)).toBe(true);
          expect(gunzipSync(gzip).equals(expected)).toBe(true);
          giveBack(page.plain, plain);
          giveBack(page.gzip, gzip);
        }
      },
    ),
  );
});

test('bytes that are still on their way are never written again', () => {
  const page = cachePage(`<script nonce="${PLACEHOLDER}"></script>`, PLACEHOLDER);
  const [first, second] = ['a', 'b'].map((letter) => letter.repeat(NONCE_LENGTH)) as [string, string];
  for (const sheet of [page.plain, page.gzip]) {
    const onItsWay = fillIn(sheet, first);
    const before = Buffer.from(onItsWay);
    fillIn(sheet, second);
    expect(onItsWay.equals(before)).toBe(true);
  }
});

test('a large page leaves right however many responses share its bytes', () => {
  const pages = Array.from({ length: 9 }, (_, number) =>
    cachePage(`<i>${number}</i>${PLACEHOLDER}${'page '.repeat(20_000)}${PLACEHOLDER}`, PLACEHOLDER),
  );
  for (let round = 0; round < 40; round++) {
    const letter = 'abcdefgh'[round % 8] ?? 'a';
    const underWay = pages.flatMap(({ plain, gzip }, number) =>
      Array.from({ length: round % 11 }, () => ({ plain, gzip, number })),
    );
    const sent = underWay.map(({ plain, gzip, number }) => ({
      ...{ plain, gzip, number },
      bytes: fillIn(plain, letter.repeat(NONCE_LENGTH)),
      packed: fillIn(gzip, letter.repeat(NONCE_LENGTH)),
    }));
    for (const { plain, gzip, number, bytes, packed } of sent) {
      const word = letter.repeat(NONCE_LENGTH);
      expect(bytes.toString()).toBe(`<i>${number}</i>${word}${'page '.repeat(20_000)}${word}`);
      expect(gunzipSync(packed).equals(bytes)).toBe(true);
      giveBack(plain, bytes);
      giveBack(gzip, packed);
    }
  }
});

test('a compressed page is about as small as if it had been compressed whole', () => {
  const html = `<ul>${Array.from({ length: 500 }, (_, n) => `<li class="card">Product number ${n}</li>`).join('')}</ul>`;
  const page = cachePage(`<script nonce="${PLACEHOLDER}"></script>${html}`, PLACEHOLDER);
  expect(page.bytes).toBeLessThan(html.length / 5);
});

test('many who ask for a page at once cause one rendering', async () => {
  const pages = new PageCache();
  let renderings = 0;
  const ask = () =>
    pages.render(shelf('/'), async () => {
      renderings += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return cachePage('<p>shop</p>', PLACEHOLDER);
    });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(renderings).toBe(1);
  expect(answers.every((answer) => answer.ok && answer.value !== null)).toBe(true);
  expect(pages.get(shelf('/'))).toBeDefined();
});

test('two different pages are rendered at a time, and the others after them', async () => {
  const pages = new PageCache();
  let now = 0;
  let most = 0;
  const ask = (key: string) =>
    pages.render(shelf(key), async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return cachePage(key, PLACEHOLDER);
    });
  const answers = await Promise.all(Array.from({ length: 7 }, (_, number) => ask(`/products/${number}`)));
  expect(most).toBe(2);
  expect(answers.every((answer) => answer.ok && answer.value !== null)).toBe(true);
});

test('however many ask for pages without end, the menu is rendered next', async () => {
  const pages = new PageCache();
  const { promise, resolve } = Promise.withResolvers<null>();
  const endless = Array.from({ length: 50 }, (_, number) =>
    pages.render({ key: `/products?q=${number}`, isEndless: true }, () => promise),
  );
  const menu = pages.render(shelf('/products'), async () => cachePage('menu', PLACEHOLDER));
  resolve(null);
  expect(await menu).toMatchObject({ ok: true, value: { bytes: expect.any(Number) } });
  expect((await Promise.all(endless)).filter(({ ok }) => !ok)).toHaveLength(8);
});

test('a page whose rendering began before a change is shown but not kept', async () => {
  const pages = new PageCache();
  const rendering = pages.render(shelf('/'), async () => {
    pages.dropAll();
    return cachePage('<p>old</p>', PLACEHOLDER);
  });
  expect(await rendering).toMatchObject({ ok: true, value: { bytes: expect.any(Number) } });
  expect(pages.get(shelf('/'))).toBeUndefined();
});

test('what is not for keeping is not kept, and the next visitor is not answered with it', async () => {
  const pages = new PageCache();
  expect(await pages.render(shelf('/'), async () => null)).toEqual({ ok: true, value: null });
  expect(pages.get(shelf('/'))).toBeUndefined();
  await pages.render(shelf('/'), async () => cachePage('<p>shop</p>', PLACEHOLDER));
  expect(pages.get(shelf('/'))).toBeDefined();
});

test('pages without end push no shelf out, however many of them are asked for', async () => {
  const pages = new PageCache();
  const large = cachePage(Array.from({ length: 20_000 }, () => Math.random()).join(''), PLACEHOLDER);
  await pages.render(shelf('/products'), async () => large);
  for (let number = 0; number < 200; number++)
    await pages.render({ key: `/products?q=${number}`, isEndless: true }, async () => large);
  expect(pages.get(shelf('/products'))).toBeDefined();
  expect(pages.get({ key: '/products?q=0', isEndless: true })).toBeUndefined();
  expect(pages.get({ key: '/products?q=199', isEndless: true })).toBeDefined();
});

test('when too many wait to be rendered, the next is told so at once', async () => {
  const pages = new PageCache();
  const { promise, resolve } = Promise.withResolvers<null>();
  const waiting = Array.from({ length: 42 }, (_, number) => pages.render(shelf(`/${number}`), () => promise));
  expect(await pages.render(shelf('/one-more'), () => promise)).toEqual({ ok: false, problem: 'busy' });
  // The same page costs nothing more.
  const again = pages.render(shelf('/0'), () => promise);
  resolve(null);
  expect(await Promise.all([...waiting, again])).toEqual(Array(43).fill({ ok: true, value: null }));
});

test('a long page of letters that take two, three and four bytes leaves whole, nonces between them', () => {
  const text = 'Crème fraîche, ½ oz — “ridge” 🌲 '.repeat(3_000);
  const html = `${text}${PLACEHOLDER}🌲${PLACEHOLDER}${text}é${PLACEHOLDER}`;
  const page = cachePage(html, PLACEHOLDER);
  const word = 'n'.repeat(NONCE_LENGTH);
  const expected = html.replaceAll(PLACEHOLDER, word);
  expect(fillIn(page.plain, word).toString()).toBe(expected);
  expect(gunzipSync(fillIn(page.gzip, word)).toString()).toBe(expected);
});

test('what is no nonce is refused: bytes of another length would move everything behind it', () => {
  const page = cachePage(`a${PLACEHOLDER}b`, PLACEHOLDER);
  for (const wrong of ['', 'a'.repeat(NONCE_LENGTH - 1), 'a'.repeat(NONCE_LENGTH + 1)]) {
    expect(() => fillIn(page.plain, wrong)).toThrow('a nonce has 22 characters');
  }
});

test('bytes that were given back are written again, four of a page at most', () => {
  const { plain } = cachePage(`a${PLACEHOLDER}b`, PLACEHOLDER);
  const sent = Array.from({ length: 6 }, () => fillIn(plain, 'a'.repeat(NONCE_LENGTH)));
  for (const bytes of sent) giveBack(plain, bytes);
  const again = Array.from({ length: 6 }, () => fillIn(plain, 'b'.repeat(NONCE_LENGTH)));
  expect(again.filter((bytes) => sent.includes(bytes))).toHaveLength(4);
  expect(new Set(again).size).toBe(6);
  for (const bytes of again) expect(bytes.toString()).toBe(`a${'b'.repeat(NONCE_LENGTH)}b`);
});

test('bytes are held of four pages at most, of those that came last', () => {
  const pages = Array.from({ length: 6 }, (_, number) => cachePage(`${number}${PLACEHOLDER}`, PLACEHOLDER));
  const word = 'a'.repeat(NONCE_LENGTH);
  const sent = pages.map(({ plain }) => fillIn(plain, word));
  for (const [at, { plain }] of pages.entries()) giveBack(plain, sent[at] as Buffer);
  const again = pages.map(({ plain }) => fillIn(plain, word));
  expect(again.map((bytes, at) => bytes === sent[at])).toEqual([false, false, true, true, true, true]);
});

test('past its room the cache drops the page that was asked for longest ago', async () => {
  const pages = new PageCache();
  // Cannot be packed any smaller: some three megabytes each, of which eight have room.
  const heavy = (seed: number) => {
    let state = seed;
    return Array.from({ length: 450_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return String.fromCharCode(0x4e00 + (state >>> 19));
    }).join('');
  };
  const keep = (key: string, seed: number) =>
    pages.render(shelf(key), async () => cachePage(heavy(seed), PLACEHOLDER));
  await keep('/a', 1);
  const { bytes = 0 } = pages.get(shelf('/a')) ?? {};
  const room = Math.floor((8 * 1024 * 1024) / bytes);
  expect(room).toBeGreaterThanOrEqual(2);
  for (let number = 1; number < room; number++) await keep(`/${number}`, number + 1);
  expect(pages.get(shelf('/a'))).toBeDefined();
  await keep('/last', 99);
  expect(pages.get(shelf('/last'))).toBeDefined();
  expect(pages.get(shelf('/a'))).toBeDefined();
  expect(pages.get(shelf('/1'))).toBeUndefined();
});

test('a page that was dropped while it was rendered is rendered again for whoever asks now', async () => {
  const pages = new PageCache();
  let finishFirst = () => {};
  const first = pages.render(shelf('/'), async () => {
    await new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
    return cachePage('<p>old</p>', PLACEHOLDER);
  });
  pages.dropAll();
  const second = pages.render(shelf('/'), async () => cachePage('<p>new</p>', PLACEHOLDER));
  expect(second).not.toBe(first);
  await second;
  finishFirst();
  await first;
  const kept = pages.get(shelf('/'));
  expect(kept && fillIn(kept.plain, 'a'.repeat(NONCE_LENGTH)).toString()).toBe('<p>new</p>');
  // What the first left behind does not stand in the way of a third.
  pages.dropAll();
  expect(await pages.render(shelf('/'), async () => null)).toEqual({ ok: true, value: null });
});
