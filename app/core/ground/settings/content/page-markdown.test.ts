import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillPage } from './content.ts';
import { readInline, safeHref } from './inline-text.ts';
import { cleanSource, readMarkdown, writeMarkdown } from './page-markdown.ts';
import { shippedContent } from './shipped-content.ts';

const source = `## Hours

We open at ten.
On Sundays at eleven.

- Monday
- Tuesday,
  all day

1. Come in
2. Show your ID

### Parking

Behind the barn.

## Contact

Write **to us**.`;

test('headings, paragraphs, both kinds of lists and headings inside a part are read', () => {
  expect(readMarkdown(source)).toEqual({
    problems: [],
    sections: [
      {
        heading: 'Hours',
        blocks: [
          { kind: 'paragraph', text: 'We open at ten. On Sundays at eleven.' },
          { kind: 'list', ordered: false, items: ['Monday', 'Tuesday, all day'] },
          { kind: 'list', ordered: true, items: ['Come in', 'Show your ID'] },
          { kind: 'heading', text: 'Parking' },
          { kind: 'paragraph', text: 'Behind the barn.' },
        ],
      },
      { heading: 'Contact', blocks: [{ kind: 'paragraph', text: 'Write **to us**.' }] },
    ],
  });
});

test('shipped texts round-trip without differences or problems', () => {
  for (const { sections } of Object.values(shippedContent)) {
    const written = writeMarkdown(sections);
    const read = readMarkdown(written);
    expect(read.problems).toEqual([]);
    expect(writeMarkdown(read.sections)).toBe(written);
    expect(read.sections).toHaveLength(sections.length);
  }
});

/** Texts made of the characters that the parser treats specially. */
const pieces = fc.array(
  fc.constantFrom(
    '## ',
    '### ',
    '# ',
    '- ',
    '1. ',
    '* ',
    '**',
    '*',
    '[',
    '](',
    ')',
    '\\',
    '\n',
    '\n\n',
    ' ',
    'word',
    '<b>',
    '/x',
    '{phone}',
    '1',
    '.',
    '+ ',
    '\u202e',
  ),
  { maxLength: 60 },
);

test('any typed text round-trips after its first reading', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const { sections } = readMarkdown(parts.join(''));
      const written = writeMarkdown(sections);
      const again = readMarkdown(written).sections;
      expect(writeMarkdown(again)).toBe(written);
      const words = (read: typeof sections) => fillPage({ title: '', intro: '', sections: read }, {});
      expect(words(again)).toEqual(words(sections));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['words before a heading', 'Hello', 1, /Start with a heading/],
  ['a page title', '## A\n\nText\n\n# B', 5, /Start a part with ##/],
  ['HTML', '## A\n\nText <script>alert(1)</script>', 3, /HTML does not work/],
  ['HTML in a heading', '## A <img src=x>\n\nText', 1, /HTML does not work/],
  ['a script behind a link', '## A\n\n[x](javascript:alert)', 3, /cannot lead to “javascript:alert”/],
  ['two parts of one name', '## A\n\nText\n\n## a\n\nText', 5, /two parts called “a”/],
  ['a part without words', '## A\n\n## B\n\nText', 1, /nothing below “A”/],
])('%s is refused with its line', (_, text, line, message) => {
  expect(readMarkdown(text).problems).toEqual([{ line, message: expect.stringMatching(message) }]);
});

test('control characters and direction marks are removed', () => {
  expect(cleanSource('a\u0007b\u202ec\r\nd\te\u200f')).toBe('abc\nd e');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://user:pass@evil.example',
  'http://',
  'mailto:',
  'tel:call-me',
  'file:///etc/passwd',
  'ftp://x',
  'relative',
  '#here',
  '',
])('a link cannot lead to %j', (target) => {
  expect(safeHref(target)).toBeNull();
  const { pieces, refused } = readInline(`[x](${target})`);
  if (!/[()\s]/.test(target)) expect(refused).toEqual([target]);
  expect(pieces.every(({ href }) => href === undefined)).toBe(true);
});

test.each([
  ['https://oasas.ny.gov/hopeline?a=1#b', 'https://oasas.ny.gov/hopeline?a=1#b'],
  ['http://a.example', 'http://a.example/'],
  ['mailto:hello@farm.example', 'mailto:hello@farm.example'],
  ['tel:+1-607-555-0142', 'tel:+1-607-555-0142'],
  ['/products?category=edibles', '/products?category=edibles'],
  ['/', '/'],
])('a link may lead to %s', (target, href) => {
  expect(readInline(`see [it](${target})!`)).toEqual({
    pieces: [{ text: 'see ' }, { text: 'it', href }, { text: '!' }],
    refused: [],
  });
});

test('an unclosed or escaped mark is shown', () => {
  expect(readInline('2 * 3 **is *not* closed \\*here\\* [or](').pieces).toEqual([
    { text: '2 * 3 **is ' },
    { text: 'not', emphasis: true },
    { text: ' closed *here* [or](' },
  ]);
});

test('a megabyte of marks is read in linear time', () => {
  for (const text of ['*a ', '**a ', '[a', '[a](', '\\*', '- a\n', '## a\n', '*', '_<b>']) {
    const long = text.repeat(Math.floor(1_000_000 / text.length));
    const began = performance.now();
    readInline(long);
    readMarkdown(`## A\n${long}`);
    // In quadratic time it would take minutes; the code of the mutation run takes 6 s.
    expect(performance.now() - began, text).toBeLessThan(20_000);
  }
});
