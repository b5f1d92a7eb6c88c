/** What a lot gets from a laboratory's report, where its names are clear. Pure. */
import type { LotPapers } from '#core/goods/stock/lots/lots.ts';
import type { TestStatus } from '#kernel/statuses.ts';
import type { LabReport } from '../tracking.ts';

export type LabPapers = Pick<
  LotPapers,
  'labName' | 'coaNumber' | 'totalThcBasisPoints' | 'totalCbdBasisPoints'
>;

/** @param system the name of the state's system, for the certificate's number */
export function labPapersOf(report: LabReport | null, system: string): LabPapers {
  return {
    labName: report?.lab || null,
    coaNumber: report?.documentId ? `${system} ${report.documentId}` : null,
    totalThcBasisPoints: totalOf(report, 'THC'),
    totalCbdBasisPoints: totalOf(report, 'CBD'),
  };
}

/** What the report lacks, in words: 'total THC'. A missing document is its reader's to say. */
export function labLacks(report: LabReport | null, papers: LabPapers): string[] {
  if (report === null) return ['laboratory results'];
  return [
    ...(papers.totalThcBasisPoints === null ? ['total THC'] : []),
    ...(papers.totalCbdBasisPoints === null ? ['total CBD'] : []),
  ];
}

/** Percent of one unit of measure; others, such as milligrams in a package, say nothing of a share. */
const percentOf: Readonly<Record<string, number>> = { '%': 1, 'mg/g': 0.1 };

/** 'Total THC (%)', with whatever follows. One cannabinoid alone is not the total. */
const NAME = /^total (?:potential )?(thc|cbd) \((%|mg\/g)\)/i;

/** In basis points; null if no result is clearly the total, or two differ. */
function totalOf(report: LabReport | null, wanted: 'THC' | 'CBD'): number | null {
  const found = (report?.results ?? []).flatMap(({ name, level }) => {
    const [, cannabinoid = '', unit = ''] = NAME.exec(name.trim().replaceAll(/\s+/g, ' ')) ?? [];
    const points = Math.round(level * (percentOf[unit.toLowerCase()] ?? 0) * 100);
    return cannabinoid.toUpperCase() === wanted && points >= 0 && points <= 10_000 ? [points] : [];
  });
  const [first, ...others] = new Set(found);
  return first === undefined || others.length > 0 ? null : first;
}

/** A test state that the state has and the shop does not name is not tested yet. */
export function testStatusOf({
  testState,
  hasPassed,
}: {
  testState: string;
  hasPassed: boolean;
}): TestStatus {
  if (hasPassed) return testState === 'RetestPassed' ? 'RetestPassed' : 'TestPassed';
  return /failed$/i.test(testState) ? 'TestFailed' : 'NotTested';
}
