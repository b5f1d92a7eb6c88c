import { describe, expect, test } from 'vitest';
import { cardText } from '#tests/support/id-cards.ts';
import { notAnIdMessage, readScannedCode, type ScannedCode } from './scanned-code.ts';

const read = (text: string) => readScannedCode(text, 'shop.example:3000');

describe('a scanned code', () => {
  test.each<[string, ScannedCode]>([
    [cardText(), { kind: 'id-card' }],
    [cardText().replaceAll('\n', '').toLowerCase(), { kind: 'id-card' }],
    ['AAMVA6360060101DL00290179DAAHALE,WREN', { kind: 'id-card' }],
    ['A1B2C3D4E5F6', { kind: 'pass', code: 'A1B2C3D4E5F6' }],
    [' a1b2-c3d4-e5f6\n', { kind: 'pass', code: 'A1B2C3D4E5F6' }],
    [
      '012345678905',
      { kind: 'product-code', gtin: '00012345678905', digits: '012345678905', pass: '012345678905' },
    ],
    // Twelve digits whose check digit is wrong can only be a pass.
    ['012345678904', { kind: 'pass', code: '012345678904' }],
    ['4006381333931', { kind: 'product-code', gtin: '04006381333931', digits: '4006381333931', pass: null }],
    ['96385074', { kind: 'product-code', gtin: '00000096385074', digits: '96385074', pass: null }],
    [
      '10012345678902',
      { kind: 'product-code', gtin: '10012345678902', digits: '10012345678902', pass: null },
    ],
    // The same number in a GS1 code, which has more.
    ...[']C1010001234567890510LOT-7', '0100012345678905', 'https://id.gs1.org/01/00012345678905'].map(
      (text): [string, ScannedCode] => [
        text,
        { kind: 'product-code', gtin: '00012345678905', digits: '012345678905', pass: null },
      ],
    ),
    // Digits with a dash are a batch number.
    ['0123-4565', { kind: 'label', text: '0123-4565' }],
    ['1A4FF0300000026000000123', { kind: 'package-tag', tag: '1A4FF0300000026000000123' }],
    ['1a4ff0300000026000000123', { kind: 'package-tag', tag: '1A4FF0300000026000000123' }],
    ['HTTPS://1A4.COM/10NOIEYKAJDG6CF0EXGJL', { kind: 'retail-item', id: '10NOIEYKAJDG6CF0EXGJL' }],
    ['https://1a4.com/q83vASNFZwAAAnGQ5QM', { kind: 'retail-item', id: 'q83vASNFZwAAAnGQ5QM' }],
    ['https://shop.example:3000/orders/ORD042', { kind: 'own-address', path: '/orders/ORD042' }],
    ['GH-2026-014', { kind: 'label', text: 'GH-2026-014' }],
    ['4006381333930', { kind: 'label', text: '4006381333930' }],
  ])('is read from %j', (text, code) => {
    expect(read(text)).toEqual(code);
  });

  test.each([
    ['https://1a4.com.evil.example/10NOIEYKAJDG6CF0EXGJL', '1a4.com.evil.example'],
    ['https://evil.example/1a4.com/10NOIEYKAJDG6CF0EXGJL', 'evil.example'],
    ['http://1a4.com/10NOIEYKAJDG6CF0EXGJL', '1a4.com'],
    ['https://d.1a4.com/10NOIEYKAJDG6CF0EXGJL', 'd.1a4.com'],
    ['https://1a4.com/x', '1a4.com'],
    ['https://1a4.com/a/10NOIEYKAJDG6CF0EXGJL', '1a4.com'],
    ['https://shop.example/orders/ORD042', 'shop.example'],
    ['https://shop.example:3000.evil.example/', null],
    ['https://shop.example:3000@evil.example/', null],
    ['https://1а4.com/10NOIEYKAJDG6CF0EXGJL', 'xn--14-7kc.com'],
  ])('of another host is named by its host: %s', (text, host) => {
    expect(read(text)).toEqual(host ? { kind: 'foreign-address', host } : { kind: 'unknown' });
  });

  test.each([
    '',
    ' ',
    '\n',
    'x',
    '<script>',
    'x'.repeat(61),
    'x'.repeat(1_000_000),
    '\u0000',
    'javascript:alert(1)',
  ])('is unknown: %#', (text) => {
    expect(read(text)).toEqual({ kind: 'unknown' });
  });

  test('in place of a license has a message that says what it is', () => {
    const said = ['A1B2C3D4E5F6', '4006381333931', 'https://shop.example:3000/', 'https://evil.example/', '']
      .map(read)
      .map((code) => notAnIdMessage(code as Exclude<ScannedCode, { kind: 'id-card' }>));
    expect(new Set(said).size).toBe(5);
    expect(said[3]).toContain('evil.example');
  });
});

test('what a scanner types of the kind of barcode is no part of the code', () => {
  const read = (text: string) => readScannedCode(text, 'shop.example');
  expect(read(']E04006381333931')).toEqual(read('4006381333931'));
  expect(read(']Q1https://shop.example/orders/ORD001')).toEqual({
    kind: 'own-address',
    path: '/orders/ORD001',
  });
  expect(read(']x').kind).toBe('unknown');
});
