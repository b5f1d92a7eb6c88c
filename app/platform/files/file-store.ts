/** What file storage is: files by key. Keys are ours, never a client's text. */

export type StoredFile = { body: ReadableStream<Uint8Array>; size: number };

export type ListedFile = { key: string; modifiedAt: Date };

export type FileStore = {
  /** Where files are, for people; nothing secret. */
  readonly place?: string;
  /** Writes whole or not at all; overwrites. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null when there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** When it was written last; null when there is no such file. */
  modifiedAt(key: string): Promise<Date | null>;
  /** The files whose key begins with `prefix`, which ends in '/'; some hundred at a time, never all in memory. */
  list(prefix: string): AsyncIterable<readonly ListedFile[]>;
  /** Gone afterwards, whether or not it was there. */
  remove(key: string): Promise<void>;
};

/** Keys are path segments of letters, digits, '-', '_' and '.', none beginning with a dot. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether `key` can name a file at all; anything else is answered like a file that does not exist. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && keyPattern.test(key);
}
