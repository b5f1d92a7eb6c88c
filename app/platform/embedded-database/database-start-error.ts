import { statfsSync } from 'node:fs';

/** Bytes. PostgreSQL allocates its log in pieces of this size; with less space it can do nothing. */
const LEAST_ROOM = 16 * 1024 * 1024;

/**
 * The bundled database cannot run here. The message is one plain sentence for the person at the terminal and says what
 * to do; `cause` has the technical reason for the log.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** The error code of a failed system call (`ENOSPC`, `EROFS`, …), or an empty string. */
function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Describes a failed write, read or mkdir in the data folder in one sentence; returns other failures unchanged. */
export function asStorageProblem(error: unknown, dataFolder: string): unknown {
  const sentence = storageSentence(systemErrorCode(error), dataFolder);
  return sentence === null ? error : new DatabaseStartError(sentence, { cause: error });
}

/**
 * Describes any failure while filling the database in one sentence if the disk is full: PostgreSQL, its connections and
 * our own files each report that differently. Returns other failures unchanged.
 */
export function asFullDisk(error: unknown, dataFolder: string): unknown {
  try {
    const { bavail, bsize } = statfsSync(dataFolder);
    if (bavail * bsize >= LEAST_ROOM || error instanceof DatabaseStartError) return error;
  } catch {
    return error;
  }
  return new DatabaseStartError(storageSentence('ENOSPC', dataFolder) ?? '', { cause: error });
}

function storageSentence(code: string, dataFolder: string): string | null {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds the data folder ${dataFolder} is full: free some space there and start again.`;
    case 'EROFS':
      return `The data folder ${dataFolder} is on a read-only disk: make it writable, or start Farmgate from a folder that is.`;
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${dataFolder} may not be written by this user: give this user the folder, or start Farmgate as the user who owns it.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${dataFolder} is not a folder: move the file that is in its place and start again.`;
    case 'ENOENT':
      return `The data folder ${dataFolder} cannot be made: start Farmgate from a folder on an ordinary disk.`;
    default:
      return null;
  }
}

/** Translates PostgreSQL's last log lines for the person at the terminal. */
export function asPostgresProblem(lastWords: string, dataFolder: string): DatabaseStartError {
  const code = /no space left on device|disk quota exceeded/i.test(lastWords)
    ? 'ENOSPC'
    : /read-only file system/i.test(lastWords)
      ? 'EROFS'
      : /permission denied|invalid permissions|has wrong ownership/i.test(lastWords)
        ? 'EACCES'
        : '';
  const cause = new Error(lastWords.trim() || 'PostgreSQL ended without a word');
  const sentence = storageSentence(code, dataFolder);
  if (sentence !== null) return new DatabaseStartError(sentence, { cause });
  const fatal = lastWords.match(/(?:FATAL|PANIC|error):\s+(.+)/)?.[1] ?? cause.message.split('\n').at(-1);
  return new DatabaseStartError(
    `The bundled PostgreSQL could not start (“${fatal}”): read ${dataFolder}/postgres.log, or set DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  );
}
