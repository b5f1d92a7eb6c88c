import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#kernel/ids.ts';
import type { Topic } from '#kernel/topic.ts';
import { LiveHub, type LiveHubOptions } from './live-hub.ts';

type Person = { name: string };
const order: Topic = `order:${newId()}`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aHub(options: Partial<LiveHubOptions<Person>> = {}) {
  const away = new Set<string>();
  const hub = new LiveHub<Person>({
    stillAllowed: async (listeners) => listeners.map(({ listener }) => !away.has(listener.name)),
    personOf: ({ name }) => name,
    clock: () => Date.now(),
    ...options,
  });
  return { hub, away };
}

/** Reads a stream as a browser does; `heard` collects its events. */
function listen(body: ReadableStream<Uint8Array> | null) {
  if (!body) throw new Error('no stream');
  const heard: string[] = [];
  const reader = body.getReader();
  const text = new TextDecoder();
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)\n\n$/.exec(text.decode(value)) ?? [];
      heard.push(data === 'null' ? name : `${name} ${data}`);
    }
  })();
  return { heard, ended, leave: () => reader.cancel() };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a live hub', () => {
  test('sends each listener its own topics, once for many announcements', async () => {
    const { hub } = aHub();
    await pass(5_000);
    const one = listen(hub.open({ name: 'Ann' }, ['orders', order], 0));
    const other = listen(hub.open({ name: 'Bob' }, ['reservations'], 0));
    await pass(1);
    hub.hear('orders');
    hub.hear(order);
    hub.hear('orders');
    await pass(1);
    expect(one.heard).toEqual(['hello', 'topics ["orders"]', `topics ["${order}","orders"]`]);
    expect(other.heard).toEqual(['hello']);
  });

  test('recalls what was announced while the page loaded, and nothing older', async () => {
    const { hub } = aHub();
    await pass(30_000);
    hub.hear('orders');
    await pass(3_000);
    hub.hear(order);
    await pass(2_000);
    expect(hub.recall(['orders', order, 'inventory'], 4_000)).toEqual([order]);
    expect(hub.recall(['orders', order, 'inventory'], 6_000)).toEqual(['orders', order]);
    const late = listen(hub.open({ name: 'Ann' }, ['orders', order], 4_000));
    await pass(1);
    expect(late.heard).toEqual(['hello', `topics ["${order}"]`]);
  });

  test('reports a possible change of everything when it cannot know', async () => {
    const { hub } = aHub();
    await pass(1_000);
    expect(hub.recall(['orders'], 2_000)).toBe('everything');
    await pass(100_000);
    expect(hub.recall(['orders'], 2_000)).toEqual([]);
    expect(hub.recall(['orders'], 61_000)).toBe('everything');
    const open = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    await pass(1);
    hub.missed();
    await pass(1);
    expect(open.heard).toEqual(['hello', 'everything']);
    expect(hub.recall(['orders'], 2_000)).toBe('everything');
  });

  test('drops the oldest of very many announcements, and knows that it did', async () => {
    const { hub } = aHub();
    await pass(30_000);
    hub.hear('orders');
    await pass(10);
    for (let n = 0; n < 5_000; n++) hub.hear(`order:${newId()}`);
    await pass(10);
    expect(hub.recall(['orders'], 15)).toEqual([]);
    expect(hub.recall(['orders'], 25)).toBe('everything');
  });

  test('ends the streams of listeners who lose access, at the next check', async () => {
    const { hub, away } = aHub();
    const gone = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    const stays = listen(hub.open({ name: 'Bob' }, ['orders'], 0));
    await pass(1);
    away.add('Ann');
    await pass(2_000);
    await gone.ended;
    expect(gone.heard.at(-1)).toBe('end "access"');
    hub.hear('orders');
    await pass(1);
    expect(gone.heard).not.toContain('topics ["orders"]');
    expect(stays.heard.at(-1)).toBe('topics ["orders"]');
    expect(hub.size).toBe(1);
  });

  test('ends all streams when access checks keep failing, but not after one failure', async () => {
    let failing = true;
    const { hub } = aHub({
      stillAllowed: async (listeners) => {
        if (failing) throw new Error('the database is away');
        return listeners.map(() => true);
      },
    });
    const open = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    await pass(2_000);
    expect(hub.size).toBe(1);
    failing = false;
    await pass(2_000);
    failing = true;
    await pass(2_000);
    expect(hub.size).toBe(1);
    await pass(2_000);
    await open.ended;
    expect(open.heard.at(-1)).toBe('end "restart"');
  });

  test('ends all streams when an access check never answers', async () => {
    const { hub } = aHub({ stillAllowed: () => new Promise(() => undefined) });
    const open = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    await pass(6_000);
    await open.ended;
    expect(open.heard.at(-1)).toBe('end "restart"');
  });

  test('limits the streams of a person, ending their oldest, and of the whole shop', async () => {
    const { hub } = aHub({ perPerson: 2, inAll: 3 });
    const first = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    const second = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    const third = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    await pass(1);
    await first.ended;
    expect(first.heard.at(-1)).toBe('end "crowded"');
    listen(hub.open({ name: 'Bob' }, ['orders'], 0));
    expect(hub.open({ name: 'Cid' }, ['orders'], 0)).toBeNull();
    await second.leave();
    expect(hub.open({ name: 'Cid' }, ['orders'], 0)).not.toBeNull();
    await third.leave();
  });

  test('drops a reader that reads nothing, and sends a heartbeat to quiet streams', async () => {
    const { hub } = aHub();
    const quiet = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    const slow = hub.open({ name: 'Bob' }, ['orders'], 0);
    await pass(10_000);
    expect(hub.size).toBe(2);
    await pass(8_000);
    expect(hub.size).toBe(1);
    await expect(slow?.getReader().read()).rejects.toThrow('takes nothing');
    await pass(8_000);
    expect(quiet.heard).toEqual(['hello', 'beat']);
  });

  test('says goodbye when it closes, drops a stalled reader, and accepts no new stream', async () => {
    const { hub } = aHub();
    const open = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    hub.open({ name: 'Bob' }, ['orders'], 0);
    await pass(1);
    const closing = hub.close();
    await pass(1_100);
    await closing;
    await open.ended;
    expect(open.heard.at(-1)).toBe('end "restart"');
    expect(hub.open({ name: 'Ann' }, ['orders'], 0)).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('checks no access without listeners', async () => {
    const stillAllowed = vi.fn(async () => []);
    const { hub } = aHub({ stillAllowed });
    const open = listen(hub.open({ name: 'Ann' }, ['orders'], 0));
    await pass(1);
    await open.leave();
    await pass(10_000);
    expect(stillAllowed).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
