/**
 * Hashes passwords, which is slow on purpose: in separate threads, one or two at a time, with a short queue and the
 * lowest claim on a core. Sign-ins wait, pages do not. Node's own asynchronous scrypt shares four threads with
 * compression and files, so that twenty sign-ins would delay every page being compressed.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
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

/**
 * Hashes of accounts that moved here from another system: bcrypt's, whose first 29 characters are version, cost and salt. A
 * cost above this is refused, or a hostile file would make each sign-in take minutes.
 */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/;
const SETTING_CHARACTERS = 29;

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
parentPort.on('message', ({ password, asTyped, bytes, tasks, bcryptAt }) =>
  parentPort.postMessage(tasks.map(({ salt, options, setting }) => setting === undefined
    ? scryptSync(password, salt, bytes, options)
    : Buffer.from(require(bcryptAt).hashSync(asTyped, setting)))));
`;

/** A thread has no folder of its own to find packages from. */
const bcryptAt = createRequire(import.meta.url).resolve('bcryptjs');

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

/** Whether this is a hash of another system that `comparePassword` reads. */
export const isForeignHash = (hash: string): boolean => BCRYPT.test(hash);

/** `rehashed`: the hash to store in place of a former one. */
type Compared = { isRight: boolean; rehashed: string | null };

/** Kinds of hashes that are replaced at a sign-in: 'scrypt' of the former cost, or bcrypt's by cost, as 'bcrypt 10'. */
export type FormerKind = string;

/** null for a hash of today's cost. */
export function formerKindOf(hash: string): FormerKind | null {
  if (hash.startsWith(CURRENT_HASH)) return null;
  return isForeignHash(hash) ? `bcrypt ${hash.slice(4, 6)}` : 'scrypt';
}

/**
 * Compares a password in the same time whether there is a hash or not, and of whichever kind it is.
 * @param hash null when the account has no password, or does not exist.
 * @param formers the former kinds that some account may still have: then everyone's sign-in computes one of each.
 * @throws HashingBusyError when too many are waiting.
 */
export async function comparePassword(
  hash: string | null,
  password: string,
  formers: ReadonlySet<FormerKind>,
): Promise<Compared> {
  const kind = hash === null ? null : formerKindOf(hash);
  const spare = randomBytes(16);
  const own = hash === null ? null : parsed(hash);
  const kinds = [...new Set(kind === null ? formers : [...formers, kind])].sort();
  const tasks = kinds.map((each) => (each === kind && own ? own : spareOf(each, spare)));
  const ofCurrent = own !== null && kind === null ? own : { salt: spare, cost: current };
  const [now, ...before] = await derive(password, [ofCurrent, ...tasks]);
  const given = kind === null ? now : before[kinds.indexOf(kind)];
  const isRight = own !== null && isSame(own.key, given);
  return { isRight, rehashed: isRight && kind !== null ? written(spare, now) : null };
}

/** The work of a hash of this kind, with a salt that belongs to no one. */
function spareOf(kind: FormerKind, salt: Buffer): Task {
  if (kind === 'scrypt') return { salt, cost: former };
  return { setting: `$2b$${kind.slice(-2)}$${salt.toString('hex').slice(0, 21)}u` };
}

/** How every hash of today's cost begins. */
export const CURRENT_HASH = `$scrypt$ln=${Math.log2(current.N)},r=${current.r},p=${current.p}$`;

type Stored = Task & { key: Buffer };

const written = (salt: Buffer, key: Buffer | undefined): string =>
  `${CURRENT_HASH}${salt.toString('base64')}$${key?.toString('base64')}`;

function parsed(hash: string): Stored {
  const [salt = '', key = ''] = hash.startsWith(CURRENT_HASH)
    ? hash.slice(CURRENT_HASH.length).split('$')
    : [];
  if (salt !== '')
    return { salt: Buffer.from(salt, 'base64'), cost: current, key: Buffer.from(key, 'base64') };
  if (isForeignHash(hash)) return { setting: hash.slice(0, SETTING_CHARACTERS), key: Buffer.from(hash) };
  const [formerSalt = '', formerKey = ''] = hash.split(':');
  return { salt: formerSalt, cost: former, key: Buffer.from(formerKey, 'hex') };
}

const isSame = (right: Buffer, given: Buffer | undefined): boolean =>
  given !== undefined && right.length === given.length && timingSafeEqual(right, given);

/** By scrypt, or by bcrypt with its version, cost and salt. */
type Task = { salt: Buffer | string; cost: Cost } | { setting: string };

function derive(password: string, tasks: readonly Task[]): Promise<Buffer[]> {
  const { limit, idle } = threads();
  if (limit.activeCount + limit.pendingCount >= AT_ONCE + MAXIMUM_WAITING) throw new HashingBusyError();
  return limit(() => inThread(idle, password, tasks));
}

async function inThread(idle: Threads['idle'], password: string, tasks: readonly Task[]): Promise<Buffer[]> {
  const thread = takeThread(idle);
  const done = new AbortController();
  try {
    const costly = tasks.map((task) =>
      'setting' in task
        ? task
        : { salt: task.salt, options: { ...task.cost, maxmem: 2 * 128 * task.cost.N * task.cost.r } },
    );
    // The other system hashed what was typed as it came.
    const words = { password: password.normalize('NFKC'), asTyped: password };
    thread.postMessage({ ...words, bytes: KEY_BYTES, tasks: costly, bcryptAt });
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
