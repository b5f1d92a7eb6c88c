/** What an error says about the database: which refusal it is, whether the connection is gone, whether to try later. */

/** The connection broke during COMMIT: what was done may stand or not. An idempotency key tells when asked again. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
  constructor(options: { cause: unknown }) {
    super('the connection to the database was lost during COMMIT', options);
  }
}

/** The error and whatever it was caused by: Drizzle and others put wrappers around what the database said. */
function* chainOf(error: unknown): Generator<Error> {
  const seen = new Set<unknown>();
  for (let link = error; link instanceof Error && !seen.has(link); link = link.cause) {
    seen.add(link);
    yield link;
  }
}

/** The SQLSTATE of an error, looking through the wrapper Drizzle puts around it. */
export function databaseErrorCode(error: unknown): string | null {
  for (const link of chainOf(error)) {
    if ('code' in link && typeof link.code === 'string' && isSqlState(link.code)) return link.code;
  }
  return null;
}

/** A row refers to another that is not there, as when an account was deleted while its request was under way. */
export const FOREIGN_KEY_VIOLATION = '23503';

/** The constraint or unique index that a write broke; null for other errors. */
export function databaseConstraint(error: unknown): string | null {
  for (const link of chainOf(error)) {
    if ('constraint' in link && typeof link.constraint === 'string') return link.constraint;
  }
  return null;
}

/** Five characters, at least one of them a digit: 'EPIPE' is none. */
const isSqlState = (code: string): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** SQLSTATEs of connections: shutting down, crashed beside us, idle in a transaction. */
const endsConnection = /^(?:08...|57P0[1-5]|25P0[34])$/;
/** With these PostgreSQL ends the connection, or does not begin one, whatever the reason. */
const lastWords = new Set(['FATAL', 'PANIC']);
/** Not now: too many connections, out of memory or disk, a lock or a statement that took too long, read-only. */
const notNow = /^(?:53...|57014|55P03|58030|25006)$/;

/** What `pg` says, in words alone, of a connection that is gone, cannot be had or does not answer. */
const lostWords =
  /^(?:Connection terminated|Connection ended unexpectedly|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;
const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether the connection over which this was asked is of no more use, or was never made. */
export function hasLostConnection(error: unknown): boolean {
  for (const link of chainOf(error)) {
    if (lostWords.test(link.message)) return true;
    if ('severity' in link && lastWords.has(String(link.severity))) return true;
    const { code, syscall } = link as NodeJS.ErrnoException;
    if (code === undefined) continue;
    // A socket file that is not there: PostgreSQL is not running. Any other missing file is none of ours.
    if (lostCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')) return true;
    if (isSqlState(code) && endsConnection.test(code)) return true;
  }
  return false;
}

/** Whether the database cannot answer just now, though nothing is wrong with what was asked: try again later. */
export function isDatabaseAway(error: unknown): boolean {
  if (hasLostConnection(error)) return true;
  for (const link of chainOf(error)) if (link instanceof OutcomeUnknown) return true;
  return notNow.test(databaseErrorCode(error) ?? '');
}

/** Rows that somebody else held for too long, or in a circle, however often it was tried: the database is well. */
export function isContended(error: unknown): boolean {
  return /^(?:55P03|40001|40P01)$/.test(databaseErrorCode(error) ?? '');
}

/** Whether PostgreSQL itself has said no, on a connection that goes on. */
export function isRefusedByServer(error: unknown): boolean {
  return databaseErrorCode(error) !== null && !hasLostConnection(error);
}
