import { expect, test } from 'vitest';
import { judgeSaving, judgeWrites, savingProblem, savingTrouble, type WriteTrial } from './write-rules.ts';

const refused: WriteTrial = {
  place: 'files',
  trouble: { kind: 'refused', text: 'The bucket answered 403.' },
};
const silent: WriteTrial = {
  place: 'database',
  trouble: { kind: 'silent', text: 'A write was not confirmed within 2 seconds.' },
};

test('what cannot be written is a problem with its cure, and what was not tried is not named', () => {
  expect(
    judgeWrites([{ place: 'disk', trouble: null }, refused, { place: 'database', trouble: undefined }]),
  ).toMatchObject(
    [
      { what: 'Data folder', state: 'ok' },
      { what: 'File store', state: 'problem', text: /answered 403\. Correct the bucket’s address/ },
    ].map((line) => ('text' in line ? { ...line, text: expect.stringMatching(line.text as RegExp) } : line)),
  );
});

test('of a full disk only free space is the cure', () => {
  const full: WriteTrial = { place: 'files', trouble: { kind: 'full', text: 'The disk is full.' } };
  expect(judgeWrites([full])[0]?.text).toBe(
    'The disk is full. Free some space there; until then the shop refuses photos and pictures.',
  );
});

test('one line names the first that fails, and the others', () => {
  expect(judgeSaving([refused, silent], []).text).toMatch(
    /^File store: The bucket answered 403\..* Also: Database writes\.$/,
  );
  expect(judgeSaving([{ place: 'disk', trouble: null }], []).state).toBe('ok');
});

test('an instance that cannot save is a problem of the shop, with its name, wherever the watch runs', () => {
  const fine: WriteTrial = { place: 'files', trouble: null };
  const reports = [
    { name: 'one (1)', savingTrouble: null },
    { name: 'two (2)', savingTrouble: savingTrouble([refused]) },
    { name: 'three (3)', savingTrouble: savingTrouble([silent]) },
  ];
  expect(judgeSaving([fine], reports.slice(0, 1)).state).toBe('ok');
  const { state, text } = judgeSaving([fine], reports);
  expect(state).toBe('problem');
  expect(text).toMatch(/^two \(2\): File store: The bucket answered 403\..* Also on three \(3\)\.$/);
  expect(judgeSaving([refused], reports).text).toMatch(/^File store: .* Also on two \(2\), three \(3\)\.$/);
});

test('/healthz says in a few words what cannot be written', () => {
  expect(savingProblem([{ place: 'disk', trouble: null }])).toBeNull();
  expect(savingProblem([{ place: 'disk', trouble: { kind: 'full', text: '' } }])).toBe('the disk is full');
  expect(savingProblem([refused, silent])).toBe(
    'the file store cannot be written to, the database does not confirm writes',
  );
});
