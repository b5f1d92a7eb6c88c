/** Why a place takes no backups, in one sentence that says what to do. Pure. */

/** @param place as a sentence begins: 'The folder /mnt/disk' */
export function folderTrouble(place: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `${place} is on a full disk; free some space there.`;
  if (code === 'EROFS')
    return `${place} is on a disk that is mounted read-only; mount it for writing, or name another folder.`;
  if (code === 'ETIMEDOUT') return `${place} does not answer; see the disk or the server that it is on.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${place} cannot be written to by this user; give this user the folder (chown).`;
  return `${place} cannot be written to (${code || 'unknown'}); see that its disk is mounted and is a folder.`;
}

/** A folder that is set in the office must exist: the mount point of a disk that is away would take the backups. */
export const notThere = (place: string) => `${place} is not there: connect its disk, or create the folder.`;

export const isFile = (place: string) =>
  `${place} is a file: move it away, then mount the disk or run npm run backup.`;
