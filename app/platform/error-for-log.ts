/**
 * Formats errors for the log. A database error about a refused statement repeats the row: names, phone numbers, birth
 * dates; so for such an error, only the parts that we wrote are logged.
 */

/** Fields of a PostgreSQL error that name parts of the schema or the program, never a value. */
const harmless = [
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
];
/** Fields of a system error: which call, on what. */
const ofSystem = ['errno', 'code', 'syscall', 'address', 'port'];

/**
 * SQLSTATE classes whose message is about the connection, the schema or the server; other messages may repeat a value.
 */
const harmlessMessage = /^(?:08|25|28|3D|40|42|53|55|57|58)/;

const LONGEST_CHAIN = 5;
const LONGEST_MESSAGE = 2000;

export type ErrorForLog = { type: string; message: string; stack?: string; [field: string]: unknown };

type ErrorLike = {
  message: string;
  name?: unknown;
  stack?: unknown;
  cause?: unknown;
  [field: string]: unknown;
};

/** An error as one object for a log line, without any value that came from a person. */
export function errorForLog(thrown: unknown, depth = 0): ErrorForLog {
  if (typeof thrown === 'string') return { type: 'string', message: withoutParameters(thrown) };
  if (!isErrorLike(thrown)) return { type: typeof thrown, message: 'something that is no error was thrown' };
  const kept: ErrorForLog = {
    type: thrown.constructor?.name ?? 'Error',
    message: messageOf(thrown),
    stack: framesOf(thrown.stack),
  };
  for (const name of isFromServer(thrown) ? ['code', ...harmless] : ofSystem) {
    const value = thrown[name];
    if (typeof value === 'string' || typeof value === 'number') kept[name] = value;
  }
  if (thrown.cause !== undefined && depth < LONGEST_CHAIN) kept.cause = errorForLog(thrown.cause, depth + 1);
  return kept;
}

/** Errors, and the plain objects that the job queue copies them into. */
const isErrorLike = (thrown: unknown): thrown is ErrorLike =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string';

/** An error that PostgreSQL sent. */
const isFromServer = (error: ErrorLike): boolean =>
  'severity' in error && typeof error.code === 'string' && error.code.length === 5;

function messageOf(error: ErrorLike): string {
  return isFromServer(error) && !harmlessMessage.test(String(error.code))
    ? `the database refused (SQLSTATE ${error.code})`
    : withoutParameters(error.message);
}

/** Removes the parameter values that Drizzle appends to the statement. */
function withoutParameters(message: string): string {
  const at = message.search(/\n\s*params:/);
  return withoutPeople(message.slice(0, at === -1 ? LONGEST_MESSAGE : Math.min(at, LONGEST_MESSAGE)));
}

/** Removes email addresses, link tokens and phone numbers: responses of mail servers and gateways often repeat them. */
export function withoutPeople(text: string): string {
  return (
    text
      // Bounded, because a long text without any address would be tried from each of its characters to its end.
      .replaceAll(/[^\s<>"'(),;:=]{1,128}@[^\s<>"'(),;:]+/g, '[address]')
      .replaceAll(/\btoken=[^\s&"'<>]+/g, 'token=[removed]')
      .replaceAll(/\+\d{8,15}\b/g, '[number]')
  );
}

/** The stack without its first lines, which repeat the message. */
function framesOf(stack: unknown): string {
  const lines = typeof stack === 'string' ? stack : '';
  const at = lines.search(/\n\s+at /);
  return at === -1 ? '' : lines.slice(at + 1);
}
