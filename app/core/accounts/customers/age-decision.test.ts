import { describe, expect, test } from 'vitest';
import { ageRejections } from '#kernel/statuses.ts';
import { parseDate } from '#kernel/time.ts';
import {
  ageDecisionMessage,
  checkApproval,
  decidedMessage,
  decisionOf,
  rejectionWords,
  storedDecision,
} from './age-decision.ts';
import { changeDecisionForm, decideForm } from './age-decision-form.ts';
import { masked, maskedLicense } from './reveal.ts';

const userId = '0190a6c0-1234-7abc-8def-0123456789ab';

describe('an age decision', () => {
  test('is stored in the values of the specification, and read back', () => {
    for (const decision of ['approved', 'rejected', 'undecided'] as const)
      expect(decisionOf(storedDecision(decision))).toBe(decision);
    expect([storedDecision('approved'), storedDecision('rejected'), storedDecision('undecided')]).toEqual([
      true,
      false,
      null,
    ]);
  });

  test('has messages in the specification’s words', () => {
    expect(decidedMessage('approved')).toBe('Profile marked as Approved');
    expect(decidedMessage('rejected')).toBe('Profile marked as Rejected');
    expect(ageDecisionMessage({ kind: 'decided', decision: 'rejected', by: 'Kim' })).toBe(
      'Failed to update profile. Kim has already rejected this profile.',
    );
    expect(ageDecisionMessage({ kind: 'decided', decision: 'approved', by: null })).toBe(
      'Failed to update profile. Someone else has already approved this profile.',
    );
    expect(ageDecisionMessage({ kind: 'no-birth-date' })).toMatch(
      /^Failed to update profile\. No birth date/,
    );
  });

  test('gives the customer a sentence for every reason', () => {
    const said = ageRejections.map((rejection) => rejectionWords(rejection, 21));
    expect(new Set(said).size).toBe(ageRejections.length);
    for (const words of said) expect(words).toMatch(/^[A-Z].+\.$/);
    expect(rejectionWords('under_age', 25)).toContain('under 25');
  });

  test('to reject needs a reason from the list', () => {
    const shown = { userId, version: '1', photo: '' };
    expect(decideForm.safeParse({ ...shown, decision: 'approved' }).success).toBe(true);
    expect(decideForm.safeParse({ ...shown, decision: 'rejected' }).success).toBe(false);
    expect(decideForm.safeParse({ ...shown, decision: 'rejected', rejection: 'ugly' }).success).toBe(false);
    expect(decideForm.safeParse({ ...shown, decision: 'rejected', rejection: 'expired' }).success).toBe(true);
    expect(decideForm.safeParse({ ...shown, decision: 'approved', version: 'x' }).success).toBe(false);
    const changed = { from: 'approved', version: '1', decision: 'undecided' };
    expect(changeDecisionForm.safeParse({ ...changed, reason: ' ' }).success).toBe(false);
    expect(changeDecisionForm.safeParse({ ...changed, reason: 'Wrong' }).success).toBe(true);
  });
});

test.each([
  ['2005-06-06', true],
  ['2005-06-07', false],
  ['1890-01-01', false],
  ['2005-02-30', false],
  [null, false],
])('born on %s can be approved on June 6, 2026: %s', (birthDate, can) => {
  const today = parseDate('2026-06-06');
  if (!today) throw new Error('no day');
  expect(checkApproval(birthDate, today, 21).ok).toBe(can);
});

test('a masked value shows only its end, and a short value shows nothing', () => {
  expect(masked('(607) 555-0142')).toBe('•••42');
  expect(masked('12345')).toBe('•••');
  expect(masked(null)).toBeNull();
  expect(maskedLicense('4821')).toBe('••••4821');
  expect(maskedLicense(null)).toBeNull();
});
