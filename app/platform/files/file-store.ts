/** Defines file storage: files by key. Keys are ours, never text from a client. */

export type StoredFile = { body: ReadableStream<Uint8Array>; size: number };

export type ListedFile = { key: string; modifiedAt: Date };

export type FileStore = {
  /** Where the files are, for people; not secret. */
  readonly place?: string;
  /** Writes the file completely or not at all; overwrites an existing one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null if the file does not exist. */
  get(key: string): Promise<StoredFile | null>;
  /** When the file was last written; null if it does not exist. */
  modifiedAt(key: string): Promise<Date | null>;
  /** The files whose key starts with `prefix`, which ends in '/'; several hundred at a time, never all in memory. */
  list(prefix: string): AsyncIterable<readonly ListedFile[]>;
  /** Deletes the file; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Deletes folders without a file, of those at the top that `isOurs` names; a bucket has none. Never fails. */
  removeEmptyFolders?(isOurs: (name: string) => boolean): Promise<void>;
};

/** Keys are path segments of letters, digits, '-', '_' and '.', none starting with a dot. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether `key` is a valid file name; an invalid key is treated like a file that does not exist. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && keyPattern.test(key);
}

/** A bucket that sends more than a store of ours can have: broken, hostile, or no store at all. */
export class EndlessAnswer extends Error {
  override name = 'EndlessAnswer';

  readonly what: 'bytes' | 'files' | 'time';

  /** @param what has no end */
  constructor(what: EndlessAnswer['what']) {
    super(`the bucket answered without end (${what})`);
    this.what = what;
  }
}

/** What a bucket answers when it does not do what was asked. */
export class BucketRefusal extends Error {
  readonly status: number;

  /** @param code the store's own name of the refusal, such as NoSuchKey; '' for an answer without one */
  constructor(status: number, code: string) {
    super(`the bucket answered ${status}${code && ` ${code}`}`);
    this.name = code || 'BucketRefusal';
    this.status = status;
  }
}

/** Whether a bucket, not the shop, is at fault. */
export const isOfBucket = (error: unknown): error is BucketRefusal | EndlessAnswer =>
  error instanceof BucketRefusal || error instanceof EndlessAnswer;
