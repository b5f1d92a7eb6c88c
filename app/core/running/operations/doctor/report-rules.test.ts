/** When reports to the state are worth a look, and when they are a problem. */
import { describe, expect, test } from 'vitest';
import { judgeReports } from './report-rules.ts';

const calm = {
  ...{ isOn: true, silentSeconds: null, waiting: 0, oldestSeconds: null, tasks: 0, oldestTaskSeconds: null },
};
const hours = (count: number) => count * 3600;

describe('reports', () => {
  test.each([
    ['none waiting', 'ok', calm, 'Nothing is waiting.'],
    [
      'some for an hour',
      'ok',
      { ...calm, waiting: 4, oldestSeconds: hours(1) },
      'Waiting: 4, none for long.',
    ],
    ['one for longer', 'warning', { ...calm, waiting: 1, oldestSeconds: hours(3) }, '1 waits, for 3 hours'],
    ['one for two days', 'problem', { ...calm, waiting: 1, oldestSeconds: hours(49) }, '1 waits'],
    ['a task', 'warning', { ...calm, tasks: 1, oldestTaskSeconds: 60 }, '1 was refused and needs a decision'],
    ['an old task', 'problem', { ...calm, tasks: 2, oldestTaskSeconds: hours(49) }, '2 were refused'],
    [
      'a silence',
      'warning',
      { ...calm, silentSeconds: hours(2), waiting: 9, oldestSeconds: hours(2) },
      'not answered',
    ],
    ['a short silence', 'ok', { ...calm, silentSeconds: 600 }, 'Nothing is waiting.'],
    [
      'what waits of a shop that watches',
      'ok',
      { ...calm, isOn: false, waiting: 9, oldestSeconds: hours(90) },
      'watches',
    ],
    ['its tasks', 'warning', { ...calm, isOn: false, tasks: 1, oldestTaskSeconds: 60 }, 'refused'],
  ] as const)('%s: %s', (_, state, facts, words) => {
    const finding = judgeReports(facts);
    expect(finding.state).toBe(state);
    expect(finding.text).toContain(words);
  });
});
