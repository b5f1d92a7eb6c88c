/**
 * Shares one stream among all tabs of a browser. Over HTTP/1.1 a browser opens six connections per server: with one
 * stream per tab, the seventh tab would wait forever. The tab that holds the lock leads: it opens the stream for the
 * topics of all tabs and passes on what it receives. When it closes, the browser gives the lock to the next tab.
 *
 * `useLive` loads this once the page runs. Without the Web Locks API (pages without TLS) every tab polls for itself.
 */
import type { Topic } from '#kernel/topic.ts';
import { type Heard, LiveConnection } from './live-connection.ts';
import { onPageReturn } from './page-return.ts';

type Subscription = { topics: readonly Topic[]; since: number; hear: () => void };
type Want = { topics: readonly Topic[]; since: number };
type Message =
  | ({ kind: 'want'; tab: string } & Want)
  | { kind: 'who' }
  | { kind: 'heard'; heard: Heard }
  | { kind: 'covered' }
  | { kind: 'broken' };

const NAME = 'farmgate live';
/** Each tab holds a lock with this name plus its own, so that the leader sees which tabs are gone. */
const lockOf = (tab: string) => `${NAME} tab ${tab}`;
/** Combines the topics of a page that closes with those of the next page within this time. */
const SETTLE_MS = 100;

const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
const subscriptions = new Set<Subscription>();
const breakListeners = new Set<() => void>();
/** Everything announced until then has reached this tab. */
let coveredUntil = 0;
let leader: Leader | null = null;
let membership: { channel: BroadcastChannel; leave: AbortController } | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `hear` whenever one of the topics may have been announced, until the returned function is called.
 * @param since announcements after this moment may be missing in the page's data; ms since 1970.
 */
export function subscribe(topics: readonly Topic[], since: number, hear: () => void): () => void {
  const subscription = { topics, since, hear };
  subscriptions.add(subscription);
  settle();
  return () => {
    subscriptions.delete(subscription);
    settle();
  };
}

/** Calls `listener` whenever the stream ends or cannot be opened, until the returned function is called. */
export function onBreak(listener: () => void): () => void {
  breakListeners.add(listener);
  return () => breakListeners.delete(listener);
}

function sayBroken(): void {
  for (const listener of [...breakListeners]) listener();
}

/** After a short delay, updates the subscription to the topics that are wanted. */
function settle(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (subscriptions.size === 0) return leave();
    join();
    tellWants();
  }, SETTLE_MS);
}

function ownWant(): Want {
  const own = [...subscriptions];
  return {
    topics: [...new Set(own.flatMap(({ topics }) => topics))],
    since: Math.min(...own.map(({ since }) => Math.max(since, coveredUntil))),
  };
}

function tellWants(): void {
  const want = ownWant();
  membership?.channel.postMessage({ kind: 'want', tab, ...want } satisfies Message);
  leader?.take(tab, want);
}

function join(): void {
  if (membership) return;
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  membership = { channel, leave: leaving };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'want') leader?.take(data.tab, data);
    else if (data.kind === 'who') tellWants();
    else if (data.kind === 'heard') hear(data.heard);
    else if (data.kind === 'broken') sayBroken();
    else coveredUntil = Date.now();
  };
  // Pages without TLS have no locks.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) {
    lead(channel, false);
    return;
  }
  const { signal } = leaving;
  const held = () => new Promise<void>((free) => signal.addEventListener('abort', () => free()));
  const gone = () => undefined;
  locks.request(lockOf(tab), { signal }, held).catch(gone);
  locks
    .request(NAME, { signal }, () => {
      lead(channel, true);
      return held();
    })
    .catch(gone);
}

function leave(): void {
  if (!membership) return;
  membership.leave.abort();
  membership.channel.close();
  membership = null;
  leader?.stop();
  leader = null;
}

function lead(channel: BroadcastChannel, streams: boolean): void {
  leader = new Leader(channel, streams);
  if (streams) channel.postMessage({ kind: 'who' } satisfies Message);
  leader.take(tab, ownWant());
}

function hear(heard: Heard): void {
  coveredUntil = Date.now();
  for (const { topics, hear } of [...subscriptions]) {
    if (heard === 'everything' || topics.some((topic) => heard.includes(topic))) hear();
  }
}

/** What the leading tab does for the others. */
class Leader {
  readonly #wants = new Map<string, Want>();
  readonly #connection: LiveConnection;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(channel: BroadcastChannel, streams: boolean) {
    this.#connection = new LiveConnection({
      streams,
      hear: (heard) => {
        if (streams) channel.postMessage({ kind: 'heard', heard } satisfies Message);
        hear(heard);
      },
      covered: () => {
        if (streams) channel.postMessage({ kind: 'covered' } satisfies Message);
        coveredUntil = Date.now();
      },
      broken: () => {
        if (streams) channel.postMessage({ kind: 'broken' } satisfies Message);
        sayBroken();
      },
    });
  }

  take(from: string, want: Want): void {
    this.#wants.set(from, want);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#listen(), SETTLE_MS);
  }

  stop(): void {
    clearTimeout(this.#settling);
    this.#connection.close();
  }

  async #listen(): Promise<void> {
    await this.#forgetClosedTabs();
    if (leader !== this) return;
    const wants = [...this.#wants.values()];
    const topics = new Set(wants.flatMap((want) => want.topics));
    this.#connection.want(topics, Math.min(...wants.map(({ since }) => since)));
  }

  async #forgetClosedTabs(): Promise<void> {
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return;
    const { held = [] } = await locks.query();
    const names = new Set(held.map(({ name }) => name));
    for (const from of this.#wants.keys())
      if (from !== tab && !names.has(lockOf(from))) this.#wants.delete(from);
  }
}

// A page in the back/forward cache must not lead the others or hold the stream.
addEventListener('pagehide', () => leave());
onPageReturn(() => {
  if (subscriptions.size > 0) settle();
});
