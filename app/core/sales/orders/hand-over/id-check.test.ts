import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { handOverForm, refuseForm } from '#counter/hand-over/counter-forms.ts';
import { idKinds, idRefusals } from '#kernel/statuses.ts';
import {
  checkId,
  checkNote,
  type IdProblem,
  idKindLabel,
  idMessage,
  idProblemField,
  idRefusalLabel,
  type NameMatch,
  nameNotes,
  readNameMatch,
} from './id-check.ts';

const today = Temporal.PlainDate.from('2026-11-21');
const good = {
  idKind: 'passport',
  idIssuer: 'Canada',
  idExpiresOn: '2026-11-21',
  idBirthDate: '2005-11-21',
  nameMatches: true,
} as const;

const check = (changed: Partial<Parameters<typeof checkId>[0]>) => {
  const outcome = checkId({ ...good, ...changed }, today, 21, 'Wren Hale');
  return outcome.ok ? [] : outcome.problem.map(({ kind }) => kind);
};

describe('an ID at the counter', () => {
  test('is good on its last day and on the holder’s birthday, and only its outcome is stored', () => {
    expect(checkId(good, today, 21, 'Wren Hale')).toEqual({
      ok: true,
      value: { kind: 'passport', issuer: 'Canada', expiresOn: '2026-11-21' },
    });
  });

  test.each<[string, Partial<Parameters<typeof checkId>[0]>]>([
    ['id-missing', { idKind: undefined }],
    ['id-issuer-missing', { idIssuer: '' }],
    ['id-issuer-no-country', { idIssuer: 'New York' }],
    ['id-issuer-no-country', { idIssuer: 'ontario' }],
    ['id-issuer-no-country', { idIssuer: 'z' }],
    ['id-issuer-unknown', { idKind: 'driver_license', idIssuer: 'z' }],
    ['id-issuer-unknown', { idKind: 'state_id', idIssuer: 'Mexico' }],
    ['id-expiry-missing', { idExpiresOn: '' }],
    ['id-expiry-missing', { idExpiresOn: '2027-02-30' }],
    ['id-expired', { idExpiresOn: '2026-11-20' }],
    ['id-birth-date-missing', { idBirthDate: '1990-13-01' }],
    ['id-under-age', { idBirthDate: '2005-11-22' }],
    ['id-name-mismatch', { nameMatches: false }],
  ])('%s: %j', (kind, changed) => {
    expect(check(changed)).toEqual([kind]);
  });

  test('of the military belongs to the United States, and a country may share a state’s name', () => {
    const military = { ...good, idKind: 'military_id', idIssuer: 'New York' } as const;
    expect(checkId(military, today, 21, '')).toMatchObject({ value: { issuer: 'United States' } });
    expect(check({ idIssuer: 'Georgia' })).toEqual([]);
    expect(check({ idKind: 'driver_license', idIssuer: 'Georgia' })).toEqual([]);
  });

  test('has the issuer’s name as the list has it, however a page sent it', () => {
    expect(checkId({ ...good, idIssuer: 'canada' }, today, 21, '')).toMatchObject({
      value: { issuer: 'Canada' },
    });
  });

  test('is refused with every problem, in the order of the form', () => {
    expect(check({ idKind: undefined, nameMatches: false })).toEqual(['id-missing', 'id-name-mismatch']);
    expect(check({ idExpiresOn: '2020-01-01', idBirthDate: '2010-01-01' })).toEqual([
      'id-expired',
      'id-under-age',
    ]);
    const nothing = { idKind: undefined, idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
    expect(check(nothing)).toEqual([
      'id-missing',
      'id-issuer-missing',
      'id-expiry-missing',
      'id-birth-date-missing',
      'id-name-mismatch',
    ]);
  });

  test('may have another name than the order for a reason, which the record of the check has', () => {
    const said = ['form', 'changed', 'customer'].map(readNameMatch);
    expect(said.flatMap((nameMatches) => check({ nameMatches }))).toEqual([]);
    expect(said.map((nameMatches) => checkNote({ ...good, nameMatches }))).toEqual(Object.values(nameNotes));
    expect(['1', '', undefined, 'true', 'toString'].map(readNameMatch)).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect([true, false].map((nameMatches) => checkNote({ ...good, nameMatches }))).toEqual(['', '']);
  });

  test('that was scanned as a minor’s is refused whatever date is typed, and a corrected date is on record', () => {
    const scanned = {
      birthDate: '2010-05-14',
      name: { firstName: 'WREN', middleName: '', lastName: 'HALE' },
    };
    expect(check({ scanned })).toEqual(['id-under-age']);
    expect(check({ scanned: { ...scanned, birthDate: 'no date' } })).toEqual([]);
    const read = { ...scanned, birthDate: '2001-01-01' };
    expect(check({ scanned: read })).toEqual([]);
    const words = 'The birth date was typed: the barcode has another';
    expect(checkNote({ ...good, scanned: read })).toBe(words);
    expect(checkNote({ ...good, scanned: read, nameMatches: 'form' })).toBe(`${nameNotes.form}. ${words}`);
    expect(checkNote({ ...good, scanned: { ...read, birthDate: good.idBirthDate } })).toBe('');
  });

  test('that was scanned has the name that staff say it has, or another form of it', () => {
    const scanned = {
      birthDate: '1990-05-14',
      name: { firstName: 'WREN', middleName: '', lastName: 'HALE' },
    };
    const of = (nameMatches: NameMatch, name: string, customer: string) => {
      const outcome = checkId({ ...good, scanned, nameMatches }, today, 21, name, customer);
      return outcome.ok ? null : outcome.problem;
    };
    expect(of(true, 'Wren Hale', 'Alex Rivers')).toBeNull();
    expect(of('customer', 'Robin Vale', 'Wren Hale')).toBeNull();
    expect(of('form', 'Robin Vale', 'Alex Rivers')).toBeNull();
    expect(of('customer', 'Wren Hale', 'Alex Rivers')).toEqual([
      { kind: 'id-name-mismatch', name: 'Alex Rivers' },
    ]);
    expect(of(true, 'Robin Vale', 'Wren Hale')).toEqual([{ kind: 'id-name-mismatch', name: 'Robin Vale' }]);
  });

  test('has a field and its own message for every problem', () => {
    const kinds = Object.keys(idProblemField) as IdProblem['kind'][];
    const said = kinds.map((kind) => idMessage({ kind, minimum: 21, name: 'Wren Hale' } as IdProblem));
    expect(new Set(said).size).toBe(kinds.length);
    for (const message of said) expect(message).toMatch(/\w.+\.$/);
    expect(idMessage({ kind: 'id-under-age', minimum: 25 })).toContain('under 25');
    expect(idMessage({ kind: 'id-name-mismatch', name: 'Robin Hale' })).toContain('must be Robin Hale.');
    // The whole form's problem: another day needs another order.
    const fields = [...Object.keys(good), 'idNumber', ''];
    for (const kind of kinds) expect(fields).toContain(idProblemField[kind]);
  });

  test('has a label for every kind and refusal', () => {
    for (const kind of idKinds) expect(idKindLabel[kind]).toMatch(/\w/);
    for (const refusal of idRefusals) expect(idRefusalLabel[refusal]).toMatch(/\w/);
  });
});

describe('the form at the counter', () => {
  const typed = { version: '3', cashReceived: '60' };

  test('reads cash in cents and a ticked box, and omits empty fields', () => {
    expect(
      handOverForm.parse({ ...typed, nameMatches: '1', idKind: 'passport', idIssuer: ' Canada ' }),
    ).toEqual({
      version: 3,
      idKind: 'passport',
      idIssuer: 'Canada',
      idExpiresOn: '',
      idBirthDate: '',
      nameMatches: true,
      scanned: null,
      idNumber: '',
      cashReceived: 6000,
    });
    expect(handOverForm.parse({ ...typed, nameMatches: 'on' }).nameMatches).toBe(false);
    expect(handOverForm.parse(typed).nameMatches).toBe(false);
    expect(handOverForm.parse({ ...typed, cashReceived: ' 1234.56 ' }).cashReceived).toBe(123_456);
    // 19.99 is not 1998.9999999999998 cents.
    expect(handOverForm.parse({ ...typed, cashReceived: '19.99' }).cashReceived).toBe(1999);
  });

  test.each(['', '-5', '60.5', '60,00', '$$60', '1234567', '6e1', 'x60', '60x'])(
    'reads %j as no amount, so that the ID is still checked',
    (cashReceived) => {
      expect(handOverForm.parse({ ...typed, cashReceived }).cashReceived).toBeNull();
    },
  );

  test('refuses invalid versions and kinds', () => {
    for (const version of ['0', '-1', '1.5', 'x'])
      expect(handOverForm.safeParse({ ...typed, version }).success).toBe(false);
    expect(handOverForm.safeParse({ ...typed, idKind: 'library_card' }).success).toBe(false);
    expect(handOverForm.safeParse({ ...typed, idIssuer: 'x'.repeat(61) }).success).toBe(false);
    expect(handOverForm.safeParse({ ...typed, idIssuer: '\ud800' }).success).toBe(false);
  });

  test('requires a reason for a refusal, but no note', () => {
    expect(refuseForm.parse({ version: '1', refusal: 'mismatch' })).toEqual({
      version: 1,
      refusal: 'mismatch',
      note: '',
    });
    const outcome = refuseForm.safeParse({ version: '1', refusal: '' });
    expect(outcome.error?.issues[0]?.message).toBe('Choose a reason.');
    expect(refuseForm.safeParse({ version: '0', refusal: 'other' }).success).toBe(false);
    expect(refuseForm.safeParse({ version: '1', refusal: 'other', note: 'x'.repeat(501) }).success).toBe(
      false,
    );
  });
});
