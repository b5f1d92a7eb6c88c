/** Reads what a laboratory found in a package, with its certificate. What cannot be read does not block the lot. */
import { createHash } from 'node:crypto';
import { files } from '#platform/files/files.ts';
import { log } from '#platform/log.ts';
import { isWholePdfInMemory } from '#platform/uploads/whole-pdf.ts';
import { type LabReport, type TrackingSystem, TrackingTrouble } from '../tracking.ts';
import { type LabPapers, labLacks, labPapersOf } from './lab-papers.ts';

export type ReadLab = {
  papers: LabPapers;
  testedOn: string | null;
  /** The certificate's stored file, without its ending; null without one. */
  coaKey: string | null;
  /** What is missing, in words. */
  lacks: string[];
};

const NO_CERTIFICATE = 'certificate PDF';

/** Stores the certificate under the package's tag; a file that no lot names is deleted after a week. */
export async function readLab(system: TrackingSystem | null, tag: string): Promise<ReadLab> {
  const name = system?.name ?? '';
  const report = await quietly('laboratory results', async () => (await system?.labReport(tag)) ?? null);
  const papers = labPapersOf(report, name);
  const testedOn = report?.testedOn ?? null;
  const bytes = await quietly('certificate', () => documentOf(system, report));
  const coaKey = bytes !== null && isWholePdfInMemory(bytes) ? await store(tag, Buffer.from(bytes)) : null;
  const lacks = [...labLacks(report, papers), ...(coaKey === null ? [NO_CERTIFICATE] : [])];
  return { papers, testedOn, coaKey, lacks };
}

/** Null if the file store does not take it. */
async function store(tag: string, bytes: Buffer): Promise<string | null> {
  const coaKey = `certificates/${tag}/${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}`;
  try {
    await files().put(`public/${coaKey}.pdf`, bytes, 'application/pdf');
    return coaKey;
  } catch (error) {
    log.warn({ err: error }, 'the certificate of a new lot could not be stored');
    return null;
  }
}

const documentOf = async (system: TrackingSystem | null, report: LabReport | null) =>
  system && report?.documentId ? system.labDocument(report.documentId) : null;

async function quietly<T>(what: string, read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackingTrouble)) throw error;
    log.info({ err: error, what }, 'the state’s system did not give what a new lot needs');
    return null;
  }
}
