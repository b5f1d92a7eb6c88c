/** Tests what a lot gets from a laboratory's report and its tag: only what is clear. */
import { describe, expect, test } from 'vitest';
import { labLacks, labPapersOf, testStatusOf } from './lab-papers.ts';
import { batchOfTag, unitWholesale } from './package-lot.ts';

const report = (results: Record<string, number>, documentId: string | null = null) => ({
  ...{ lab: 'Finger Lakes Lab', testedOn: '2026-11-02', hasPassed: true, documentId },
  results: Object.entries(results).map(([name, level]) => ({ name, level, hasPassed: true })),
});
const thc = (results: Record<string, number>) => labPapersOf(report(results), 'Metrc').totalThcBasisPoints;

describe('total THC', () => {
  test.each([
    [{ 'Total THC (%)': 24.5 }, 2450],
    [{ 'total  thc (mg/g) Mandatory': 245 }, 2450],
    [{ 'Total Potential THC (%)': 0 }, 0],
    [{ 'Total THC (%)': 24.5, 'Total THC (mg/g)': 245 }, 2450],
    [{ 'Total THC (%)': 24.5, 'Total THC (mg/g)': 200 }, null],
    [{ 'THC (%)': 24.5, 'THCA (%)': 20 }, null],
    [{ 'Total THC (mg/unit)': 100 }, null],
    [{ 'Total THC (%)': 245 }, null],
    [{ 'Total THC (%)': -1 }, null],
    [{ 'Total THCV (%)': 1 }, null],
  ])('of %j is %j', (results, points) => expect(thc(results)).toBe(points));
});

test('what a report lacks is named', () => {
  const papersOf = (results: Record<string, number>) => {
    const found = report(results, '77');
    return { papers: labPapersOf(found, 'Metrc'), lacks: labLacks(found, labPapersOf(found, 'Metrc')) };
  };
  expect(papersOf({ 'Total THC (%)': 20 })).toEqual({
    papers: {
      ...{ labName: 'Finger Lakes Lab', coaNumber: 'Metrc 77' },
      ...{ totalThcBasisPoints: 2000, totalCbdBasisPoints: null },
    },
    lacks: ['total CBD'],
  });
  expect(labLacks(null, labPapersOf(null, 'Metrc'))).toEqual(['laboratory results']);
});

test.each([
  ['TestPassed', true, 'TestPassed'],
  ['RetestPassed', true, 'RetestPassed'],
  ['RetestFailed', false, 'TestFailed'],
  ['SubmittedForTesting', false, 'NotTested'],
  ['NotRequired', false, 'NotTested'],
  ['TestPassed', false, 'NotTested'],
] as const)('a package in state %s, passed: %s, is %s here', (testState, hasPassed, status) =>
  expect(testStatusOf({ testState, hasPassed })).toBe(status),
);

test.each([
  ['1A4FF0100000022001204001', '1204001'],
  ['1A4FF0100000022000000012', '0012'],
  ['1A4FF010000002200000000A', '000A'],
])('the batch of tag %s is %s', (tag, batch) => expect(batchOfTag(tag)).toBe(batch));

test('a unit costs its share of the package, to the cent; of none or other units nothing is known', () => {
  expect([
    unitWholesale(1000, 3),
    unitWholesale(null, 3),
    unitWholesale(1000, 0),
    unitWholesale(1000, null),
  ]).toEqual([333, null, null, null]);
});
