/** docs/performance.md: what `npm run bench -- --write` measured last, a section for each stage and size of the shop. */

export type Section = {
  /** As on the command line: 'history', '1,000 products, 1,000,000 orders'. */
  stage: string;
  size: string;
  /** Day, processors, load: what a reader compares with. */
  seen: string;
  /** A Markdown table. */
  table: string;
};

const INTRODUCTION = `# Performance, as measured

\`npm run bench -- --write\` writes this page: each section is the last run of its stage at that size, and other sections stay as they are. [bench.md](bench.md) says how each row is measured and what it means. Values of a busy machine say less than ratios.
`;

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
