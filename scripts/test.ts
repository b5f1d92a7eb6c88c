/**
 * `npm test`: everything that must hold, in the order in which it fails fastest. Prints each stage as it
 * goes, and at the very end one line: 'N passed, N failed'. Exit code 0 only when nothing failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build.ts';
import { findChromium } from './find-chromium.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'farmgate-reports-'));
const bin = (name: string) => join(root, 'node_modules/.bin', name);

type Count = { passed: number; failed: number };
const total: Count = { passed: 0, failed: 0 };
/** A line for each failure, said once more at the end: whoever reads only the last lines learns what it was. */
const notes: string[] = [];

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
  if (!ok) notes.push(`✗ ${stage}`);
  add(stage, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, started);
}

/** `file` as the suite's command takes it. */
type Failure = { file: string; test: string; why: string };
type Report = { passed: number; failures: Failure[] };

/** More than this is no hiccup of the machine. */
const FEW = 5;

/** A suite that writes a JSON report; one that ran no test, or died without a report, has failed. */
async function suite(
  stage: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  read: (report: unknown) => Report,
): Promise<void> {
  const started = Date.now();
  const runOnce = async (files: string[]): Promise<Report> => {
    const path = join(reports, `${stage}-${files.length}.json`);
    const all = [...args.map((arg) => arg.replace('REPORT', path)), ...files];
    const ok = await run(bin(command), all, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path });
    let report: Report = { passed: 0, failures: [] };
    try {
      report = read(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      console.error(`${stage} ended without a report.`);
    }
    if ((!ok || report.passed === 0) && report.failures.length === 0)
      report.failures.push({ file: '', test: stage, why: 'did not run to its end' });
    return report;
  };

  const first = await runOnce([]);
  let { failures } = first;
  const all = first.passed + failures.length;
  // A shared machine stands still now and then. What failed is run once more by itself: what fails again is
  // red; what does not is named at the end, because it is a finding all the same.
  if (failures.length > 0 && failures.length <= FEW && failures.every(({ file }) => file !== '')) {
    console.log(`— ${stage}: ${failures.length} failed, and run once more\n`);
    const second = await runOnce([...new Set(failures.map(({ file }) => file))]);
    const failedAgain = new Set(second.failures.map(({ test }) => test));
    for (const failure of failures)
      if (!failedAgain.has(failure.test)) notes.push(`⚠ passed only at the second run: ${lineOf(failure)}`);
    failures = second.failures;
  }
  for (const failure of failures) notes.push(`✗ ${lineOf(failure)}`);
  add(stage, { passed: all - failures.length, failed: failures.length }, started);
}

const lineOf = ({ file, test, why }: Failure) => [file, test, why].filter(Boolean).join(': ');

/** The first line of an error, without colors. */
const firstLine = (error = '') => stripVTControlCharacters(error).split('\n')[0]?.slice(0, 300) ?? '';

function ofVitest(report: unknown): Report {
  const { numPassedTests, testResults } = report as {
    numPassedTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be read, or whose preparations failed, has no test that says so.
    if (status === 'failed' && failed.length === 0)
      return [{ file, test: 'the file itself', why: firstLine(message) }];
    return failed.map((test) => ({ file, test: test.fullName, why: firstLine(test.failureMessages[0]) }));
  });
  return { passed: numPassedTests, failures };
}

type Journeys = {
  suites?: Journeys[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

function ofPlaywright(report: unknown): Report {
  const failuresOf = ({ suites = [], specs = [] }: Journeys): Failure[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
      .map(({ file, title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error?.message;
        return { file, test: title, why: firstLine(error) };
      }),
    ...suites.flatMap(failuresOf),
  ];
  const { expected } = (report as { stats: { expected: number } }).stats;
  return { passed: expected, failures: failuresOf(report as Journeys) };
}
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
  if (!built) notes.push('✗ build');
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
for (const note of notes) console.log(note);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
