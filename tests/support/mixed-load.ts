/** Customers and guests at a fixed rate, each from an address of their own, as browsers behind a proxy come in. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type MixedLoad = {
  /** The milliseconds of each request, from the moment when it was due. */
  times: number[];
  /** What was no good answer: method, path, status or error. */
  failed: string[];
  /** The numbers of orders that customers received. */
  acknowledged: string[];
  /** Sends no more, and resolves when the last request is answered. */
  stop(): Promise<void>;
};

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Twenty requests, as they come again and again: of two hundred a second, ten are checkouts. */
const mix = [
  ...(['home', 'file', 'product', 'own menu', 'search'] as const),
  ...(['menu', 'file', 'product', 'about', 'health'] as const),
  ...(['home', 'file', 'product', 'own orders', 'search'] as const),
  ...(['menu', 'file', 'product', 'own menu', 'checkout'] as const),
];

/** @param rate requests a second. */
export function startMixedLoad(options: {
  origin: string;
  rate: number;
  cookies: readonly string[];
  productIds: readonly number[];
  slots: readonly string[];
}): MixedLoad {
  const { origin, rate, cookies, productIds, slots } = options;
  const load = { times: [] as number[], failed: [] as string[], acknowledged: [] as string[] };
  const agents = cookies.map(
    // Linux answers to every address of 127.0.0.0/8.
    (_, nth) => new Agent({ keepAlive: true, localAddress: `127.0.${1 + (nth >> 7)}.${1 + (nth & 127)}` }),
  );
  let assets: string[] = [];

  const send = (nth: number, path: string, cookie = '', form: Record<string, string> | null = null) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(new URL(path, origin), {
        agent: agents[nth % agents.length],
        method: form === null ? 'GET' : 'POST',
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(form === null
            ? { accept: 'text/html' }
            : {
                origin,
                'sec-fetch-site': 'same-origin',
                'content-type': 'application/x-www-form-urlencoded',
              }),
        },
        timeout: 30_000,
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')));
      sent.on('error', reject);
      sent.on('response', (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => (body += text));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      sent.end(form === null ? undefined : new URLSearchParams(form).toString());
    });

  async function ask(beat: number): Promise<void> {
    const visitor = Math.trunc(beat / mix.length) % cookies.length;
    const cookie = cookies[visitor] ?? '';
    const productId = productIds[visitor % productIds.length] ?? 0;
    const get = async (path: string, as = '') => {
      const { status, body } = await send(visitor, path, as);
      if (status !== 200) load.failed.push(`GET ${path} ${status}`);
      return body;
    };
    switch (mix[beat % mix.length]) {
      case 'home': {
        const page = await get('/');
        assets = [...page.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path);
        return;
      }
      case 'menu':
        await get('/products');
        return;
      case 'product':
        await get(`/products/${productId}`);
        return;
      case 'about':
        await get('/about');
        return;
      case 'file':
        await get(assets[beat % Math.max(1, assets.length)] ?? '/');
        return;
      case 'search':
        await get(`/products?q=kestrel+${beat % 50}`);
        return;
      case 'own orders':
        await get('/orders', cookie);
        return;
      case 'own menu':
        await get('/products', cookie);
        return;
      case 'health':
        await get('/healthz');
        return;
      default: {
        const form = {
          key: randomUUID(),
          lines: `${productId}:1`,
          slot: slots[visitor % slots.length] ?? '',
        };
        const { status, headers } = await send(visitor, '/checkout', cookie, { ...form, again: 'yes' });
        const order = /order=(ORD\d+)/.exec(headers.location ?? '')?.[1];
        if (order) load.acknowledged.push(order);
        else load.failed.push(`POST /checkout ${status} ${headers.location ?? ''}`);
      }
    }
  }

  let ends = false;
  const underWay = new Set<Promise<void>>();
  const sending = (async () => {
    const started = performance.now();
    for (let beat = 0; !ends; beat++) {
      const due = started + (beat * 1000) / rate;
      await pause(Math.max(0, due - performance.now()));
      const asked = ask(beat)
        .catch((error: Error) => void load.failed.push(`${mix[beat % mix.length]}: ${error.message}`))
        .then(() => void load.times.push(performance.now() - due))
        .finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
  })();
  return {
    ...load,
    stop: async () => {
      ends = true;
      await sending;
      await Promise.all(underWay);
      for (const agent of agents) agent.destroy();
    },
  };
}

/** The value that this share of the times does not exceed, in whole milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.trunc(sorted.length * share))] ?? 0);
}
