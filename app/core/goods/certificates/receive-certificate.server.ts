/** Receives a lot's certificate of analysis (COA): a PDF that shoppers may open. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { lotExists, saveCertificate } from '#core/goods/stock/lots/edit-lot.server.ts';
import { type LotProblem, lotMessage } from '#core/goods/stock/lots/lots.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { assertNever, type Result, refuse } from '#kernel/result.ts';
import { files } from '#platform/files/files.ts';
import { withUpload } from '#platform/uploads/receive-upload.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';
import { isWholePdf } from '#platform/uploads/whole-pdf.ts';
import { largestDrop } from '../drops/drop.ts';

export type CertificateProblem =
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'no-pdf' }
  | { kind: 'lot'; problem: LotProblem };

export function certificateMessage(problem: CertificateProblem): string {
  switch (problem.kind) {
    case 'no-pdf':
      return 'A certificate is a PDF file. This one is another kind of file, or was cut off.';
    case 'lot':
      return lotMessage(problem.problem);
    case 'upload':
      return problem.problem.kind === 'missing' ? 'Choose a PDF file first.' : uploadMessage(problem.problem);
    default:
      return assertNever(problem);
  }
}

/** Does not read uploads by people who may not receive. The file name is a hash of the content. */
export async function receiveCertificate(
  actor: Actor,
  request: Request,
): Promise<Result<{ productId: number }, CertificateProblem>> {
  if (!may(actor, 'lots.receive')) {
    return refuse({ kind: 'lot', problem: { kind: 'not-allowed' } });
  }
  const outcome = await withUpload<{ productId: number }, CertificateProblem>(
    request,
    { field: 'certificate', maximumSize: largestDrop.certificate },
    async ({ path, fields }) => {
      if (!(await isWholePdf(path))) return refuse({ kind: 'no-pdf' });
      const lotId = /^[1-9]\d{0,8}$/.test(fields.lotId ?? '') ? Number(fields.lotId) : 0;
      if (!(await lotExists(lotId))) return refuse({ kind: 'lot', problem: { kind: 'not-found' } });
      const bytes = await readFile(path);
      const key = `certificates/${lotId}/${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}`;
      await files().put(`public/${key}.pdf`, bytes, 'application/pdf');
      // The key comes from the content, so the lot may already name this file: nightly cleanup deletes it if
      // not.
      const saved = await saveCertificate(actor, lotId, key);
      return saved.ok ? saved : refuse({ kind: 'lot', problem: saved.problem });
    },
  );
  if (outcome.ok) return outcome;
  const { problem } = outcome;
  const isOurs = problem.kind === 'no-pdf' || problem.kind === 'lot' || problem.kind === 'upload';
  return refuse(isOurs ? problem : { kind: 'upload', problem });
}
