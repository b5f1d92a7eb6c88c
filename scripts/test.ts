/**
 * `npm test`: everything that must hold, in the order in which it fails fastest. Prints each stage as it
 * goes, and at the very end one line: 'N passed, N failed'. Exit code 0 only when nothing failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { findChromium } from './find-chromium.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'farmgate-reports-'));
const bin = (name: string) => join(root, 'node_modules/.bin', name);

type Count = { passed: number; failed: number };
const total: Count = { passed: 0, failed: 0 };

function add(stage: string, count: Count, started: number): void {
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`— ${stage}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** A check that is one yes or no. */
async function check(stage: string, ...commands: [string, ...string[]][]): Promise<void> {
  const started = Date.now();
  let ok = true;
  for (const [command, ...args] of commands) ok = ok && (await run(bin(command), args));
  add(stage, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, started);
}

/** A suite that writes a JSON report; one that ran no test, or died without a report, has failed. */
async function suite(
  stage: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  count: (report: unknown) => Count,
): Promise<void> {
  const started = Date.now();
  const report = join(reports, `${stage.replaceAll(' ', '-')}.json`);
  const ok = await run(
    bin(command),
    args.map((arg) => arg.replace('REPORT', report)),
    {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  );
  let counted: Count = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    console.error(`${stage} ended without a report.`);
  }
  if ((!ok || counted.passed === 0) && counted.failed === 0) counted.failed = 1;
  add(stage, counted, started);
}

const ofVitest = (report: unknown): Count => {
  const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number };
  return { passed: numPassedTests, failed: numFailedTests };
};
const ofPlaywright = (report: unknown): Count => {
  const { stats } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  // A test that passed only at the second try has failed once: that is a finding, not noise.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
};
const vitest = (project: string) => [
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=REPORT',
];

await check('types', ['react-router', 'typegen'], ['tsc', '--noEmit']);
await check('lint', ['biome', 'check', '.']);
await check('unused code', ['knip']);
await suite('rules', 'vitest', vitest('rules'), {}, ofVitest);
await suite('database', 'vitest', vitest('database'), {}, ofVitest);
{
  const started = Date.now();
  const built = await ensureBuilt(root, console.log).then(
    () => true,
    (error: Error) => {
      console.error(error.message);
      return false;
    },
  );
  add('build', built ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, started);
  if (built) {
    await suite('application', 'vitest', vitest('application'), {}, ofVitest);
    const chromium = await findChromium(console.log);
    await suite(
      'journeys',
      'playwright',
      ['test', '--reporter=list,json'],
      { CHROMIUM: chromium },
      ofPlaywright,
    );
  }
}

rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
