/** What a disk says when it does not take a file. */
import type { UploadProblem } from './upload-problem.ts';

export type DiskProblem = Extract<UploadProblem, { kind: 'disk-full' | 'not-saved' }>;

/** The problem behind a failed system call that writes; null for every other error. */
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
