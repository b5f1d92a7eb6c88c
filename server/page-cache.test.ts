import { expect, test, vi } from 'vitest';
import { noteCheck, noteShown, noteShownUntil } from '#platform/pages/shown.ts';
import { CachedPage } from './page-bytes.ts';
import { PageCache, type PageKey } from './page-cache.ts';

const ADDRESS = '192.0.2.1';
const shelf = (key: string): PageKey => ({ key, isEndless: false });
const endless = (key: string): PageKey => ({ key, isEndless: true });
const page = (text: string) => new CachedPage(Buffer.from(text), {}, 'br');
const textOf = (kept: CachedPage | null | undefined) => kept?.answer('identity').body.toString();

/** Caches a page that shows these names. */
const keep = (pages: PageCache, wanted: PageKey, shows: string[] = [], text = wanted.key) =>
  pages.render(wanted, ADDRESS, async () => {
    for (const name of shows) noteShown(name);
    return page(text);
  });

/** A rendering that ends on command. */
function slow(text: string, shows: string[] = []) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const render = async () => {
    for (const name of shows) noteShown(name);
    await promise;
    return page(text);
  };
  return { render, finish: resolve };
}

test('a change drops the pages that show it, and no other', async () => {
  const pages = new PageCache();
  await keep(pages, shelf('/products'), ['products:1', 'products:2', 'store_settings:store']);
  await keep(pages, shelf('/products/2'), ['products:2', 'store_settings:store']);
  await keep(pages, endless('/products?q=tea'), ['products:3', 'store_settings:store']);
  const kept = () =>
    [shelf('/products'), shelf('/products/2'), endless('/products?q=tea')].map((each) => !!pages.get(each));
  pages.drop(['products:9', 'store_settings:mail', 'content_versions:faq']);
  expect(kept()).toEqual([true, true, true]);
  pages.drop(['products:1', 'products:7']);
  expect(kept()).toEqual([false, true, true]);
  pages.drop(['products:3']);
  expect(kept()).toEqual([false, true, false]);
  pages.drop(['store_settings:store']);
  expect(kept()).toEqual([false, false, false]);
});

test('without names everything goes', async () => {
  const pages = new PageCache();
  await keep(pages, shelf('/faq'));
  pages.drop();
  expect(pages.get(shelf('/faq'))).toBeUndefined();
});

test('a page that would be another after the catalogue has moved goes, and one that would not stays', async () => {
  const pages = new PageCache();
  let total = 3;
  const asked = vi.fn();
  const list = (key: string, counts: () => number) =>
    pages.render(shelf(key), ADDRESS, async () => {
      noteCheck(() => {
        const shown = counts();
        return () => {
          asked();
          return counts() === shown;
        };
      });
      return page(key);
    });
  await list('/products', () => total);
  await list('/products?category=edibles', () => 1);
  for (let again = 0; again < 5; again++) pages.get(shelf('/products'));
  expect(asked).not.toHaveBeenCalled();
  pages.moves += 1;
  expect(pages.get(shelf('/products'))).toBeDefined();
  for (let again = 0; again < 5; again++) pages.get(shelf('/products'));
  expect(asked).toHaveBeenCalledTimes(1);
  total = 4;
  pages.moves += 1;
  expect(pages.get(shelf('/products'))).toBeUndefined();
  expect(pages.get(shelf('/products?category=edibles'))).toBeDefined();
});

test('a list that moves while its page is rendered is asked before the page is shown again', async () => {
  const pages = new PageCache();
  let total = 3;
  await pages.render(shelf('/products'), ADDRESS, async () => {
    noteCheck(() => {
      const shown = total;
      return () => total === shown;
    });
    total = 4;
    pages.moves += 1;
    return page('three');
  });
  expect(pages.get(shelf('/products'))).toBeUndefined();
});

test('a page goes when its time is over', async () => {
  const pages = new PageCache();
  const now = Date.now();
  await pages.render(shelf('/'), ADDRESS, async () => {
    noteShownUntil(now + 60_000);
    noteShownUntil(now + 30_000);
    return page('open');
  });
  const clock = vi.spyOn(Date, 'now');
  clock.mockReturnValue(now + 29_999);
  expect(pages.get(shelf('/'))).toBeDefined();
  clock.mockReturnValue(now + 30_000);
  expect(pages.get(shelf('/'))).toBeUndefined();
  clock.mockRestore();
});

test('a page whose change comes while it is rendered is rendered again, for everybody who asked', async () => {
  const pages = new PageCache();
  const texts = ['old', 'new'];
  const { promise, resolve } = Promise.withResolvers<void>();
  const render = async () => {
    noteShown('products:1');
    const text = texts.shift() ?? 'too often';
    await promise;
    return page(text);
  };
  const first = pages.render(shelf('/'), ADDRESS, render);
  const second = pages.render(shelf('/'), ADDRESS, render);
  pages.drop(['products:1']);
  resolve();
  for (const answer of await Promise.all([first, second]))
    expect(answer.ok && textOf(answer.value)).toBe('new');
  expect(textOf(pages.get(shelf('/')))).toBe('new');
  expect(texts).toEqual([]);
});

test('a page is rendered once for all who ask, and nobody waits for it behind what another address has in line', async () => {
  const pages = new PageCache();
  const { promise, resolve } = Promise.withResolvers<null>();
  for (let word = 0; word < 20; word++) void pages.render(endless(`/q=${word}`), ADDRESS, () => promise);
  const menu = vi.fn(async () => page('menu'));
  const ofCrowd = pages.render(endless('/q=menu'), ADDRESS, menu);
  const ofOther = pages.render(endless('/q=menu'), '192.0.2.2', menu);
  expect((await ofOther).ok).toBe(true);
  resolve(null);
  expect((await ofCrowd).ok).toBe(true);
  expect(menu).toHaveBeenCalledTimes(1);
});

test('a change of something else meanwhile is no reason to render again', async () => {
  const pages = new PageCache();
  const { render, finish } = slow('page', ['products:1']);
  const counted = vi.fn(render);
  const rendering = pages.render(shelf('/'), ADDRESS, counted);
  pages.drop(['products:2']);
  finish();
  await rendering;
  expect(counted).toHaveBeenCalledTimes(1);
  expect(pages.get(shelf('/'))).toBeDefined();
});

test('a page that changes faster than it is rendered is sent and not kept', async () => {
  const pages = new PageCache();
  const render = vi.fn(async () => {
    noteShown('products:1');
    pages.drop(['products:1']);
    return page('page');
  });
  expect(await pages.render(shelf('/'), ADDRESS, render)).toMatchObject({
    ok: true,
    value: expect.any(CachedPage),
  });
  expect(render).toHaveBeenCalledTimes(3);
  expect(pages.get(shelf('/'))).toBeUndefined();
});

test('whoever asks after a change is not answered by what was begun before it', async () => {
  const pages = new PageCache();
  const before = slow('old');
  const first = pages.render(shelf('/'), ADDRESS, before.render);
  pages.drop(['products:1']);
  const second = pages.render(shelf('/'), ADDRESS, async () => page('new'));
  expect(second).not.toBe(first);
  const answer = await second;
  expect(answer.ok && textOf(answer.value)).toBe('new');
  before.finish();
  await first;
});

test('while changes are not heard nothing kept is shown and nothing is kept', async () => {
  const pages = new PageCache();
  await keep(pages, shelf('/'));
  const before = slow('begun before');
  const underWay = pages.render(shelf('/about'), ADDRESS, before.render);
  pages.setListening(false);
  before.finish();
  await underWay;
  for (const path of ['/', '/about']) expect(pages.get(shelf(path))).toBeUndefined();
  const rendered = await keep(pages, shelf('/'), [], 'anew');
  expect(rendered.ok && textOf(rendered.value)).toBe('anew');
  expect(pages.get(shelf('/'))).toBeUndefined();
  pages.setListening(true);
  await keep(pages, shelf('/'), [], 'heard again');
  expect(textOf(pages.get(shelf('/')))).toBe('heard again');
});

test('a rendering that spans the time in which changes were not heard is not kept', async () => {
  const pages = new PageCache();
  const spanning = slow('missed something');
  const rendering = pages.render(shelf('/'), ADDRESS, spanning.render);
  pages.setListening(false);
  pages.setListening(true);
  const later = slow('later');
  later.finish();
  spanning.finish();
  await rendering;
  const answer = await pages.render(shelf('/x'), ADDRESS, later.render);
  expect(answer.ok && textOf(answer.value)).toBe('later');
});

test('while the database is away the last page is given, and it is tried once in a while', async () => {
  const pages = new PageCache();
  await keep(pages, shelf('/'), [], 'last');
  pages.setListening(false);
  const away = vi.fn(async () => 'away' as const);
  for (let again = 0; again < 5; again++) {
    const answer = await pages.render(shelf('/'), ADDRESS, away);
    expect(answer.ok && textOf(answer.value)).toBe('last');
  }
  // The first one, which found the database down, and one retry.
  expect(away).toHaveBeenCalledTimes(2);
  expect(await pages.render(shelf('/never'), ADDRESS, away)).toEqual({ ok: true, value: null });
  pages.setListening(true);
  const answer = await pages.render(shelf('/'), ADDRESS, async () => page('back'));
  expect(answer.ok && textOf(answer.value)).toBe('back');
});

test('many who ask for a page at once cause one rendering', async () => {
  const pages = new PageCache();
  const { render, finish } = slow('shop');
  const counted = vi.fn(render);
  const answers = Array.from({ length: 20 }, () => pages.render(shelf('/'), ADDRESS, counted));
  finish();
  for (const answer of await Promise.all(answers)) expect(answer.ok && textOf(answer.value)).toBe('shop');
  expect(counted).toHaveBeenCalledTimes(1);
});

test('two pages are rendered at a time, and the others after them', async () => {
  const pages = new PageCache();
  let [now, most] = [0, 0];
  const ask = (key: string) =>
    pages.render(shelf(key), ADDRESS, async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return page(key);
    });
  await Promise.all(Array.from({ length: 7 }, (_, number) => ask(`/products/${number}`)));
  expect(most).toBe(2);
});

test('when too many wait to be rendered the next is told so at once, and the menu comes before what has no end', async () => {
  const pages = new PageCache();
  const { promise, resolve } = Promise.withResolvers<null>();
  const words = Array.from({ length: 50 }, (_, number) =>
    pages.render(endless(`/q=${number}`), ADDRESS, () => promise),
  );
  const menu = pages.render(shelf('/products'), ADDRESS, async () => page('menu'));
  expect(await pages.render(endless('/one-more'), ADDRESS, () => promise)).toEqual({
    ok: false,
    problem: 'busy',
  });
  // The same page costs nothing more.
  const again = pages.render(endless('/q=0'), ADDRESS, () => promise);
  resolve(null);
  expect(await menu).toMatchObject({ ok: true, value: expect.any(CachedPage) });
  expect((await Promise.all([...words, again])).filter(({ ok }) => !ok)).toHaveLength(8);
});

test('pages without end fill their own line, and the menu still gets in', async () => {
  const pages = new PageCache();
  const { promise, resolve } = Promise.withResolvers<null>();
  const words = Array.from({ length: 450 }, (_, number) =>
    pages.render(endless(`/q=${number}`), `192.0.2.${number % 15}`, () => promise),
  );
  const menu = pages.render(shelf('/products'), '198.51.100.1', async () => page('menu'));
  resolve(null);
  expect(await menu).toMatchObject({ ok: true, value: expect.any(CachedPage) });
  expect((await Promise.all(words)).some(({ ok }) => !ok)).toBe(true);
});

test('a page that waits leaves the line when the last client who asked for it has gone', async () => {
  const pages = new PageCache();
  const { promise, resolve } = Promise.withResolvers<null>();
  const inside = ['/a', '/b'].map((key) => pages.render(shelf(key), ADDRESS, () => promise));
  const clients = [new AbortController(), new AbortController()];
  const rendered = vi.fn(async () => page('menu'));
  const asked = clients.map(({ signal }) => pages.render(shelf('/menu'), ADDRESS, rendered, signal));
  const left = vi.fn();
  void asked[0]?.then(left);
  const soon = () => new Promise((resume) => setTimeout(resume, 1));
  clients[0]?.abort();
  await soon();
  expect(left).not.toHaveBeenCalled();
  clients[1]?.abort();
  await soon();
  expect(left).toHaveBeenCalledWith({ ok: false, problem: 'busy' });
  // A later request is served.
  const later = pages.render(shelf('/menu'), ADDRESS, rendered);
  resolve(null);
  expect((await later).ok).toBe(true);
  expect(rendered).toHaveBeenCalledTimes(1);
  await Promise.all(inside);
});

test('what is not for keeping is not kept, and the next visitor is not answered with it', async () => {
  const pages = new PageCache();
  expect(await pages.render(shelf('/'), ADDRESS, async () => null)).toEqual({ ok: true, value: null });
  expect(pages.get(shelf('/'))).toBeUndefined();
  await expect(pages.render(shelf('/'), ADDRESS, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  await keep(pages, shelf('/'));
  expect(pages.get(shelf('/'))).toBeDefined();
});

test('pages without end push no shelf out, and past their room the one asked for longest ago goes', async () => {
  const pages = new PageCache();
  const large = page(Array.from({ length: 20_000 }, () => Math.random()).join(''));
  await pages.render(shelf('/products'), ADDRESS, async () => large);
  for (let number = 0; number < 100; number++)
    await pages.render(endless(`${number}`), ADDRESS, async () => large);
  expect(pages.get(shelf('/products'))).toBeDefined();
  expect(pages.get(endless('0'))).toBeUndefined();
  expect(pages.get(endless('99'))).toBeDefined();
});
