/** `npm run seed`, as people run it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Runs it with these arguments; returns the exit code and what it printed. */
export function runSeed(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
    execFile(
      process.execPath,
      [join(root, 'scripts/seed.ts'), ...args],
      { cwd: root, env },
      (error, out, err) => resolve({ code: error ? 1 : 0, output: out + err }),
    );
  });
}
