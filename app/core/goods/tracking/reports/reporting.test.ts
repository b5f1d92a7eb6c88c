/** From which day the shop reports, and which of the state's reasons are proposed. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { stateReasons } from '#kernel/statuses.ts';
import { checkDay, checkReasons, proposeReasons, reportingMessage } from './reporting.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const today = day('2026-11-03');
const named = (...names: string[]) => names.map((name) => ({ name, requiresNote: false }));

describe('the first day', () => {
  test.each([
    ['2026-11-03', true],
    ['2026-10-31', true],
    ['2026-10-30', false],
    ['2026-11-04', false],
  ])('%s is taken: %s', (text, isTaken) => expect(checkDay(day(text), today).ok).toBe(isTaken));

  test('too long ago says what is for a person', () => {
    const checked = checkDay(day('2026-10-01'), today);
    if (checked.ok) throw new Error('it was taken');
    expect(reportingMessage(checked.problem)).toBe(
      'Choose Oct 31, 2026 or a later day. What happened before is entered in Metrc by a person: records are due within 72 hours.',
    );
    expect(checkDay(null, today)).toEqual({ ok: false, problem: { kind: 'day-missing' } });
  });
});

describe('the reasons', () => {
  test('that are clear are proposed, the others stay open', () => {
    const nine = named(
      ...['Damage', 'Entry Error', 'In-House Quality Control', 'Public Safety Recall', 'Scale Variance'],
      ...['Spoilage', 'Theft', 'Trade Sample', 'Waste'],
    );
    expect(proposeReasons(nine)).toEqual({
      count: 'Scale Variance',
      damaged: 'Damage',
      sample: 'Trade Sample',
      theft: 'Theft',
      correction: 'Entry Error',
      'waste-damaged': 'Damage',
      'waste-expired': 'Spoilage',
      'waste-failed-test': 'Waste',
      'waste-contaminated': 'Waste',
      'waste-returned': 'Waste',
      'waste-recalled': 'Public Safety Recall',
      'waste-other': 'Waste',
    });
  });

  test('that fit twice are not guessed', () => {
    const proposed = proposeReasons(
      named('Inventory Count', 'Count Correction', 'Waste (Spoiled)', 'Waste (Other)'),
    );
    expect(proposed.count).toBeUndefined();
    expect(proposed['waste-other']).toBeUndefined();
    expect(proposed.theft).toBeUndefined();
    expect(proposeReasons([])).toEqual({});
  });

  test('are complete, and each is one that the state has now', () => {
    const theirs = [{ name: 'Waste', requiresNote: true }];
    const all = Object.fromEntries(stateReasons.map((reason) => [reason, 'Waste']));
    expect(checkReasons(all, theirs)).toMatchObject({ ok: true, value: { theft: theirs[0] } });
    expect(checkReasons({ ...all, count: 'Gone', theft: undefined }, theirs)).toEqual({
      ok: false,
      problem: { kind: 'reasons-missing', reasons: ['count', 'theft'] },
    });
    expect(reportingMessage({ kind: 'reasons-missing', reasons: ['count', 'waste-expired'] })).toBe(
      'Choose Metrc’s reason for: Count; Waste: expired.',
    );
  });
});
