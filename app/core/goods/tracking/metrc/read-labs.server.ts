/** Reads what laboratories found, and their documents. */
import { z } from 'zod';
import { parseDate } from '#kernel/time.ts';
import type { LabReport, TrackingSystem } from '../tracking.ts';
import { flag, line, packageRow } from './metrc-answers.ts';
import type { MetrcClient } from './metrc-client.server.ts';
import { trouble } from './metrc-connection.server.ts';
import type { MetrcLists } from './metrc-lists.server.ts';

/** Results belong to the package's number, not to its tag. */
const numbered = packageRow.extend({ Id: z.int().nonnegative() });

/** A row of `GET /labtests/v2/results`: one test. */
const resultRow = z.object({
  ...{ LabFacilityName: line.nullish(), TestTypeName: line, TestPassed: flag, OverallPassed: flag },
  TestPerformedDate: z.string().refine((text) => parseDate(text.slice(0, 10)) !== null),
  TestResultLevel: z.number().nullish(),
  LabTestResultDocumentFileId: z.int().nonnegative().nullish(),
  ResultReleased: z.boolean().nullish(),
  ...{ RevokedDate: line.nullish(), LabTestDetailRevokedDate: line.nullish() },
});
type Result = z.infer<typeof resultRow>;

export function labReads(
  client: MetrcClient,
  lists: MetrcLists,
  license: string,
): Pick<TrackingSystem, 'labReport' | 'labDocument'> {
  const query = { licenseNumber: license };
  const right = 'packages';
  return {
    async labReport(tag) {
      const path = `/packages/v2/${encodeURIComponent(tag)}`;
      const found = await client.find(path, numbered, { query, right });
      if (!found) return null;
      const asked = { query: { packageId: String(found.Id) }, right } as const;
      return reportOf(await lists.read('/labtests/v2/results', resultRow, asked));
    },
    async labDocument(documentId) {
      if (!/^\d{1,15}$/.test(documentId)) throw trouble({ kind: 'strange-answer' });
      return client.file(`/labtests/v2/labtestdocument/${documentId}`, { query, right });
    },
  };
}

/** Of a test that was made again the last result, of what counts: released, and not revoked. Null if nothing does. */
function reportOf(rows: readonly Result[]): LabReport | null {
  const counted = rows
    .filter((row) => row.ResultReleased !== false && !row.RevokedDate && !row.LabTestDetailRevokedDate)
    .toSorted((one, other) => compareTexts(one.TestPerformedDate, other.TestPerformedDate));
  const last = counted.at(-1);
  if (!last) return null;
  const results = new Map(
    counted.flatMap(({ TestTypeName: name, TestResultLevel: level, TestPassed: hasPassed }) =>
      typeof level === 'number' ? [[name, { name, level, hasPassed }] as const] : [],
    ),
  );
  const document = counted.findLast((row) => typeof row.LabTestResultDocumentFileId === 'number');
  return {
    ...{ lab: last.LabFacilityName ?? '', testedOn: last.TestPerformedDate.slice(0, 10) },
    ...{ hasPassed: last.OverallPassed, results: [...results.values()] },
    documentId: document ? String(document.LabTestResultDocumentFileId) : null,
  };
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
