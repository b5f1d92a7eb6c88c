/** Parses the JSON reports of the two test runners into one shape. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `file` as the runner's command line accepts it; `error` is the runner's full message, without colors. */
export type Failure = { file: string; test: string; error: string };
/** `seconds` by file: of its tests one after the other, what comes before them included where the runner says it. */
export type Report = { passed: number; failures: Failure[]; seconds?: ReadonlyMap<string, number> };

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Reads Vitest's JSON report; a file that failed to load counts as one failure. */
export function readVitestReport(report: unknown, root: string): Report {
  const { numPassedTests, testResults } = report as VitestReport;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0)
      return [{ file, test: 'the file itself', error: plain(message) }];
    return failed.map((test) => ({ file, test: test.fullName, error: plain(test.failureMessages[0]) }));
  });
  const seconds = new Map(
    testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
  );
  return { passed: numPassedTests, failures, seconds };
}

type Result = { duration: number; error?: { message?: string; stack?: string } };
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: Result[] }[];
  }[];
};

/** Reads Playwright's JSON report. */
export function readPlaywrightReport(report: unknown): Report {
  const failuresOf = ({ suites = [], specs = [] }: PlaywrightSuite): Failure[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
      .map(({ file, title, tests }) => {
        const failed = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
        return { file, test: title, error: plain(failed?.stack ?? failed?.message) };
      }),
    ...suites.flatMap(failuresOf),
  ];
  const seconds = new Map<string, number>();
  const addTimes = ({ suites = [], specs = [] }: PlaywrightSuite): void => {
    for (const { file, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results))
        seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
    suites.forEach(addTimes);
  };
  addTimes(report as PlaywrightSuite);
  const { expected } = (report as { stats: { expected: number } }).stats;
  return { passed: expected, failures: failuresOf(report as PlaywrightSuite), seconds };
}

/** The files that take the longest: '12 s tests/a.test.ts'. */
export const slowest = (seconds: ReadonlyMap<string, number>, count: number): string[] =>
  [...seconds]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([file, time]) => `${time.toFixed(0)} s ${file}`);

const plain = (error = '') => stripVTControlCharacters(error);
