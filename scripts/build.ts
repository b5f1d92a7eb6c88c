/**
 * Builds the application when its sources have changed since the last build, or when part of that build is missing, and
 * compresses the files that browsers load.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { shopManifest } from '../server/pages/shop-manifest.ts';
import { compiledFolder, fingerprintOfSources, isBuilt, recordBuild } from './build-state.js';

const run = promisify(execFile);

/** Two simultaneous starts build once: the second waits for the first for at most this long. Milliseconds. */
const LONGEST_BUILD = 600_000;

const unwritable: Record<string, string> = {
  EACCES: 'may not be written by this user: give this user the folder, or build as the user who owns it',
  EPERM: 'may not be written by this user: give this user the folder, or build as the user who owns it',
  EROFS: 'is on a read-only disk: make it writable',
  ENOSPC: 'is on a full disk: free some space there',
  EDQUOT: 'is on a full disk: free some space there',
};

/**
 * Builds unless the last build has the same sources and is complete. Rebuilds after an interrupted build, or when
 * someone deleted or truncated a file.
 * @throws Error named StartError, with one sentence, when the folder is not writable or tools are missing.
 */
export async function ensureBuilt(root: string, say: (line: string) => void): Promise<void> {
  if (isBuilt(root)) return;
  const unlock = lockBuild(root);
  try {
    // Another start may have built it while this one waited.
    if (isBuilt(root)) return;
    say('Building the application; the first time takes a moment …');
    await build(root);
  } finally {
    unlock();
  }
}

async function build(root: string): Promise<void> {
  const madeOf = fingerprintOfSources(root);
  const require = createRequire(import.meta.url);
  let cli: string;
  try {
    cli = join(require.resolve('@react-router/dev/package.json'), '../bin.cjs');
  } catch {
    throw startError(
      'There is no build yet and the build tools are not installed; run npm ci, then npm start.',
    );
  }
  try {
    await run(process.execPath, [cli, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    });
    nameWorker(join(root, 'build/client/service-worker.js'), madeOf);
    writeShopManifest(join(root, 'build/client'));
    compress(join(root, 'build/client'));
    inOneByteLetters(join(root, 'build/server'));
    rmSync(compiledFolder(root), { recursive: true, force: true });
    recordBuild(root, madeOf);
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const code = /\b(ENOSPC|EDQUOT|EROFS|EACCES)\b/.exec(`${message} ${stderr}`)?.[1] ?? '';
    const why = unwritable[code];
    if (why) throw startError(`The application cannot be built: the folder ${root} ${why}.`);
    throw new Error(`The build failed.\n${stdout}\n${stderr || message}`);
  }
}

/**
 * Locks the folder for one build; a second one waits. An operating system lock on a file, through SQLite as for the
 * data folder: kill -9 releases it.
 */
function lockBuild(root: string): () => void {
  const file = join(root, '.build.lock');
  try {
    writeFileSync(file, '', { flag: 'a' });
    const lock = new DatabaseSync(file, { timeout: LONGEST_BUILD });
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    const why = unwritable[(error as NodeJS.ErrnoException).code ?? ''];
    if (why) throw startError(`The application cannot be built: the folder ${root} ${why}.`);
    throw error;
  }
}

function startError(sentence: string): Error {
  return Object.assign(new Error(sentence), { name: 'StartError' });
}

/** Writes the build's name into the service worker, so that browsers treat the next build's worker as a new one. */
function nameWorker(file: string, madeOf: string): void {
  const worker = readFileSync(file, 'utf8');
  const named = worker.replace("const VERSION = 'development';", `const VERSION = '${madeOf.slice(0, 16)}';`);
  if (named === worker) throw new Error(`${file} has no version to name.`);
  writeFileSync(file, named);
}

/** Writes the shop's map of routes beside the whole one. */
function writeShopManifest(folder: string): void {
  const assets = join(folder, 'assets');
  const [whole, ...others] = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  if (whole === undefined || others.length > 0) throw new Error(`${assets} has not one map of routes.`);
  const { url, script } = shopManifest(readFileSync(join(assets, whole), 'utf8'));
  writeFileSync(join(folder, url), script);
}

/** Bytes. Compression hardly shrinks smaller files, if at all. */
const LEAST_PACKED = 200;

/** Writes a brotli and a gzip copy beside every file that compression shrinks, so that nothing is compressed during a request. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|txt|html|webmanifest|json|wasm)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.length < LEAST_PACKED) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * Escapes every letter outside Latin 1: V8 holds a file's text in memory while it runs, and one curly quote among two
 * million letters makes it store each letter in two bytes.
 */
function inOneByteLetters(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const escaped = text.replace(
      /[^\0-\xff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    if (escaped !== text) writeFileSync(path, escaped);
  }
}

if (import.meta.main) {
  try {
    await ensureBuilt(join(import.meta.dirname, '..'), console.log);
  } catch (error) {
    console.error(error instanceof Error ? `\n${error.message}\n` : error);
    process.exitCode = 1;
  }
}
