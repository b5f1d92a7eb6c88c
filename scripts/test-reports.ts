/** Parses the JSON reports of the two test runners into one shape. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `file` as the runner's command line accepts it; `error` is the runner's full message, without colors. */
export type Failure = { file: string; test: string; error: string };
export type Report = { passed: number; failures: Failure[] };

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
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
  return { passed: numPassedTests, failures };
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string; stack?: string } }[] }[];
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
  const { expected } = (report as { stats: { expected: number } }).stats;
  return { passed: expected, failures: failuresOf(report as PlaywrightSuite) };
}

const plain = (error = '') => stripVTControlCharacters(error);
