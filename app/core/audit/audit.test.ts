import { describe, expect, test } from 'vitest';
import { auditField, auditText, auditWords, changesBetween, labelsOf, maskPersonal } from './audit.ts';

describe('the audit log', () => {
  test('masks what identifies a person, however deep it lies, and leaves the rest', () => {
    expect(
      maskPersonal({
        phone: '(607) 555-0142',
        fullName: 'Ana',
        email: null,
        status: 'ready',
        lines: [{ product: 'Kestrel', address: '12 Branch Road' }],
        nested: { birthDate: '1990-02-03', quantity: 2 },
      }),
    ).toEqual({
      phone: '•••42',
      fullName: '•••',
      email: null,
      status: 'ready',
      lines: [{ product: 'Kestrel', address: '•••ad' }],
      nested: { birthDate: '•••03', quantity: 2 },
    });
  });

  test('masks every field that identifies, and nothing else; empty stays empty, five signs vanish', () => {
    const fields = ['phone', 'address', 'birthDate', 'licenseId', 'fullName', 'email', 'zipcode'];
    const of = (value: string) => Object.fromEntries(fields.map((field) => [field, value]));
    expect(maskPersonal(of('abcdef'))).toEqual(of('•••ef'));
    expect(maskPersonal(of('abcde'))).toEqual(of('•••'));
    expect(maskPersonal(of(''))).toEqual(of(''));
    expect(maskPersonal({ note: 'abcdef', at: null, list: [null, 1] })).toEqual({
      note: 'abcdef',
      at: null,
      list: [null, 1],
    });
  });

  test('says which fields differ, what came and what went', () => {
    expect(
      changesBetween({ status: 'pending', note: 'a', gone: 1 }, { status: 'ready', note: 'a', added: [1] }),
    ).toEqual([
      { field: 'status', before: 'pending', after: 'ready' },
      { field: 'added', before: null, after: [1] },
      { field: 'gone', before: 1, after: null },
    ]);
    expect(changesBetween(null, { status: 'pending' })).toEqual([
      { field: 'status', before: null, after: 'pending' },
    ]);
    expect(changesBetween({ status: 'pending' }, null)).toHaveLength(1);
    expect(changesBetween(null, null)).toEqual([]);
  });

  test('is read in words', () => {
    expect(auditWords('pickupStartsAt')).toBe('Pickup starts at');
    expect(auditWords('order.status-changed')).toBe('Order status changed');
    expect(auditText(null)).toBe('none');
    expect(auditText('')).toBe('none');
    expect(auditText(true)).toBe('yes');
    expect(auditText(false)).toBe('no');
    expect(auditText(0)).toBe('0');
    expect(auditText([{ unitPrice: 5 }, 'two'])).toBe('Unit price: $0.05, two');
    expect(auditText(123456, 'retailPrice')).toBe('$1,234.56');
    expect(auditText(3, 'quantity')).toBe('3');
    expect(auditText('pay_on_pickup', 'paymentStatus')).toBe('pay on pickup');
    expect(auditText({ a: 1, b: 'x' })).toBe('A: 1; B: x');
    expect(auditWords(' trimmed_')).toBe('Trimmed');
  });

  test('says stored values and fields with the words of the screens', () => {
    const labels = {
      order: { status: { pending: 'Reserved' } },
      orders: { status: { pending: 'Reserved' } },
    };
    const words = labelsOf(labels, { subject: 'order', subjectId: '1' });
    expect(auditText('pending', 'status', words)).toBe('Reserved');
    expect(auditText('pending', 'note', words)).toBe('pending');
    expect(auditText('constructor', 'status', words)).toBe('constructor');
    const exported = labelsOf(labels, { subject: 'store', subjectId: 'orders' });
    expect(auditText({ status: 'pending' }, 'filters', exported)).toBe('Status: Reserved');
    expect(labelsOf(labels, { subject: 'lot', subjectId: '1' })).toEqual({});
    expect(auditField('change')).toBe('Change given');
    expect(auditField('totalInCents')).toBe('Total');
    expect(auditText(4256, 'totalInCents')).toBe('$42.56');
    expect(auditField('retailPrice')).toBe('Retail price');
  });
});
