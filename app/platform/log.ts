/** The process's log: JSON lines on standard error, so that standard output stays for people. */
import pino from 'pino';

export const log = pino(
  {
    level: process.env.LOG_LEVEL || 'warn',
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
  pino.destination({ dest: 2, sync: false }),
);
