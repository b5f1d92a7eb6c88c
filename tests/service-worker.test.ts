/** The service worker alone, in a fake browser: its responses, its cache, its removal. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const code = readFileSync(new URL('../public/service-worker.js', import.meta.url), 'utf8');
const ORIGIN = 'https://farm.example';

type Answer = { status: number; body?: string };
type Happening = Record<string, unknown> & { done: Promise<unknown>[]; answer?: Promise<unknown> };

/** A worker of this version in a browser with this network; null is no network. */
function aWorker(
  network: (url: string, method: string) => Answer | null,
  {
    version = 'one',
    kept = new Map<string, string[]>(),
    refusesCaches = false,
    userAgent = 'Safari/605.1',
  } = {},
) {
  const listeners = new Map<string, (event: Happening) => void>();
  const state = { registered: true, asked: [] as string[], kept, claims: 0, preloads: true };
  const ask = async (request: string | { url: string; method?: string }, options?: { method?: string }) => {
    const url = new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
    const method = options?.method ?? (typeof request === 'string' ? 'GET' : (request.method ?? 'GET'));
    state.asked.push(`${method} ${url}`);
    const answer = network(url, method);
    if (answer === null) throw new TypeError('Failed to fetch');
    return answer;
  };
  const caches = {
    open: async (name: string) => ({
      addAll: async (requests: { url: string }[]) => {
        const answers = await Promise.all(requests.map((request) => ask(request)));
        if (answers.some(({ status }) => status !== 200)) throw new TypeError('not all there');
        kept.set(name, [...(kept.get(name) ?? []), ...requests.map(({ url }) => url)]);
      },
    }),
    keys: async () => [...kept.keys()],
    has: async (name: string) => {
      if (refusesCaches) throw new TypeError('refused');
      return kept.has(name);
    },
    delete: async (name: string) => kept.delete(name),
    match: async (request: string | { url: string }) => {
      if (refusesCaches) throw new TypeError('refused');
      const url = typeof request === 'string' ? request : new URL(request.url, ORIGIN).pathname;
      return [...kept.values()].some((files) => files.includes(url))
        ? { status: 200, body: 'offline page' }
        : undefined;
    },
  };
  const self = {
    addEventListener: (name: string, listener: (event: Happening) => void) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
    navigator: { userAgent },
    clients: {
      claim: async () => {
        state.claims += 1;
      },
    },
    location: new URL('/service-worker.js', ORIGIN),
    registration: {
      navigationPreload: {
        enable: async () => {
          state.preloads = true;
        },
        disable: async () => {
          state.preloads = false;
        },
      },
      unregister: async () => {
        state.registered = false;
      },
    },
  };
  class Request {
    url: string;
    constructor(url: string) {
      this.url = url;
    }
  }
  const named = code.replace("VERSION = 'development'", `VERSION = '${version}'`);
  runInNewContext(named, {
    self,
    caches,
    fetch: ask,
    Request,
    Response: class {
      static redirect = (url: string) => ({ status: 302, body: url });
      body: string;
      status: number;
      constructor(body: string, { status }: { status: number }) {
        this.body = body;
        this.status = status;
      }
    },
    URL,
    URLPattern,
    Promise,
  });

  const happen = async (name: string, given: Record<string, unknown> = {}) => {
    const event: Happening = { ...given, done: [] };
    event.waitUntil = (work: Promise<unknown>) => event.done.push(work);
    event.respondWith = (answer: Promise<unknown>) => {
      event.answer = answer;
    };
    listeners.get(name)?.(event);
    const answer = event.answer ? await event.answer : 'left to the browser';
    await Promise.all(event.done);
    return answer;
  };
  return {
    ...{ state, happen },
    begin: async () => {
      await happen('install');
      await happen('activate');
    },
    get: (path: string, given: { mode?: string; method?: string } = {}) =>
      happen('fetch', { request: { url: ORIGIN + path, method: 'GET', mode: 'navigate', ...given } }),
  };
}

const fine = () => ({ status: 200, body: 'fresh' });

test('a page comes unchanged from the network, and nothing of it is cached', async () => {
  const worker = aWorker(fine);
  await worker.begin();
  const before = JSON.stringify([...worker.state.kept]);
  for (const path of ['/', '/products?category=flower', '/orders', '/profile'])
    expect(await worker.get(path)).toMatchObject({ body: 'fresh' });
  expect(JSON.stringify([...worker.state.kept])).toBe(before);
  const [files = []] = worker.state.kept.values();
  expect(files.every((file) => /^\/offline\/[\w.-]+$/.test(file))).toBe(true);
});

test('a response of the shop is never replaced, whatever its status', async () => {
  const worker = aWorker((url) => ({ status: url.startsWith('/offline') ? 200 : 503, body: 'busy' }));
  await worker.happen('install').catch(() => undefined);
  expect(await worker.get('/products')).toMatchObject({ status: 503, body: 'busy' });
});

/** Words that a page without a network has at least, and the way out of it. */
const triesAgain = {
  status: 503,
  body: expect.stringMatching(/No connection\.[\s\S]*Try again[\s\S]*location\.reload\(\)/),
};

test('without a network a page becomes the offline page, in the back office words that try again; sent forms and parts of pages are left to the browser', async () => {
  let isThere = true;
  const worker = aWorker(() => (isThere ? fine() : null));
  await worker.begin();
  isThere = false;
  expect(await worker.get('/products')).toMatchObject({ body: 'offline page' });
  for (const path of ['/admin', '/admin/orders', '/Admin/orders'])
    expect(await worker.get(path)).toMatchObject(triesAgain);
  expect(await worker.get('/cart', { method: 'POST' })).toBe('left to the browser');
  expect(await worker.get('/api/cart', { mode: 'cors' })).toBe('left to the browser');
  expect(await worker.get('/administration')).toMatchObject({ body: 'offline page' });
});

test('no page of the shop, the office or the counter passes by the worker', async () => {
  type Condition = { not?: unknown; requestMode?: string; urlPattern?: { test(url: string): boolean } };
  const routes: { condition: Condition }[] = [];
  await aWorker(fine).happen('install', {
    addRoutes: async (added: typeof routes) => routes.push(...added),
  });
  expect(routes).toHaveLength(3);
  expect(routes.at(-1)?.condition).toEqual({ not: { requestMode: 'navigate' } });
  for (const path of ['/', '/products/1', '/admin', '/admin/orders', '/counter'])
    expect(routes.filter(({ condition }) => condition.urlPattern?.test(ORIGIN + path))).toEqual([]);
});

test('the offline page’s files come from the cache, with and without a network', async () => {
  let isThere = true;
  const worker = aWorker(() => (isThere ? fine() : null));
  await worker.begin();
  isThere = false;
  expect(await worker.get('/offline/page.css', { mode: 'no-cors' })).toMatchObject({ status: 200 });
  // The worker ignores files of the shop's own pages.
  expect(await worker.get('/art/ridge-line.svg', { mode: 'no-cors' })).toBe('left to the browser');
});

test('without a network the counter leads to its own page, if the tablet has stored it', async () => {
  let isThere = true;
  const worker = aWorker(() => (isThere ? fine() : null));
  await worker.begin();
  isThere = false;
  expect(await worker.get('/counter')).toMatchObject(triesAgain);
  worker.state.kept.set('counter', ['/counter/offline', '/assets/board.js']);
  expect(await worker.get('/counter/orders/ORD042?a=1')).toMatchObject({
    status: 302,
    body: '/counter/offline?to=%2Fcounter%2Forders%2FORD042%3Fa%3D1',
  });
  expect(await worker.get('/counter/offline?to=%2Fcounter')).toMatchObject({ status: 200 });
  isThere = true;
  expect(await worker.get('/counter')).toMatchObject({ body: 'fresh' });
});

test('no page is ever answered with an error: a browser that has deleted or refuses its caches shows words that try again', async () => {
  const paths = [
    '/',
    '/products/7',
    '/counter',
    '/counter/orders/ORD042',
    '/counter/offline',
    '/admin/orders',
  ];
  for (const path of paths) {
    expect(await aWorker(() => null).get(path), path).toMatchObject(triesAgain);
    expect(await aWorker(() => null, { refusesCaches: true }).get(path), path).toMatchObject(triesAgain);
  }
  const file = aWorker(fine, { refusesCaches: true });
  expect(await file.get('/offline/page.css', { mode: 'no-cors' })).toMatchObject({ body: 'fresh' });
});

test('a tablet of the counter has its code also without a network; other browsers’ code is left to them', async () => {
  const kept = new Map([['counter', ['/counter/offline', '/assets/board.js']]]);
  const tablet = aWorker(() => null, { kept });
  await Promise.resolve();
  expect(await tablet.get('/assets/board.js', { mode: 'cors' })).toMatchObject({ status: 200 });
  const phone = aWorker(() => null);
  await Promise.resolve();
  expect(await phone.get('/assets/board.js', { mode: 'cors' })).toBe('left to the browser');
});

test('pages load while the worker starts, except in Firefox, where a lost network would leave the tab empty', async () => {
  for (const [userAgent, preloads] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
    ['Mozilla/5.0 (iPad) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15', true],
  ] as const) {
    const worker = aWorker(fine, { userAgent });
    await worker.begin();
    expect(worker.state.preloads, userAgent).toBe(preloads);
  }
});

test('a worker that ran before the tablet stored its files serves them once the page says so, and claims that page', async () => {
  const tablet = aWorker(() => null);
  await Promise.resolve();
  tablet.state.kept.set('counter', ['/counter/offline', '/assets/packing.js']);
  await tablet.happen('message', { data: 'counter' });
  expect(tablet.state.claims).toBe(1);
  expect(await tablet.get('/assets/packing.js', { mode: 'cors' })).toMatchObject({ status: 200 });
});

test('the next version replaces the last one’s cache', async () => {
  const first = aWorker(fine);
  await first.begin();
  const second = aWorker(fine, { version: 'two', kept: first.state.kept });
  await second.happen('install');
  expect([...second.state.kept.keys()]).toEqual(['offline-one', 'offline-two']);
  await second.happen('activate');
  expect([...second.state.kept.keys()]).toEqual(['offline-two']);
});

test('the next version leaves the counter’s files to the counter’s page, which replaces them', async () => {
  const kept = new Map([['counter', ['/counter/offline']]]);
  const worker = aWorker(fine, { version: 'two', kept });
  await worker.begin();
  expect([...kept.keys()]).toEqual(['counter', 'offline-two']);
});

test.each([404, 410])('a shop that answers %i for the worker removes it', async (status) => {
  const worker = aWorker((_, method) => ({ status: method === 'HEAD' ? status : 200 }));
  await worker.begin();
  await worker.get('/');
  expect(worker.state.registered).toBe(false);
  expect([...worker.state.kept.keys()]).toEqual([]);
});

test('a shop that is briefly away or busy keeps its worker, which asks once', async () => {
  for (const answer of [null, { status: 503 }, { status: 200 }]) {
    const worker = aWorker((_, method) => (method === 'HEAD' ? answer : { status: 200 }));
    await worker.begin();
    await worker.get('/');
    await worker.get('/products');
    expect(worker.state.registered).toBe(true);
    expect(worker.state.asked.filter((asked) => asked.startsWith('HEAD'))).toEqual([
      'HEAD /service-worker.js',
    ]);
  }
});
