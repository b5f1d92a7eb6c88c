/**
 * Defines the forms of a lot: its papers, a delivery. Parsed on the server and shown again after a refusal.
 */

import { type GivenPapers, type LotPapers, lotMessage } from '#core/goods/stock/lots/lots.ts';
import { type lotStatuses, type TestStatus, testStatuses } from '#kernel/statuses.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { parseDate } from '#kernel/time.ts';

/** Text fields of the papers, with their labels. */
export const paperLabels = {
  batchNumber: 'Batch number',
  packageTag: 'Package tag (Metrc)',
  retailItemId: 'Retail Item ID',
  testStatus: 'Test',
  labName: 'Laboratory',
  coaNumber: 'Certificate number (COA)',
  totalThcBasisPoints: 'Total THC %',
  totalCbdBasisPoints: 'Total CBD %',
  terpenes: 'Terpenes',
  testPanels: 'Panels passed',
  grownIn: 'Field or room',
  harvestedOn: 'Harvested',
  curedOn: 'Cured',
  packagedOn: 'Packaged',
  expiresOn: 'Last day to sell',
  shelfPlace: 'Shelf place',
} as const satisfies Record<keyof LotPapers, string>;

export type PaperField = keyof LotPapers;
export const paperFields = Object.keys(paperLabels) as PaperField[];
export const paperDates: ReadonlySet<string> = new Set(['harvestedOn', 'curedOn', 'packagedOn', 'expiresOn']);

/** What a lot of cannabis needs for sale (docs/law.md), with what to enter. */
export const neededForSale: Readonly<Partial<Record<PaperField, string>>> = {
  testStatus: 'Needed for sale: a passed test.',
  labName: 'Needed for sale, as on the certificate.',
  coaNumber: 'Needed for sale, as on the certificate.',
  totalThcBasisPoints: 'Needed for sale, as on the certificate.',
  totalCbdBasisPoints: 'Needed for sale, as on the certificate.',
  expiresOn: 'Needed for sale. Empty if it does not expire.',
};

/** What anyone with a package reads on its lot's page, as typed. */
export const publicTexts = ['terpenes', 'testPanels', 'grownIn'] as const satisfies readonly PaperField[];

/** Shown under the field. */
export const paperHints: Readonly<Partial<Record<PaperField, string>>> = {
  ...neededForSale,
  terpenes: 'As on the certificate: Myrcene 0.8%, limonene 0.4%.',
  testPanels: 'As on the certificate: Pesticides, heavy metals, microbials.',
  grownIn: 'Shown on the lot’s public page.',
};

const longTexts: ReadonlySet<string> = new Set(['terpenes', 'testPanels']);
const LONGEST_LINE = 100;
const LONGEST_TEXT = 300;

type Texts = Readonly<Record<string, string>>;
type Errors = Record<string, string[]>;

/** The papers, or the errors by field. `judgePapers` decides whether they may be saved. */
export function readPapers(texts: Texts): { ok: true; papers: LotPapers } | { ok: false; errors: Errors } {
  const { papers, errors } = parsePapers(texts);
  if (papers.batchNumber === '') errors.batchNumber = ['Enter the batch number.'];
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, papers };
}

/** What is typed once for many lots from their certificate, or the errors by field. */
export function readGivenPapers(
  texts: Texts,
): { ok: true; given: GivenPapers } | { ok: false; errors: Errors } {
  const { papers, errors } = parsePapers(texts);
  const { testStatus, labName, coaNumber, totalThcBasisPoints, totalCbdBasisPoints, expiresOn } = papers;
  if (expiresOn && parseDate(expiresOn) === null) errors.expiresOn = [lotMessage({ kind: 'date-invalid' })];
  const given = { testStatus, labName, coaNumber, totalThcBasisPoints, totalCbdBasisPoints, expiresOn };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, given };
}

function parsePapers(texts: Texts): { papers: LotPapers; errors: Errors } {
  const errors: Errors = {};
  const text = (name: PaperField): string | null => {
    const value = cleanLine(texts[name] ?? '');
    const longest = longTexts.has(name) ? LONGEST_TEXT : LONGEST_LINE;
    if (value.length > longest) errors[name] = [`At most ${longest} characters.`];
    else if (!isPlainText(value)) errors[name] = ['These characters cannot be saved.'];
    return value === '' ? null : value;
  };
  const percent = (name: PaperField): number | null => {
    const value = (texts[name] ?? '').trim().replace(/\s*%$/, '');
    if (value === '') return null;
    if (!/^\d{1,3}(\.\d{1,2})?$/.test(value) || Number(value) > 100)
      errors[name] = ['Enter a percentage from 0 to 100, like 24.5.'];
    return Math.round(Number(value) * 100);
  };
  const papers: LotPapers = {
    batchNumber: text('batchNumber') ?? '',
    packageTag: text('packageTag'),
    retailItemId: text('retailItemId'),
    testStatus: testStatuses.find((status) => status === texts.testStatus) ?? null,
    labName: text('labName'),
    coaNumber: text('coaNumber'),
    totalThcBasisPoints: percent('totalThcBasisPoints'),
    totalCbdBasisPoints: percent('totalCbdBasisPoints'),
    terpenes: text('terpenes'),
    testPanels: text('testPanels'),
    grownIn: text('grownIn'),
    harvestedOn: text('harvestedOn'),
    curedOn: text('curedOn'),
    packagedOn: text('packagedOn'),
    expiresOn: text('expiresOn'),
    shelfPlace: text('shelfPlace'),
  };
  return { papers, errors };
}

/** The papers as form values. */
export function paperTexts(papers: LotPapers): Record<PaperField, string> {
  return Object.fromEntries(
    paperFields.map((field) => {
      const value = papers[field];
      return [field, typeof value === 'number' ? String(value / 100) : (value ?? '')];
    }),
  ) as Record<PaperField, string>;
}

export function readTestStatus(text: string): TestStatus | null {
  return testStatuses.find((status) => status === text) ?? null;
}

/** The actions a lot in this status offers to users who may manage inventory. */
export function actsOf(status: (typeof lotStatuses)[number]): readonly ('quarantine' | 'release')[] {
  if (status === 'sellable') return ['quarantine'];
  return status === 'untested' || status === 'quarantined' ? ['release'] : [];
}
