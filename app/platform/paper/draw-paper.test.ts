import { expect, test } from 'vitest';
import { pdfText, pdfWords } from '#tests/support/pdf-text.ts';
import { drawPaper } from './draw-paper.ts';
import type { Cell, RowTag, Step } from './paper.ts';

const about = { title: 'Recall Żółć', author: 'Two Branches Farm', at: new Date(0) };
const row = (tag: RowTag, ...texts: string[]): Step => ({
  ...{ kind: 'row' as const, tag, gap: 4 },
  cells: texts.map((text): Cell => ({ text, width: 504 / texts.length })),
});
const drawn = async (...steps: Step[]) => Buffer.from(await drawPaper(about, steps, []));
/** The tags of a document in the order in which they were opened. */
const tagsOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag);

test('a paper prints names, and line breaks in a cell, as they were entered', async () => {
  const names = 'Żaneta Łódź-Ćwik 王小明';
  const pdf = await drawn(row('TR', names, 'owen.van@mail.example\n(607) 555-0100'));
  const words = pdfWords(pdf).replaceAll(/ (?=王)/g, '');
  expect(words).toContain('Żaneta Łódź-Ćwik');
  expect(words).toContain('王小明');
  expect(pdfText(pdf)[0]?.join('\n')).toContain('owen.van@mail.example \n(607) 555-0100');
  expect(words).not.toContain('?');
});

test('a paper has a language, a title, headings, paragraphs and tables whose rows have as many cells', async () => {
  const pdf = await drawn(
    ...[row('H1', 'Books'), row('P', 'A month.'), row('TH', 'Day', 'Person', 'Cash')],
    ...[row('TR', 'Nov 1', 'Ada', '$5.00'), row('TR', '', '', '$5.00')],
    {
      kind: 'row',
      tag: 'TR',
      gap: 4,
      cells: [
        { text: 'Total', width: 336 },
        { text: '$5.00', width: 168 },
      ],
    },
    row('H2', 'By person'),
    row('TR', 'Ada', '$5.00'),
  );
  const text = pdf.toString('latin1');
  expect(text).toMatch(/\/Lang \(en-US\)/);
  expect(text).toMatch(/\/MarkInfo/);
  expect(text).toMatch(/\/DisplayDocTitle true/);
  const tags = tagsOf(pdf);
  const count = (tag: string) => tags.filter((each) => each === tag).length;
  expect({ H1: count('H1'), H2: count('H2'), P: count('P'), Table: count('Table') }).toEqual({
    ...{ H1: 1, H2: 1, P: 1, Table: 2 },
  });
  // Four rows of three columns, and one of two whose first cell names it.
  expect({ TR: count('TR'), TH: count('TH'), TD: count('TD') }).toEqual({ TR: 5, TH: 4, TD: 10 });
  expect(text.match(/\/Scope \/Row/g)).toHaveLength(1);
});

test('a text longer than a page goes on to the next one, whole', async () => {
  const words = Array.from({ length: 1500 }, (_, at) => `word${at % 20}`).join(' ');
  const pdf = await drawn(row('P', words), row('P', 'The end.'));
  expect(pdfText(pdf).length).toBeGreaterThan(1);
  expect(pdfWords(pdf)).toBe(`${words} The end.`);
});
