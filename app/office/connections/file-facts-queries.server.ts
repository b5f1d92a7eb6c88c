/** Reads where the shop's files are, and whether one can be saved there. */
import { tryWrite } from '#core/running/operations/doctor/try-writes.server.ts';
import { readEnv } from '#platform/env.ts';
import { files } from '#platform/files/files.ts';

export async function readFileFacts() {
  const env = readEnv();
  const isBucket = env.S3_BUCKET !== undefined;
  const { trouble } = await tryWrite('files', { env, store: files(), hasDatabase: true });
  return {
    ...{ isBucket, place: files().place ?? 'File storage' },
    /** A sentence; null if a small file could be written and deleted. */
    trouble: trouble ? `Files cannot be saved. ${trouble.text}` : null,
  };
}
