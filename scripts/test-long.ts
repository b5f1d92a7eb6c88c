/**
 * `npm run test:long`: the tests that take minutes, in four parts that share the build. Each file whose tests all passed
 * is noted with its day in `tests/long-runs.json`, which is committed: what no one runs rots.
 *
 * `npm run test:long -- --turn 3` runs every tenth file from the third; `-- nginx translated` the files whose names
 * contain one of these words; `-- --stale` runs nothing and prints the files that no run has passed for a week.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.ts';
import { findChromium } from './find-chromium.ts';
import { daysSince, type LongRuns, ofTurn, readLongTests, staleSince } from './long-runs.ts';
import { type Report, readPlaywrightReport, readVitestReport } from './test-reports.ts';

const root = join(import.meta.dirname, '..');
const RUNS = join(root, 'tests/long-runs.json');
const readRuns = () => JSON.parse(readFileSync(RUNS, 'utf8')) as LongRuns;
const today = new Date().toISOString().slice(0, 10);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turn: { type: 'string' }, stale: { type: 'boolean' } },
});
const all = readLongTests(root);
const asked =
  positionals.length === 0 ? all : all.filter((path) => positionals.some((word) => path.includes(word)));
const files = values.turn === undefined ? asked : ofTurn(Number(values.turn), asked);

if (values.stale) {
  const stale = staleSince(7, { files, runs: readRuns(), today });
  for (const path of stale) {
    const day = readRuns()[path];
    console.log(`${day === undefined ? 'no run on record' : `${daysSince(day, today)} days`}  ${path}`);
  }
  console.log(`${stale.length} of ${files.length} long tests have not passed for a week.`);
  process.exit(0);
}

type Part = {
  name: string;
  config: string | null;
  env?: Record<string, string>;
  has: (path: string) => boolean;
};
/** One after the other: some measure times, and each may use the whole machine. */
const parts: readonly Part[] = [
  { name: 'programs', config: null, has: (path) => path.endsWith('.long.test.ts') },
  {
    name: 'journeys',
    config: 'tests/journeys/long.config.ts',
    has: (path) => path.startsWith('tests/journeys/'),
  },
  {
    name: 'engines',
    config: 'tests/engines/engines.config.ts',
    env: { LONG: 'yes' },
    has: (path) => path.startsWith('tests/engines/'),
  },
];

const folder = mkdtempSync(join(tmpdir(), 'farmgate-long-'));
await ensureBuilt(root, console.log);
process.env.CHROMIUM ??= await findChromium(console.log);
let passed = 0;
const failed: string[] = [];
for (const part of parts) {
  const own = files.filter(part.has);
  if (own.length === 0) continue;
  const report = await run(part, own);
  passed += report.passed;
  failed.push(...report.failures.map(({ file, test }) => `✗ ${file} › ${test}`));
  note(own, report);
}
rmSync(folder, { recursive: true, force: true });
for (const failure of failed) console.log(failure);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

async function run({ name, config, env = {} }: Part, own: readonly string[]): Promise<Report> {
  const path = join(folder, `${name}.json`);
  const [tool, ...args] =
    config === null
      ? [
          'vitest',
          'run',
          '--project=long',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${path}`,
        ]
      : ['playwright', 'test', '--config', config, '--reporter=list,json'];
  await new Promise((resolve) => {
    spawn(join(root, 'node_modules/.bin', tool as string), [...args, ...own], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    })
      .on('error', resolve)
      .on('exit', resolve);
  });
  const nothing = { passed: 0, failures: [{ file: name, test: 'did not run to its end', error: '' }] };
  try {
    const written: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const report = config === null ? readVitestReport(written, root) : readPlaywrightReport(written);
    return report.passed === 0 && report.failures.length === 0 ? nothing : report;
  } catch {
    return nothing;
  }
}

/** Playwright names a file below the folder of its tests, so files are compared by their last part. */
function note(own: readonly string[], { failures, seconds }: Report): void {
  const ran = new Set([...(seconds?.keys() ?? [])].map((path) => basename(path)));
  const red = new Set(failures.map(({ file }) => basename(file)));
  const runs = readRuns();
  for (const path of own) if (ran.has(basename(path)) && !red.has(basename(path))) runs[path] = today;
  const sorted = Object.fromEntries(
    Object.entries(runs)
      .filter(([path]) => all.includes(path))
      .sort(([one], [other]) => one.localeCompare(other)),
  );
  writeFileSync(RUNS, `${JSON.stringify(sorted, null, 2)}\n`);
}
