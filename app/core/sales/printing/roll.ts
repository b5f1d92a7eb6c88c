/** What a roll of paper says, how its lines break, and a test page. Pure. */
import type { Label } from '#platform/paper/label.ts';
import type { RollLine } from '#platform/paper/roll.ts';

/** Letters of a line, by the width of the paper in millimeters (12 dots each, 8 dots a millimeter). */
export const LETTERS: Readonly<Record<number, number>> = { 80: 48, 58: 32 };

export const center = (text: string, look: { strong?: boolean; large?: boolean } = {}): RollLine => ({
  kind: 'text',
  text,
  align: 'center',
  ...look,
});
export const pair = (text: string, amount: string, strong = false): RollLine => ({
  kind: 'pair',
  text,
  amount,
  ...(strong ? { strong } : {}),
});
export const say = (text: string, strong = false): RollLine => ({
  kind: 'text',
  text,
  ...(strong ? { strong } : {}),
});
export const RULE: RollLine = { kind: 'rule' };
export const SPACE: RollLine = { kind: 'space' };

/** `at`: when it was asked for, in words. */
type Test = { store: string; printer: string; at: string };

export const testLabel = ({ store, printer, at }: Test): Label => ({
  head: { left: store, right: at },
  title: 'Test label',
  lines: [`Printer: ${printer}`, 'If you can read this, labels will print.'],
  small: ['The smallest print of a label. Its four edges and its code must be on it.'],
  qr: 'TEST',
});

export function testLines({ store, printer, at }: Test): RollLine[] {
  return [
    { kind: 'mark' },
    center(store, { strong: true, large: true }),
    center('Test page', { strong: true }),
    SPACE,
    say(`Printer: ${printer}`),
    say(at),
    RULE,
    pair('Left edge', 'Right edge'),
    pair('1 x Café crème, ½ oz', '$12.34'),
    RULE,
    center('If you can read this, receipts will print.'),
    { kind: 'qr', text: 'TEST' },
  ];
}

/** The lines of a text: broken between words, and within a word that is longer than a line. @param letters of a line */
export function wrapped(text: string, letters: number): string[] {
  const indent = /^ */.exec(text)?.[0].slice(0, letters - 1) ?? '';
  const lines: string[] = [];
  let line = '';
  for (let word of text.trim().split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > letters) {
      lines.push(indent + line);
      line = '';
    }
    while (indent.length + word.length > letters) {
      if (line !== '') throw new Error('a line was not ended');
      lines.push(indent + word.slice(0, letters - indent.length));
      word = word.slice(letters - indent.length);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '' || lines.length === 0) lines.push(indent + line);
  return lines;
}
