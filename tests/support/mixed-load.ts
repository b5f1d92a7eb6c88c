/** Customers and guests at a fixed rate, each from an address of their own, as browsers behind a proxy come in. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A request and its answer, as in 'GET /about 200' or 'GET /about socket hang up'; milliseconds since it was due. */
export type AnsweredRequest = { request: string; time: number };

export type MixedLoad = {
  answered: AnsweredRequest[];
  /** Every request without the answer that was expected: method, path, status or error. */
  failed: string[];
  /** The numbers of orders that customers received. */
  acknowledged: string[];
  /** Sends no more, and resolves when the last request is answered. */
  stop(): Promise<void>;
};

/** The status; of a request without an answer, the error. */
type Answer = { status: number | string; headers: IncomingHttpHeaders; body: string };

/** Twenty requests, as they come again and again: of two hundred a second, ten are checkouts. */
const mix = [
  ...(['home', 'picture', 'product', 'own menu', 'search'] as const),
  ...(['menu', 'file', 'product', 'about', 'health'] as const),
  ...(['home', 'file', 'product', 'own orders', 'search'] as const),
  ...(['menu', 'file', 'product', 'own menu', 'checkout'] as const),
];

type Wanted = { path: string; cookie?: string; form?: Record<string, string> };

/** @param rate requests a second. @param pictures paths of product pictures. */
export function startMixedLoad(options: {
  origin: string;
  rate: number;
  cookies: readonly string[];
  productIds: readonly number[];
  slots: readonly string[];
  pictures: readonly string[];
}): MixedLoad {
  const { origin, rate, cookies, productIds, slots, pictures } = options;
  const load = {
    answered: [] as AnsweredRequest[],
    failed: [] as string[],
    acknowledged: [] as string[],
  };
  const agents = cookies.map(
    // Linux answers to every address of 127.0.0.0/8.
    (_, nth) => new Agent({ keepAlive: true, localAddress: `127.0.${1 + (nth >> 7)}.${1 + (nth & 127)}` }),
  );
  let assets: string[] = [];

  const send = (nth: number, { path, cookie = '', form }: Wanted) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(new URL(path, origin), {
        agent: agents[nth % agents.length],
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(form === undefined
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
      sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
    });

  function wanted(beat: number, visitor: number): Wanted {
    const cookie = cookies[visitor] ?? '';
    const productId = productIds[visitor % productIds.length] ?? 0;
    switch (mix[beat % mix.length]) {
      case 'home':
        return { path: '/' };
      case 'menu':
        return { path: '/products' };
      case 'product':
        return { path: `/products/${productId}` };
      case 'about':
        return { path: '/about' };
      case 'file':
        return { path: assets[beat % Math.max(1, assets.length)] ?? '/' };
      case 'picture':
        return { path: pictures[visitor % pictures.length] ?? '' };
      case 'search':
        return { path: `/products?q=kestrel+${beat % 50}` };
      case 'own orders':
        return { path: '/orders', cookie };
      case 'own menu':
        return { path: '/products', cookie };
      case 'health':
        return { path: '/healthz' };
      default: {
        const slot = slots[visitor % slots.length] ?? '';
        const form = { key: randomUUID(), lines: `${productId}:1`, slot, again: 'yes' };
        return { path: '/checkout', cookie, form };
      }
    }
  }

  async function ask(beat: number, due: number): Promise<void> {
    const visitor = Math.trunc(beat / mix.length) % cookies.length;
    const sent = wanted(beat, visitor);
    const answer: Answer = await send(visitor, sent).catch((error: Error) => ({
      status: error.message,
      headers: {},
      body: '',
    }));
    const { status, headers, body } = answer;
    const request = `${sent.form ? 'POST' : 'GET'} ${sent.path} ${status}`;
    load.answered.push({ request, time: performance.now() - due });
    const order = /order=(ORD\d+)/.exec(headers.location ?? '')?.[1];
    if (sent.form && order) load.acknowledged.push(order);
    else if (sent.form || status !== 200) load.failed.push(`${request} ${headers.location ?? ''}`.trimEnd());
    else if (sent.path === '/')
      // Copies: a part of a string keeps the whole page in memory, for as long as the request is listed.
      assets = [...body.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) =>
        Buffer.from(path).toString(),
      );
  }

  let ends = false;
  const underWay = new Set<Promise<void>>();
  const sending = (async () => {
    const started = performance.now();
    for (let beat = 0; !ends; beat++) {
      const due = started + (beat * 1000) / rate;
      await pause(Math.max(0, due - performance.now()));
      const asked = ask(beat, due).finally(() => underWay.delete(asked));
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

/**
 * What took longer than `bound` milliseconds, most frequent first: '12 × GET /products/N 200'. Every number except the
 * status is N, so that the same page is one line.
 */
export function lateRequests(answered: readonly AnsweredRequest[], bound: number): string[] {
  const counts = new Map<string, number>();
  for (const { request, time } of answered) {
    if (time <= bound) continue;
    const kind = request.replace(/(?<=[/+=])\d+\b/g, 'N');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([kind, many]) => `${many} × ${kind}`);
}
