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

test('a change drops only the pages that show it', async () => {
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

test('a change without names drops everything', async () => {
  const pages = new PageCache();
  await keep(pages, shelf('/faq'));
  pages.drop();
  expect(pages.get(shelf('/faq'))).toBeUndefined();
});

test('a catalogue change drops only the pages it would alter', async () => {
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

test('a list that changes while its page renders is rechecked before the page is served again', async () => {
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

test('a page expires on time', async () => {
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

test('a page that changes while it renders renders again, for all its clients', async () => {
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

test('a page renders once for all clients, who do not wait behind another address’s line', async () => {
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

test('another page’s change does not repeat a rendering', async () => {
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

test('a page that changes faster than it renders is sent and not cached', async () => {
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

test('a request after a change gets a rendering that started after it', async () => {
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

test('without notifications no cached page is served and none is cached', async () => {
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

test('a rendering across a gap in notifications is not cached', async () => {
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

test('while the database is away the last page is served, with an occasional retry', async () => {
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

test('many simultaneous requests for a page cause one rendering', async () => {
  const pages = new PageCache();
  const { render, finish } = slow('shop');
  const counted = vi.fn(render);
  const answers = Array.from({ length: 20 }, () => pages.render(shelf('/'), ADDRESS, counted));
  finish();
  for (const answer of await Promise.all(answers)) expect(answer.ok && textOf(answer.value)).toBe('shop');
  expect(counted).toHaveBeenCalledTimes(1);
});

test('two pages render at a time, and the others after them', async () => {
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

test('a full render line refuses at once, and the menu comes before the endless pages', async () => {
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

test('endless pages fill their own line, and the menu still renders', async () => {
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

test('a waiting page leaves the line when its last client disconnects', async () => {
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

test('an uncacheable page is not cached, and is not served to the next visitor', async () => {
  const pages = new PageCache();
  expect(await pages.render(shelf('/'), ADDRESS, async () => null)).toEqual({ ok: true, value: null });
  expect(pages.get(shelf('/'))).toBeUndefined();
  await expect(pages.render(shelf('/'), ADDRESS, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  await keep(pages, shelf('/'));
  expect(pages.get(shelf('/'))).toBeDefined();
});

test('endless pages evict no menu page, and beyond their limit the least recently used goes', async () => {
  const pages = new PageCache();
  const large = page(Array.from({ length: 20_000 }, () => Math.random()).join(''));
  await pages.render(shelf('/products'), ADDRESS, async () => large);
  for (let number = 0; number < 100; number++)
    await pages.render(endless(`${number}`), ADDRESS, async () => large);
  expect(pages.get(shelf('/products'))).toBeDefined();
  expect(pages.get(endless('0'))).toBeUndefined();
  expect(pages.get(endless('99'))).toBeDefined();
});
