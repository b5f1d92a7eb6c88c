/** docs/evidence/reliability.md: what the long tests saw last, written by `RECORD=yes npm run test:long`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const PAGE = join(import.meta.dirname, '../../docs/evidence/reliability.md');

/**
 * Prints what was seen. With RECORD=yes a test that passes also replaces the ‘What was seen’ cell that begins with `<!-- row -->`, and
 * adds the day (UTC) and the machine's load average of the last minute.
 *
 * @param isFull false where the run is of other sizes or parts than the row names: it is only printed.
 */
export function seen(row: string, what: string, isFull = true): void {
  console.info(`${row}: ${what}${isFull ? '' : ' (less or other than the row names: not recorded)'}`);
  if (process.env.RECORD !== 'yes' || !isFull) return;
  const day = new Date().toISOString().slice(0, 10);
  const text = `${what} (${day}, load ${(loadavg()[0] ?? 0).toFixed(1)})`;
  const write = () => writeFileSync(PAGE, withSeen(readFileSync(PAGE, 'utf8'), row, text));
  try {
    onTestFinished(({ task }) => {
      if (task.result?.state !== 'fail') write();
    });
  } catch {
    // Called after all tests of a file.
    write();
  }
}

/** The page with this text in the cell that begins with the row's comment. Throws if there is none. */
export function withSeen(page: string, row: string, text: string): string {
  // A bar after a backslash belongs to the cell.
  const cell = new RegExp(`(?<=\\| <!-- ${row} -->)(?:\\\\\\||[^|\\n])*(?=\\|)`);
  if (!cell.test(page))
    throw new Error(`docs/evidence/reliability.md has no row that is named <!-- ${row} -->.`);
  return page.replace(cell, () => ` ${text.replaceAll('|', '\\|')} `);
}

/** A whole number with commas, as in '1,234'. */
export const whole = (value: number) => Math.round(value).toLocaleString('en-US');
