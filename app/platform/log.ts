/** The process's log: JSON lines on standard error, so that standard output is free for people. */
import pino from 'pino';
import { errorForLog, withoutPeople } from './error-for-log.ts';
import { noteFailure } from './failures.ts';
import { currentRequestId } from './request-id.ts';

const ERROR_LEVEL = pino.levels.values.error ?? 50;

/** Creates a log with this process's rules about its content. */
export function openLog(destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level: process.env.LOG_LEVEL || 'warn',
      mixin: () => {
        const request = currentRequestId();
        return request === null ? {} : { request };
      },
      // Logs an error under either name without the values the database was given.
      serializers: { err: errorForLog, error: errorForLog },
      hooks: {
        logMethod(given, write, level) {
          const [first, ...rest] = given as unknown[];
          const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
          const line = first instanceof Error ? { err: first } : first;
          // If this request fails, the Operations page says why.
          if (error !== undefined && level >= ERROR_LEVEL) noteFailure(currentRequestId(), error);
          // A line without its own message would get the error's, parameters included.
          if (error !== undefined && rest.length === 0) rest.push(errorForLog(error).message);
          write.apply(this, [line, ...rest].map(withoutPeopleIn) as never);
        },
      },
      // Values that identify a person or grant access never reach a log line.
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.licenseId',
          '*.birthDate',
          'headers.cookie',
          'headers.authorization',
        ],
        censor: '[removed]',
      },
    },
    destination,
  );
}

/** Cleans the texts of a line; the serializer handles errors. */
function withoutPeopleIn(part: unknown): unknown {
  if (typeof part === 'string') return withoutPeople(part);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutPeople(value) : value,
    ]),
  );
}

export const log = openLog(pino.destination({ dest: 2, sync: false }));
