/** Classifies database errors: which refusal it is, whether the connection is lost, whether to retry later. */

/**
 * The connection broke during COMMIT: the changes may or may not be saved. A retry with the same idempotency key finds
 * out.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
  constructor(options: { cause: unknown }) {
    super('the connection to the database was lost during COMMIT', options);
  }
}

/** The error and its chain of causes: Drizzle and other libraries wrap database errors. */
function* chainOf(error: unknown): Generator<Error> {
  const seen = new Set<unknown>();
  for (let link = error; link instanceof Error && !seen.has(link); link = link.cause) {
    seen.add(link);
    yield link;
  }
}

/** The SQLSTATE of an error, also inside Drizzle's wrapper. */
export function databaseErrorCode(error: unknown): string | null {
  for (const link of chainOf(error)) {
    if ('code' in link && typeof link.code === 'string' && isSqlState(link.code)) return link.code;
  }
  return null;
}

/** A row refers to another that does not exist, such as an account deleted during its own request. */
export const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether a prepared statement was planned before a migration changed the type of a column that it returns. It did
 * nothing, and fails forever on its connection; a new one plans it again.
 */
export function hasOutdatedPlan(error: unknown): boolean {
  for (const link of chainOf(error)) {
    // The code means only 'not supported', and the message depends on the server's language.
    if ('routine' in link && link.routine === 'RevalidateCachedQuery') return true;
  }
  return false;
}

/** The constraint or unique index that a write violated; null for other errors. */
export function databaseConstraint(error: unknown): string | null {
  for (const link of chainOf(error)) {
    if ('constraint' in link && typeof link.constraint === 'string') return link.constraint;
  }
  return null;
}

/** Five characters, at least one of them a digit, which excludes 'EPIPE'. */
const isSqlState = (code: string): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** SQLSTATEs that end the connection: shutdown, crash of another process, idle in a transaction. */
const endsConnection = /^(?:08...|57P0[1-5]|25P0[34])$/;
/** With these severities PostgreSQL closes or refuses the connection, whatever the code. */
const lastWords = new Set(['FATAL', 'PANIC']);
/** Temporary problems: too many connections, out of memory or disk, a lock or statement timeout, read-only mode. */
const notNow = /^(?:53...|57014|55P03|58030|25006)$/;

/** Errors of `pg` without a code: a connection that is lost, unavailable or silent. */
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

/** Whether the connection is unusable or was never made. */
export function hasLostConnection(error: unknown): boolean {
  for (const link of chainOf(error)) {
    if (lostWords.test(link.message)) return true;
    if ('severity' in link && lastWords.has(String(link.severity))) return true;
    const { code, syscall } = link as NodeJS.ErrnoException;
    if (code === undefined) continue;
    // A missing socket file means that PostgreSQL is not running. Other missing files have nothing to do with the
    // database.
    if (lostCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')) return true;
    if (isSqlState(code) && endsConnection.test(code)) return true;
  }
  return false;
}

/** Whether the database cannot answer right now, though the query is fine: retry later. */
export function isDatabaseAway(error: unknown): boolean {
  if (hasLostConnection(error)) return true;
  for (const link of chainOf(error)) if (link instanceof OutcomeUnknown) return true;
  return notNow.test(databaseErrorCode(error) ?? '');
}

/** Whether retries failed on row locks held too long or in a deadlock: the database itself is fine. */
export function isContended(error: unknown): boolean {
  return /^(?:55P03|40001|40P01)$/.test(databaseErrorCode(error) ?? '');
}

/** Whether PostgreSQL itself refused the query, on a connection that remains usable. */
export function isRefusedByServer(error: unknown): boolean {
  return databaseErrorCode(error) !== null && !hasLostConnection(error);
}
