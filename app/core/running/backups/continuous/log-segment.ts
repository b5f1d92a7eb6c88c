/**
 * The log of PostgreSQL (WAL) in segments of 16 MB: their names, which one follows, and the command that hands each
 * finished one over to the continuous backup.
 */

/** Bytes: PostgreSQL's default, which the bundled one keeps. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_OF_A_FILE = 256;
const segmentPattern = /^[0-9A-F]{24}$/;

/** Whether a name is a segment's; PostgreSQL also archives histories of timelines and labels of backups. */
export const isSegment = (name: string): boolean => segmentPattern.test(name);

/** '0000000100000000000000FF' → '000000010000000100000000' */
export function nextSegment(name: string): string {
  const timeline = name.slice(0, 8);
  const number =
    Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_OF_A_FILE + Number.parseInt(name.slice(16), 16) + 1;
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return timeline + hex(Math.floor(number / SEGMENTS_OF_A_FILE)) + hex(number % SEGMENTS_OF_A_FILE);
}

/**
 * The segments from `first` on without a gap: PostgreSQL would take a gap for the end of the log, and leave out what
 * follows it without a word. Empty when `first` is missing.
 */
export function unbroken(first: string, names: Iterable<string>): string[] {
  const known = new Set(names);
  const found: string[] = [];
  for (let name = first; known.has(name); name = nextSegment(name)) found.push(name);
  return found;
}

/** Where PostgreSQL puts finished segments, inside its own folder: that is the one place where it may write. */
export const OUTBOX = 'farmgate-outbox';
/** Where a restore puts segments for it. */
export const INBOX = 'farmgate-inbox';

/** 2 GB. Above it segments are given up: a full disk would close the shop. */
const MOST_WAITING = 128;
/** Seconds: what happened since the last segment is lost with the machine. */
const SEGMENT_SECONDS = 60;

/**
 * Settings of the bundled PostgreSQL that hand over its log. The command runs in its folder, with `%p` the segment and
 * `%f` its name. It never fails because of us: PostgreSQL would keep every segment until the disk is full.
 */
export const handOverLog: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: `${SEGMENT_SECONDS}s`,
  archive_command: [
    `mkdir -p ${OUTBOX}`,
    `if test $(ls ${OUTBOX} | wc -l) -lt ${MOST_WAITING}`,
    `then cp "%p" "${OUTBOX}/%f.part" && sync "${OUTBOX}/%f.part" && mv "${OUTBOX}/%f.part" "${OUTBOX}/%f"`,
    'fi',
  ].join('; '),
};
