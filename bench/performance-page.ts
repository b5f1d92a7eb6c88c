/**
 * docs/evidence/performance.md: what `--write` of `npm run bench`, `npm run bench:peers` and `node bench/counter-board.ts` measured
 * last, a section for each stage and size of the shop.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../docs/evidence/performance.md');

export type Section = {
  /** As on the command line: 'history', '1,000 products, 1,000,000 orders'. */
  stage: string;
  size: string;
  /** Day, processors, load: what a reader compares with (`seenNow`). */
  seen: string;
  /** A Markdown table. */
  table: string;
};

const INTRODUCTION = `# Performance, as measured

\`npm run bench -- --write\` writes this page, as do \`npm run bench:peers -- --write\` (peers) and \`node bench/counter-board.ts --write\` (board): each section is the last run of its stage at that size, and other sections stay as they are. [bench.md](bench.md) says how each row is measured and what it means. Values of a busy machine say less than ratios.
`;

/** When and where it was measured, as said at its end. @param others what else a reader must know: 'short rounds' */
export function seenNow(...others: readonly string[]): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = `load at the end ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return `${[day, `${cpus().length} processors`, load, ...others].join(', ')}.`;
}

/** Writes them to the page; its other sections stay. */
export function writeSections(sections: readonly Section[]): void {
  writeFileSync(PAGE, withSections(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', sections));
}

const headingOf = ({ stage, size }: Section) => `## ${stage}: ${size}`;

/** The page with these sections, new or in place of the ones with the same heading; sorted by heading. */
export function withSections(page: string, sections: readonly Section[]): string {
  const [, ...old] = page.split(/^(?=## )/m);
  const byHeading = new Map(old.map((text) => [text.split('\n')[0] ?? '', text.trim()]));
  for (const section of sections)
    byHeading.set(headingOf(section), `${headingOf(section)}\n\n${section.seen}\n\n${section.table}`);
  const sorted = [...byHeading].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return `${[INTRODUCTION.trim(), ...sorted].join('\n\n')}\n`;
}
