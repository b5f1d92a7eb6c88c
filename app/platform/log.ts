/** The process's log: JSON lines on standard error, so that standard output stays for people. */
import pino from 'pino';
import { errorForLog, withoutPeople } from './error-for-log.ts';

/** A log with this process's rules about what may stand in it. */
export function openLog(destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level: process.env.LOG_LEVEL || 'warn',
      // An error under either name is written without what the database was given.
      serializers: { err: errorForLog, error: errorForLog },
      hooks: {
        logMethod(given, write) {
          const [first, ...rest] = given as unknown[];
          const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
          const line = first instanceof Error ? { err: first } : first;
          // A line without words of its own would be given the error's, parameters and all.
          if (error !== undefined && rest.length === 0) rest.push(errorForLog(error).message);
          write.apply(this, [line, ...rest].map(withoutPeopleIn) as never);
        },
      },
      // What would identify a person or open a door never reaches a log line.
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

/** Texts of a line; errors are written by their serializer. */
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
