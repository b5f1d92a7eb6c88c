import { expect, test } from 'vitest';
import { pdfText } from '#tests/support/pdf-text.ts';
import { drawLabelPages } from './draw-label-pages.ts';
import type { Label } from './label.ts';

const about = { title: 'Labels', author: 'Two Branches Farm', at: new Date(0) };
const label: Label = {
  head: { left: 'ORD042', right: 'Nov 27' },
  title: 'Kestrel Moon',
  lines: ['3.5 g · Batch KM-1'],
  small: ['Keep out of reach of children and pets.'],
  qr: 'https://shop.example/certificates/7',
};
const drawn = async (labels: Label[]) => {
  const pdf = Buffer.from(await drawLabelPages(about, labels));
  return { pages: pdfText(pdf).map((page) => page.join(' ')), text: pdf.toString('latin1') };
};

test('labels are pages of 4 by 2 inches, one for each label', async () => {
  const { pages, text } = await drawn([label, { ...label, title: 'Plover Dawn' }]);
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain('Plover Dawn');
  expect([...text.matchAll(/\/MediaBox \[([^\]]*)\]/g)].map(([, box]) => box)).toEqual([
    '0 0 288 144',
    '0 0 288 144',
  ]);
});

test('the longest label of a unit that the shipped warnings make fits one page', async () => {
  const small = [
    `${'For use only by persons 21 years of age and older. '.repeat(4)}Cannabis can impair concentration and coordination. Do not operate a vehicle or machinery under the influence of cannabis.`,
    'Poison Center 1-800-222-1222 · Two Branches Farm, New York cannabis license OCM-SAMPLE-000001',
  ];
  const lines = [
    '3.5 g · Batch BVK-2604 · Use by Oct 25, 2027',
    'THC 24.5% · CBD 0.1%',
    '857 mg THC per package',
  ];
  const { pages } = await drawn([
    {
      ...label,
      title: 'Beaverkill Whole Flower, Reserve',
      lines: [...lines, 'Counts as 3.5 g', 'Tag 1A4'],
      small,
    },
  ]);
  expect(pages).toHaveLength(1);
});

test('a long name ends after two lines, and small print that does not fit is on more labels, whole', async () => {
  const small = Array.from({ length: 9 }, (_, at) => `Warning ${at}. ${'Consume responsibly. '.repeat(8)}`);
  const { pages } = await drawn([{ ...label, title: 'Kestrel Moon Reserve '.repeat(20), small }]);
  expect(pages.length).toBeGreaterThan(1);
  const all = pages.join(' ');
  for (const at of small.keys()) expect(all).toContain(`Warning ${at}.`);
});

test('a label prints a name as it was entered, and a screen reader finds its title, lines and code', async () => {
  const { pages, text } = await drawn([{ ...label, title: 'Żółw 王小明', lines: ['Owen\nVan'] }]);
  expect(pages[0]).toContain('Żółw');
  expect(pages[0]).toContain('王小明');
  expect(pages[0]).toMatch(/Owen +Van/);
  expect(pages[0]).not.toContain('?');
  expect(
    [...text.matchAll(/\/S \/(\w+)/g)]
      .map(([, tag]) => tag)
      .sort()
      .join(' '),
  ).toBe('Document Figure H1 P P P P');
});
