/** What `npm ci` installs. What one command alone needs is installed by that command (CONTRIBUTING.md). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = { os?: string[]; cpu?: string[]; libc?: string[] };

/** Parts of packages whose native code is compiled to WebAssembly, for other machines than those below. */
const FOR_WEB_ASSEMBLY = /wasm32|@emnapi|wasm-runtime|wasm-util/;

test('npm ci installs at most 370 packages on Linux', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const fits = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Locked) =>
    os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
  const installed = Object.entries(packages)
    .filter(([path, locked]) => path !== '' && !FOR_WEB_ASSEMBLY.test(path) && fits(locked))
    .map(([path]) => path);
  expect(installed).toContain('node_modules/@typescript/typescript-linux-x64');
  expect(installed.length).toBeGreaterThan(300);
  expect(installed.length).toBeLessThanOrEqual(370);
});
