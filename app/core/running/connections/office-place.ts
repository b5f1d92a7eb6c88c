/**
 * Which folders and addresses the office may name. An admin of the shop is not the person who runs its server, so a folder
 * must not be the shop's or the system's, and a bucket must not be in the server's own network.
 */
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { realPathOf } from '#platform/files/path-facts.ts';
import { addressProblem } from '#platform/outgoing/outbound-request.ts';
import { isAllowed } from './office-address.ts';

/** The project's folder, also from a built file. */
export const applicationFolder = () =>
  join(createRequire(import.meta.url).resolve('#db/client.ts'), '../../..');

const systemFolders = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/sbin', '/sys', '/usr'],
];

/** Whether a path is the folder, or in it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!/^\.\.(\/|$)/.test(way) && !isAbsolute(way));
}

/** Where a path leads, through links, also where its last parts do not exist yet. */
async function realPath(path: string): Promise<string> {
  const real = await realPathOf(path);
  if (real !== null) return real;
  const above = dirname(path);
  return above === path ? path : join(await realPath(above), basename(path));
}

/** Why backups must not go to this folder, in a sentence; null if they may. @param dataFolder the shop's */
export async function folderProblem(folder: string, dataFolder: string): Promise<string | null> {
  if (!isAbsolute(folder)) return 'Enter the whole path of the folder, like /mnt/backup-disk/farmgate.';
  let paths: Set<string>;
  let dataFolders: string[];
  try {
    paths = new Set([resolve(folder), await realPath(resolve(folder))]);
    dataFolders = [dataFolder, await realPath(dataFolder)];
  } catch {
    return 'The shop cannot look into this folder: connect its disk, or choose another folder.';
  }
  for (const path of paths) {
    if (dataFolders.some((data) => isInside(path, data)))
      return 'This folder is in the shop’s data, and would be lost with it. Choose one on another disk.';
    if (isInside(path, applicationFolder()))
      return 'This folder is in the shop’s program, and would be lost with it. Choose one on another disk.';
    if (path === '/' || systemFolders.some((each) => isInside(path, each)))
      return 'This folder belongs to the computer’s system. Choose one on another disk.';
    if (path.split('/').some((part) => part.startsWith('.')))
      return 'A folder whose name begins with a dot belongs to a program. Choose another one.';
  }
  return null;
}

/** Why this must not be the address of a bucket's service; null if it may. Undefined is Amazon's own. */
export function endpointProblem(endpoint: string | undefined, allowed: string | undefined): string | null {
  if (endpoint === undefined || isAllowed(endpoint, allowed)) return null;
  return addressProblem(endpoint) === null
    ? null
    : 'The address must begin with https:// and be on the internet. For one in your own network ask the person who runs the server.';
}
