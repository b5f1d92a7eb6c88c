/**
 * `npm test`: runs all checks and tests. Prints a line per stage, the failures in full, and at the very end one line:
 * 'N passed, N failed'. Exit code 0 only when nothing failed.
 *
 * The build runs beside the rule tests, and static checks beside the stories in other engines. All else runs alone, in as
 * many workers as there are processors: more of them share caches, and every test costs more. Tests that take seconds
 * each run by turns (scripts/turns.ts).
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { findChromium } from './find-chromium.ts';
import { ENGINE_PACKAGES, findEngines } from './find-engines.ts';
import { installBeside } from './install-beside.ts';
import {
  type Failure,
  type Report,
  readPlaywrightReport,
  readVitestReport,
  slowest,
} from './test-reports.ts';
import { namesOf, TURNS, thisTurn, waiting } from './turns.ts';

const root = join(import.meta.dirname, '..');
const turn = thisTurn(root);
const others = waiting(turn);
if (turn !== null) process.env.TURN = String(turn);
/** Files that a stage names as its slowest: where shortening the run begins. */
const SLOWEST = 5;
const reports = mkdtempSync(join(tmpdir(), 'farmgate-reports-'));

/** A stage with more failures than this is broken, not unlucky: it does not run again. */
const MOST_RERUN = 5;

/** Lines of its error, of what passed only at the second run. */
const ERROR_LINES = 12;

const total = { passed: 0, failed: 0 };
/** Repeated above the last line, so that the end of the output names every failure. */
const notes: string[] = [];

function finishStage(stage: string, { passed, failures }: Report, started: number): void {
  total.passed += passed;
  total.failed += failures.length;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  for (const { file, test, error } of failures)
    console.log(`\n✗ ${[file, test].filter(Boolean).join(' › ')}\n${error}\n`);
  console.log(`${stage.padEnd(12)} ${passed} passed, ${failures.length} failed  (${seconds} s)`);
  notes.push(...failures.map((failure) => `✗ ${nameOf(failure)}`));
}

const nameOf = ({ file, test }: Failure) => [file, test].filter(Boolean).join(' › ');

/** What checks the code is installed beside the shop, in a folder of its own. */
const checks = 'scripts/checks';

/** Runs one of the tools that are installed in `folder` without showing its output. */
async function run(tool: string, args: string[], env: Record<string, string> = {}, folder = '.') {
  const path = join(reports, `${tool}-${Math.random().toString(36).slice(2)}.log`);
  const output = openSync(path, 'w');
  const ok = await new Promise<boolean>((resolve) => {
    const child = spawn(join(root, folder, 'node_modules/.bin', tool), args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
  closeSync(output);
  return { ok, output: () => readFileSync(path, 'utf8') };
}

/** A check that passes or fails as a whole; its tools are installed in `folder`. */
async function check(stage: string, folder: string, ...commands: [string, ...string[]][]): Promise<void> {
  const started = Date.now();
  for (const [tool, ...args] of commands) {
    const { ok, output } = await run(tool, args, {}, folder);
    if (ok) continue;
    return finishStage(stage, { passed: 0, failures: [{ file: '', test: stage, error: output() }] }, started);
  }
  finishStage(stage, { passed: 1, failures: [] }, started);
}

async function build(): Promise<boolean> {
  const started = Date.now();
  try {
    await ensureBuilt(root, () => undefined);
    finishStage('build', { passed: 1, failures: [] }, started);
    return true;
  } catch (error) {
    const failures = [{ file: '', test: 'build', error: (error as Error).message }];
    finishStage('build', { passed: 0, failures }, started);
    return false;
  }
}

type Suite = {
  stage: string;
  tool: string;
  args: string[];
  /** Extra arguments of the second run, beside the files. */
  again?: string[];
  env?: Record<string, string>;
  read: (report: unknown) => Report;
};

/** A run that executed no test, or crashed without a report, has failed. */
async function runSuite({ stage, tool, args, env = {}, read }: Suite, more: string[]): Promise<Report> {
  const path = join(reports, `${stage}-${more.length}.json`);
  const all = [...args.map((arg) => arg.replace('REPORT', path)), ...more];
  const { ok, output } = await run(tool, all, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path });
  let report: Report = { passed: 0, failures: [] };
  try {
    report = read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Reported below: nothing passed.
  }
  if ((!ok || report.passed === 0) && report.failures.length === 0)
    report.failures.push({ file: '', test: `${stage} did not run to its end`, error: output().slice(-8000) });
  return report;
}

/**
 * A shared machine pauses now and then, so a few failures run once more by themselves. What fails again is an error;
 * what passes then is listed at the end, because it is a finding too.
 */
async function suite(wanted: Suite): Promise<void> {
  const started = Date.now();
  const first = await runSuite(wanted, []);
  let { failures } = first;
  const ran = first.passed + failures.length;
  if (failures.length > 0 && failures.length <= MOST_RERUN && failures.every(({ file }) => file !== '')) {
    const files = [...new Set(failures.map(({ file }) => file))];
    const second = await runSuite(wanted, [...files, ...(wanted.again ?? [])]);
    const failedAgain = new Set(second.failures.map(({ test }) => test));
    for (const failure of failures) {
      if (failedAgain.has(failure.test)) continue;
      const error = failure.error.split('\n').slice(0, ERROR_LINES).join('\n  ');
      notes.push(`⚠ passed only at the second run: ${nameOf(failure)}: ${error}`);
    }
    failures = second.failures;
  }
  finishStage(wanted.stage, { passed: ran - failures.length, failures }, started);
  console.log(`  slowest: ${slowest(first.seconds ?? new Map(), SLOWEST).join(', ')}`);
}

const vitest = (stage: string, projects: string[]): Suite => ({
  stage,
  tool: 'vitest',
  args: [
    ...['run', ...projects.flatMap((name) => ['--project', name])],
    ...['--reporter=json', '--outputFile=REPORT', `--testNamePattern=^(?!.*${namesOf(others)})`],
  ],
  read: (report) => readVitestReport(report, root),
});

/** The stories in the engines of Safari and Firefox. Where an engine cannot be had, its stories fail in CI only. */
async function tellInOtherEngines(): Promise<void> {
  const { webkit, firefox } = findEngines(console.log);
  const there = [...(webkit ? ['WebKit'] : []), ...(firefox ? ['Firefox'] : [])];
  const missing = ['WebKit', 'Firefox'].filter((engine) => !there.includes(engine));
  if (missing.length > 0) {
    const words = `stories in ${missing.join(' and ')} did not run: apt-get install ${ENGINE_PACKAGES}`;
    notes.push(`⚠ ${words}`);
    console.log(`⚠ ${words}`);
    if (process.env.CI) total.failed += 1;
  }
  if (there.length === 0) return;
  await suite({
    stage: 'engines',
    tool: 'playwright',
    args: [
      ...['test', '--config', 'tests/engines/engines.config.ts', '--reporter=json'],
      ...there.map((engine) => `--project=${engine}`),
    ],
    again: ['--last-failed'],
    read: readPlaywrightReport,
  });
}

async function checkStatically(): Promise<void> {
  await check('types', '.', ['react-router', 'typegen'], ['tsc', '--noEmit', '--singleThreaded']);
  await check('lint', checks, ['biome', 'check', '.']);
  await check('unused code', checks, ['knip']);
}

/** What npm cannot install fails in the tests that need it. */
const install = (folder: string): Promise<void> =>
  installBeside(join(root, folder)).catch((error: Error) => console.log(error.message));

// Four test files need tracing.
const [built] = await Promise.all([
  build(),
  install('scripts/tracing').then(() => suite(vitest('rules', ['rules', 'server']))),
  install(checks),
]);
// The stories wait half of their time.
await Promise.all([checkStatically(), built ? tellInOtherEngines() : undefined]);
const databaseProjects = ['database', 'engine'];
await suite(
  built
    ? vitest('application', [...databaseProjects, 'application', 'measured'])
    : vitest('database', databaseProjects),
);
if (built) {
  await suite({
    stage: 'journeys',
    tool: 'playwright',
    args: ['test', '--reporter=json', `--grep-invert=${namesOf(others)}`],
    // Two workers would rerun a failed journey in parallel with the others of its file.
    again: ['--last-failed', '--workers=1'],
    env: { CHROMIUM: await findChromium(console.log) },
    read: readPlaywrightReport,
  });
}

rmSync(reports, { recursive: true, force: true });
for (const note of notes) console.log(note);
if (turn !== null)
  console.log(
    `turn ${turn} of ${TURNS}: ${others.length} tests wait for theirs (TURN=all npm test runs all)`,
  );
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
