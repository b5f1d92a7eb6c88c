/** Builds the application when its sources have changed since the last build, and compresses what browsers fetch. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const run = promisify(execFile);

/** What the build is made of. */
const sources = ['app', 'server', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'];

/** A fingerprint of every source file's content. */
function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.')
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort();
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Builds unless the last build was made of these very sources. */
export async function ensureBuilt(root: string, say: (line: string) => void): Promise<void> {
  const stamp = join(root, 'build/.sources');
  const now = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  say('Building the application; the first time takes a moment …');
  const require = createRequire(import.meta.url);
  let cli: string;
  try {
    cli = join(require.resolve('@react-router/dev/package.json'), '../bin.cjs');
  } catch {
    throw Object.assign(
      new Error('There is no build yet and the build tools are not installed; run npm ci, then npm start.'),
      { name: 'StartError' },
    );
  }
  try {
    await run(process.execPath, [cli, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The build failed.\n${stdout}\n${stderr}`);
  }
  compress(join(root, 'build/client'));
  writeFileSync(stamp, now);
}

/** Lays a brotli and a gzip copy beside every text file, so that nothing is compressed while people wait. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|txt|webmanifest|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.length < 1024) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
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
