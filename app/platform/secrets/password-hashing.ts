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
 * wait for a core. Each hash takes 16 MB.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Beyond this queue, people are asked to try again: they would wait for three seconds or more. */
const MAXIMUM_WAITING = 20;
/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;

type Cost = { N: number; r: number; p: number };

/** Of new hashes, which name it: one of OWASP's equal choices (decision 73). */
const current: Cost = { N: 2 ** 14, r: 8, p: 5 };
/** Of hashes written as 'salt:key', both hex. */
const former: Cost = { N: 2 ** 14, r: 16, p: 1 };
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
parentPort.on('message', ({ password, bytes, tasks }) =>
  parentPort.postMessage(tasks.map(({ salt, options }) => scryptSync(password, salt, bytes, options))));
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
 * Hashes a new password.
 * @throws HashingBusyError when too many are waiting.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const [key] = await derive(password, [{ salt, cost: current }]);
  return written(salt, key);
}

/**
 * Whether the password matches a hash.
 * @throws HashingBusyError when too many are waiting.
 */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const stored = parsed(hash);
  const [given] = await derive(password, [stored]);
  return isSame(stored.key, given);
}

/** `rehashed`: the hash to store in place of a former one. */
type Compared = { isRight: boolean; rehashed: string | null };

/**
 * Compares a password in the same time whether there is a hash or not, and of whichever cost it is.
 * @param hash null when the account has no password, or does not exist.
 * @param formerToo whether some account may still have a former hash: then everyone's sign-in computes one of each.
 * @throws HashingBusyError when too many are waiting.
 */
export async function comparePassword(
  hash: string | null,
  password: string,
  { formerToo }: { formerToo: boolean },
): Promise<Compared> {
  const stored = hash === null ? null : parsed(hash);
  const isFormer = stored !== null && stored.cost === former;
  const spare = randomBytes(16);
  const ofCurrent = stored !== null && !isFormer ? stored : { salt: spare, cost: current };
  const ofFormer = isFormer ? stored : { salt: spare, cost: former };
  const [now, before] = await derive(password, formerToo || isFormer ? [ofCurrent, ofFormer] : [ofCurrent]);
  const isRight = stored !== null && isSame(stored.key, isFormer ? before : now);
  return { isRight, rehashed: isRight && isFormer ? written(spare, now) : null };
}

/** How every hash of today's cost begins. */
export const CURRENT_HASH = `$scrypt$ln=${Math.log2(current.N)},r=${current.r},p=${current.p}$`;

type Stored = { salt: Buffer | string; cost: Cost; key: Buffer };

const written = (salt: Buffer, key: Buffer | undefined): string =>
  `${CURRENT_HASH}${salt.toString('base64')}$${key?.toString('base64')}`;

function parsed(hash: string): Stored {
  const [salt = '', key = ''] = hash.startsWith(CURRENT_HASH)
    ? hash.slice(CURRENT_HASH.length).split('$')
    : [];
  if (salt !== '')
    return { salt: Buffer.from(salt, 'base64'), cost: current, key: Buffer.from(key, 'base64') };
  const [formerSalt = '', formerKey = ''] = hash.split(':');
  return { salt: formerSalt, cost: former, key: Buffer.from(formerKey, 'hex') };
}

const isSame = (right: Buffer, given: Buffer | undefined): boolean =>
  given !== undefined && right.length === given.length && timingSafeEqual(right, given);

type Task = Pick<Stored, 'salt' | 'cost'>;

function derive(password: string, tasks: readonly Task[]): Promise<Buffer[]> {
  const { limit, idle } = threads();
  if (limit.activeCount + limit.pendingCount >= AT_ONCE + MAXIMUM_WAITING) throw new HashingBusyError();
  return limit(() => inThread(idle, password.normalize('NFKC'), tasks));
}

async function inThread(idle: Threads['idle'], password: string, tasks: readonly Task[]): Promise<Buffer[]> {
  const thread = takeThread(idle);
  const done = new AbortController();
  try {
    const costly = tasks.map(({ salt, cost }) => ({
      salt,
      options: { ...cost, maxmem: 2 * 128 * cost.N * cost.r },
    }));
    thread.postMessage({ password, bytes: KEY_BYTES, tasks: costly });
    // A thread that breaks emits 'error', which rejects this too.
    const ended = once(thread, 'exit', { signal: done.signal }).then(() => {
      throw new Error('a hashing thread ended');
    });
    const answered = once(thread, 'message', { signal: done.signal });
    const [keys] = (await Promise.race([answered, ended])) as [Uint8Array[]];
    giveBack(idle, thread);
    return keys.map((key) => Buffer.from(key));
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
