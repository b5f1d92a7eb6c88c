import { describe, expect, test } from 'vitest';
import { changesBetween, maskPersonal } from './audit.ts';

describe('the audit log', () => {
  test('masks fields that identify a person at any depth, and no others', () => {
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

  test('masks every identifying field; empty values stay empty, values of up to five characters are fully masked', () => {
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

  test('lists which fields changed, and which were set, cleared or only stated', () => {
    expect(
      changesBetween(
        { status: 'pending', note: 'a', title: 'x', email: '' },
        { status: 'ready', note: 'a', title: null, email: 'b', lines: ['c'] },
      ),
    ).toEqual([
      { field: 'status', kind: 'changed', before: 'pending', after: 'ready' },
      { field: 'title', kind: 'cleared', before: 'x', after: null },
      { field: 'email', kind: 'set', before: '', after: 'b' },
      { field: 'lines', kind: 'stated', before: null, after: ['c'] },
    ]);
    expect(changesBetween({ title: 'x', done: true }, { title: 'x' })).toEqual([
      { field: 'done', kind: 'cleared', before: true, after: null },
    ]);
    expect(changesBetween(null, { status: 'pending', note: null })).toEqual([
      { field: 'status', kind: 'stated', before: null, after: 'pending' },
    ]);
    expect(changesBetween({ status: 'pending' }, null)).toEqual([
      { field: 'status', kind: 'stated', before: 'pending', after: null },
    ]);
    expect(changesBetween(null, null)).toEqual([]);
  });
});
