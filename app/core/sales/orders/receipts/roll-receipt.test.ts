import { describe, expect, test } from 'vitest';
import { encodeRoll, plain } from '#core/sales/printing/encode-roll.ts';
import { markBitmap } from '#core/sales/printing/mark-bitmap.ts';
import { testLines, wrapped } from '#core/sales/printing/roll.ts';
import { aReceipt as receipt } from '#tests/support/a-receipt.ts';
import { readRoll } from '#tests/support/roll-reader.ts';
import type { Receipt } from './receipt.ts';
import { receiptLines } from './roll-receipt.ts';

const printed = (maker: 'star' | 'epson', width: 80 | 58, wanted: Partial<Receipt> = {}) =>
  readRoll(encodeRoll(receiptLines({ ...receipt, ...wanted }), maker, width), maker, width);

describe.each(['star', 'epson'] as const)('on paper of %s', (maker) => {
  test('a receipt of 80 mm has everything that the law and the letter paper want, in lines of 48 letters', () => {
    const paper = printed(maker, 80).filter((line) => !line.startsWith('<picture'));
    expect(paper.map((line) => line.trimStart())).toEqual([
      '**[[   Two Branches Farm]]**',
      'Two Branches Farm LLC',
      '118 Branch Road, Hancock, NY 13783',
      '(607) 555-0142',
      'New York State cannabis license',
      'OCM-SAMPLE-000000',
      '',
      '**[[     Receipt ORD042]]**',
      'Reserved Jun 5, 2026 10:00 AM',
      'Handed over Jun 6, 2026 2:05 PM',
      'Paid in cash',
      '-'.repeat(48),
      '2 x Kestrel Moon, hand-trimmed whole',
      'flower from the upper field               $90.00',
      '$45.00 each',
      'List price $55.00, discount $10.00 each',
      'Batch B-1',
      '-'.repeat(48),
      'Subtotal                                  $90.00',
      'State excise 9%                            $8.10',
      'Local excise 4%                            $3.60',
      '**Total                                    $101.70**',
      'Tax on discounted cannabis is owed on its list',
      'price.',
      'Cash rounding                             -$0.02',
      '**Paid in cash                             $101.68**',
      'Cash received                            $120.00',
      'Change                                    $18.32',
      'Refunded: 1                              -$45.02',
      'Cash rounding                             +$0.02',
      'Returned in cash                         -$45.00',
      '',
      '<qr ORD042>',
      '',
      'ORD042',
      '',
      'Keep out of reach of children and pets.',
      'Cannabis can be addictive.',
      '<cut>',
    ]);
  });

  test('on 58 mm every word of the wide paper is there, in lines of 32 letters', () => {
    const words = (width: 80 | 58) =>
      printed(maker, width)
        .filter((line) => !/^<picture|-{20}/.test(line))
        .flatMap((line) => line.replaceAll(/[[\]*]/g, '').split(/\s+/))
        .filter(Boolean);
    expect(words(58)).toEqual(words(80));
  });

  test('a name cannot command the printer: control letters are spaces', () => {
    const hostile = '\u001b@\u001dV\u0000Kick\u0007 \u001bp\u00002\u00c8 drawer\u009b\n$0.00';
    const paper = printed(maker, 80, { lines: receipt.lines.map((line) => ({ ...line, name: hostile })) });
    expect(paper.filter((line) => line === '<cut>')).toHaveLength(1);
    expect(paper.find((line) => line.includes('Kick'))).toContain('2 x @ V Kick');
  });

  test('the mark is drawn before the name, and a slip says that nothing was paid', () => {
    const paper = printed(maker, 80, {
      isPaid: false,
      completed: null,
      payment: 'To be paid in cash at pickup',
    });
    expect(paper[0]).toMatch(/^<picture 96x(?:96|24)>$/);
    expect(paper.join('\n')).toContain('Order slip ORD042');
    expect(paper.join('\n')).toContain('**This is not a receipt: nothing has been paid.**');
  });

  test('a test page shows both edges and accents', () => {
    const lines = testLines({ store: 'Two Branches Farm', printer: 'Register', at: 'Jun 5, 2026 10:00 AM' });
    const paper = readRoll(encodeRoll(lines, maker, 58), maker, 58);
    expect(paper).toContain('Left edge             Right edge');
    expect(paper).toContain('1 x Café crème, ½ oz      $12.34');
  });
});

test('letters that the code page lacks lose their accent or become a question mark', () => {
  expect(plain('Łódź Ħ “Moon” – 5 € ½ − × 🌿 漢')).toBe('Lódz ? “Moon” – 5 € ½ - x ? ?');
  expect(plain('e\u0301')).toBe('é');
});

test('a text breaks between words with its indent, and a long word is cut', () => {
  expect(wrapped('    one two three', 10)).toEqual(['    one', '    two', '    three']);
  expect(wrapped('abcdefghijkl mn', 5)).toEqual(['abcde', 'fghij', 'kl mn']);
  expect(wrapped('', 5)).toEqual(['']);
});

test('the mark is two branches that meet in one stem', () => {
  const dots = markBitmap(24).map((row) => row.map((dot) => (dot ? '#' : '.')).join(''));
  expect(dots).toHaveLength(24);
  expect(dots[3]).toMatch(/^\.*#+\.{8,}#+\.*$/);
  expect(dots[19]).toMatch(/^\.{9,}#{1,3}\.{9,}$/);
});
