/**
 * Hashes passwords, which is slow on purpose: in separate threads, one or two at a time, with a short queue and the
 * lowest claim on a core. Sign-ins wait, pages do not. Node's own asynchronous scrypt shares four threads with
 * compression and files, so that twenty sign-ins would delay every page being compressed.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { singleton } from '../singleton.ts';

/**
 * Two, but one core is reserved for pages: if both cores of a small machine were hashing, every database response would
 * wait for a core. Each hash takes 32 MB.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Beyond this queue, people are asked to try again: they would wait for one and a half seconds or more. */
const MAXIMUM_WAITING = 20;
/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;

/** The parameters of every stored hash ('salt:key', both hex): OWASP's strength, with 16 MB doubled by r = 16. */
const scrypt = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const KEY_BYTES = 64;

/** Thrown instead of joining a long queue. Nothing has been computed. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError';
  constructor() {
    super('too many passwords are being hashed');
  }
}

/**
 * The code of the threads. On Linux a thread has its own priority: a third of a page's share when both want the same
 * core. Plain text, because the built server is a single file and has no other file to start a thread from.
 */
const threadSource = `
const { parentPort } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
try { if (process.platform === 'linux') require('node:os').setPriority(0, 5); } catch {}
parentPort.on('message', ({ password, salt, bytes, options }) =>
  parentPort.postMessage(scryptSync(password, salt, bytes, options)));
`;

type Threads = {
  limit: ReturnType<typeof pLimit>;
  idle: Map<Worker, NodeJS.Timeout>;
};

const opened = singleton<Threads>('password hashing');

function threads(): Threads {
  const known = opened.get();
  if (known) return known;
  const made: Threads = { limit: pLimit(AT_ONCE), idle: new Map() };
  opened.set(made);
  return made;
}

/**
 * Hashes a new password, as 'salt:key'.
 * @throws HashingBusyError when too many are waiting.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await derive(password, salt)).toString('hex')}`;
}

/**
 * Whether the password matches a hash.
 * @throws HashingBusyError when too many are waiting.
 */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const right = Buffer.from(key, 'hex');
  const given = await derive(password, salt);
  return right.length === given.length && timingSafeEqual(right, given);
}

function derive(password: string, salt: string): Promise<Buffer> {
  const { limit, idle } = threads();
  if (limit.activeCount + limit.pendingCount >= AT_ONCE + MAXIMUM_WAITING) throw new HashingBusyError();
  return limit(() => inThread(idle, password.normalize('NFKC'), salt));
}

async function inThread(idle: Threads['idle'], password: string, salt: string): Promise<Buffer> {
  const thread = takeThread(idle);
  const done = new AbortController();
  try {
    thread.postMessage({ password, salt, bytes: KEY_BYTES, options: scrypt });
    // A thread that breaks emits 'error', which rejects this too.
    const ended = once(thread, 'exit', { signal: done.signal }).then(() => {
      throw new Error('a hashing thread ended');
    });
    const answered = once(thread, 'message', { signal: done.signal });
    const [key] = (await Promise.race([answered, ended])) as [Uint8Array];
    giveBack(idle, thread);
    return Buffer.from(key);
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    done.abort();
  }
}

function takeThread(idle: Threads['idle']): Worker {
  for (const [thread, ending] of idle) {
    clearTimeout(ending);
    idle.delete(thread);
    thread.ref();
    return thread;
  }
  const thread = new Worker(threadSource, {
    eval: true,
    name: 'password hashing',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  const forget = () => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  };
  // A thread that breaks while idle is replaced when needed; without a listener it would end the process.
  thread.on('error', forget);
  thread.on('exit', forget);
  return thread;
}

/** An idle thread does not prevent the process from exiting; a busy one does, so that a script gets its hash. */
function giveBack(idle: Threads['idle'], thread: Worker): void {
  thread.unref();
  const end = () => {
    idle.delete(thread);
    void thread.terminate();
  };
  idle.set(thread, setTimeout(end, IDLE_MS).unref());
}
