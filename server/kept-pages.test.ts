import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillIn, giveBack, KeptPages, keepPage, NONCE_LENGTH } from './kept-pages.ts';

const PLACEHOLDER = 'nonce-placeholder-for-tests';
const nonce = fc.stringMatching(/^[A-Za-z0-9_-]{22}$/);

test('a kept page leaves with the nonce of its response, plain and compressed alike', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { minLength: 1 }),
      fc.array(nonce, { minLength: 1, maxLength: 4 }),
      (pieces, nonces) => {
        const page = keepPage(pieces.join(PLACEHOLDER), PLACEHOLDER);
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
  const page = keepPage(`<script nonce="${PLACEHOLDER}"></script>`, PLACEHOLDER);
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
    keepPage(`<i>${number}</i>${PLACEHOLDER}${'page '.repeat(20_000)}${PLACEHOLDER}`, PLACEHOLDER),
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
  const page = keepPage(`<script nonce="${PLACEHOLDER}"></script>${html}`, PLACEHOLDER);
  expect(page.bytes).toBeLessThan(html.length / 5);
});

test('many who ask for a page at once cause one rendering', async () => {
  const pages = new KeptPages();
  let renderings = 0;
  const ask = () =>
    pages.render('/', async () => {
      renderings += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return keepPage('<p>shop</p>', PLACEHOLDER);
    });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(renderings).toBe(1);
  expect(answers.every((page) => page !== null)).toBe(true);
  expect(pages.get('/')).toBeDefined();
});

test('two different pages are rendered at a time, and the others after them', async () => {
  const pages = new KeptPages();
  let now = 0;
  let most = 0;
  const ask = (key: string) =>
    pages.render(key, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return keepPage(key, PLACEHOLDER);
    });
  const answers = await Promise.all(Array.from({ length: 7 }, (_, number) => ask(`/products/${number}`)));
  expect(most).toBe(2);
  expect(answers.every((page) => page !== null)).toBe(true);
});

test('a page whose rendering began before a change is shown but not kept', async () => {
  const pages = new KeptPages();
  const rendering = pages.render('/', async () => {
    pages.dropAll();
    return keepPage('<p>old</p>', PLACEHOLDER);
  });
  expect(await rendering).not.toBeNull();
  expect(pages.get('/')).toBeUndefined();
});

test('what is not for keeping is not kept, and the next visitor is not answered with it', async () => {
  const pages = new KeptPages();
  expect(await pages.render('/', async () => null)).toBeNull();
  expect(pages.get('/')).toBeUndefined();
  expect(await pages.render('/', async () => keepPage('<p>shop</p>', PLACEHOLDER))).not.toBeNull();
});
