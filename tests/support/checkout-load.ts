/** Customers who check out one order after another, whatever happens to the shop and its database. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Application } from './application.ts';
import { inParallel, postForm } from './requests.ts';

export type CheckoutLoad = {
  /** Order numbers that customers received. */
  acknowledged: string[];
  /** Attempts whose outcome their customer does not know. */
  cutOff: { cookie: string; key: string }[];
  /** Statuses of responses that were neither an order nor 503, as text. */
  surprises: string[];
  /** Resolves with the milliseconds until the next acknowledged order that started from now on. */
  nextOrder(patience: number): Promise<number>;
  stop(): Promise<void>;
};

/** @param cookies one for each customer. */
export function startCheckouts(
  app: Pick<Application, 'origin'>,
  cookies: readonly string[],
  order: { productId: number; slot: string },
): CheckoutLoad {
  const acknowledged: string[] = [];
  const cutOff: CheckoutLoad['cutOff'] = [];
  const surprises: string[] = [];
  let waiting: { since: number; tell: (ms: number) => void }[] = [];
  let ends = false;
  const load = inParallel(cookies, cookies.length, async (cookie) => {
    while (!ends) {
      const key = randomUUID();
      const began = performance.now();
      try {
        const response = await placeOrder(app, { ...order, cookie, key });
        await response.arrayBuffer();
        const orderId = orderIn(response);
        if (orderId) {
          acknowledged.push(orderId);
          for (const { since, tell } of waiting) if (since <= began) tell(performance.now() - since);
          waiting = waiting.filter(({ since }) => since > began);
          continue;
        }
        cutOff.push({ cookie, key });
        if (response.status !== 503) surprises.push(`${response.status} ${response.headers.get('location')}`);
      } catch {
        cutOff.push({ cookie, key });
      }
      await pause(20);
    }
  });
  return {
    acknowledged,
    cutOff,
    surprises,
    nextOrder: (patience) =>
      new Promise((tell, fail) => {
        const timer = setTimeout(() => fail(new Error(`no order within ${patience} ms`)), patience);
        waiting.push({
          since: performance.now(),
          tell: (ms) => {
            clearTimeout(timer);
            tell(ms);
          },
        });
      }),
    stop: async () => {
      ends = true;
      await load;
    },
  };
}

/** One attempt of one customer, as the checkout page sends it. */
export function placeOrder(
  app: Pick<Application, 'origin'>,
  { cookie, key, productId, slot }: { cookie: string; key: string; productId: number; slot: string },
): Promise<Response> {
  return postForm(app, '/checkout', { key, lines: `${productId}:1`, slot, again: 'yes' }, { cookie });
}

/** The order number in this response. */
export function orderIn(response: Response): string | null {
  return response.headers.get('location')?.match(/order=(ORD\d+)/)?.[1] ?? null;
}
