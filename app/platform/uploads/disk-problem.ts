/** Classifies disk errors when a file cannot be written. */
import type { UploadProblem } from './upload-problem.ts';

export type DiskProblem = Extract<UploadProblem, { kind: 'disk-full' | 'not-saved' }>;

/** The problem behind a failed write; null for any other error. */
export function diskProblem(error: unknown): DiskProblem | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'disk-full' };
    case 'EIO':
    case 'EROFS':
    case 'EFBIG':
    case 'EACCES':
    case 'EPERM':
    case 'ENOENT':
    case 'EMFILE':
    case 'ENFILE':
      return { kind: 'not-saved' };
    default:
      return null;
  }
}
