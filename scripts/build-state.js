/**
 * Whether the build is fresh. Plain JavaScript, because every start asks: Node's TypeScript compiler takes a tenth of a
 * second and 18 MB.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sources of the build. */
const sources = [
  ...['app', 'server', 'public', 'package-lock.json'],
  ...['vite.config.ts', 'scripts/icons.ts', 'scripts/shoppers-modules.ts', 'react-router.config.ts'],
];

/** The output of the build. */
const products = ['build/client', 'build/server'];

/**
 * Whether the last build has the same sources, and all its output still exists.
 * @param {string} root
 */
export function isBuilt(root) {
  try {
    const [madeOf, cameOut] = readFileSync(stampOf(root), 'utf8').split('\n');
    return madeOf === fingerprintOfSources(root) && cameOut === fingerprint(root, products);
  } catch {
    return false;
  }
}

/** @param {string} root */
export const fingerprintOfSources = (root) => fingerprint(root, sources);

/**
 * Records that the present output was made of these sources.
 * @param {string} root
 * @param {string} madeOf fingerprint of the sources before the build
 */
export function recordBuild(root, madeOf) {
  writeFileSync(stampOf(root), `${madeOf}\n${fingerprint(root, products)}\n`);
}

/**
 * Where Node saves the code that it compiled of this build.
 * @param {string} root
 */
export const compiledFolder = (root) => join(root, 'build/.compiled');

/** @param {string} root */
const stampOf = (root) => join(root, 'build/.made-of');

/**
 * A hash of every file's path and content, without tests. A missing file changes it too, because its path is missing.
 * @param {string} root
 * @param {readonly string[]} paths
 */
function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(join(root, path))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
