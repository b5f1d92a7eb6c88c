import { expect, test } from 'vitest';
import { instantOf, storeDate } from '#kernel/time.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { keysOfScan, type SyntheticScanner, scannerOf } from '#tests/support/scanners.ts';
import { learnFromCode, learnFromLicense, SET_UP_CODE } from './learn-scanner.ts';
import { readScannedCode } from './scanned-code.ts';
import { keystrokeOf, profileWords, withoutOwnPrefix } from './scanner-profile.ts';

const TODAY = storeDate(instantOf(new Date('2026-11-29T12:00:00Z')), 'America/New_York');
const plain: SyntheticScanner = {
  ...scannerOf(0),
  ...{ gap: 12, prefix: '', ending: '\n', controls: false, pause: 0, capsLock: false, layout: 'us' },
};
const keysBy = (changes: Partial<SyntheticScanner>, text: string) =>
  keysOfScan({ ...plain, ...changes }, text).map((event) => keystrokeOf(event, event.at, null));
const learned = (changes: Partial<SyntheticScanner>, text = SET_UP_CODE) =>
  learnFromCode(keysBy(changes, text));
const says = (changes: Partial<SyntheticScanner>, text?: string) =>
  learned(changes, text).advice.map((each) => each.text);

test('the code on the page is the code of nothing else', () => {
  expect(readScannedCode(SET_UP_CODE, 'shop.example').kind).toBe('unknown');
});

test('speed, prefix, ending and control keys are learned from one code', () => {
  expect(learned({}).profile).toEqual({
    ...{ gap: 12, prefix: '', ending: 'enter', controls: [], byPlace: false },
  });
  const { profile } = learned({ gap: 40, prefix: ']C1', ending: '^j' });
  expect(profile).toMatchObject({ gap: 40, prefix: ']C1', ending: 'line-feed', controls: ['j'] });
  expect(profile && profileWords(profile)).toBe(
    'Learned: 40 ms a character, ‘]C1’ before a code, a line feed after a code, control keys J.',
  );
});

test('a letter that it types before a code is left out of what it scans later, and only that', () => {
  const { profile } = learned({ prefix: 'X' });
  expect(withoutOwnPrefix('X012345678905', profile)).toBe('012345678905');
  expect(withoutOwnPrefix('012345678905', profile)).toBe('012345678905');
});

test('another layout of the tablet is learned by the places of keys', () => {
  for (const layout of ['german', 'french', 'spanish'] as const)
    expect([layout, learned({ layout }).profile?.byPlace]).toEqual([layout, true]);
});

test('it says in words what to change', () => {
  expect(says({ gap: 95 })).toEqual([
    'Set its delay between characters to none. It takes 95 ms; up to 80 are read.',
  ]);
  expect(learned({ gap: 95 }).profile).toBeNull();
  expect(says({ ending: '' })).toEqual(['Set it to type Enter after each code. Scans are read sooner then.']);
  expect(says({ ending: '\n\n' })).toEqual(['Set it to type one Enter after each code.']);
  expect(says({ capsLock: true })).toEqual(['Caps Lock is on. Turn it off.']);
  expect(says({}, SET_UP_CODE.replaceAll(/[3-7]/g, ''))[0]).toMatch('Characters are missing.');
  expect(says({}, '012345678905')[0]).toMatch('This was another code');
  expect(says({}, cardText())).toEqual(['This was a license. Scan the code on this page first.']);
});

test('a license says whether line ends and the kind of barcode are typed as they should, and nothing of its person', () => {
  const known = learned({}).profile;
  if (!known) throw new Error('nothing was learned');
  const ofLicense = (changes: Partial<SyntheticScanner>, text = cardText()) =>
    learnFromLicense(keysBy(changes, text), known, TODAY);
  expect(ofLicense({ controls: true })).toEqual({ profile: { ...known, controls: [']'] }, advice: [] });
  expect(ofLicense({ prefix: 'X' }).advice[0]?.text).toMatch('It types ‘X’ before a license.');
  expect(ofLicense({}, '012345678905').profile).toBeNull();
  const { profile: withX } = learned({ prefix: 'X', ending: '' });
  if (!withX) throw new Error('nothing was learned');
  const typed = cardText().replaceAll('\x1e', '').replaceAll('\r', '\n');
  expect(learnFromLicense(keysBy({ prefix: 'X', ending: '', gap: 3 }, typed), withX, TODAY).advice).toEqual(
    [],
  );
  const runTogether = cardText().replaceAll(/[\r\n]/g, '');
  const { advice } = ofLicense({}, runTogether);
  expect(advice[0]?.text).toMatch('Set it to type Enter for line feeds.');
  expect(JSON.stringify(ofLicense({}))).not.toMatch(/HALE|123456789/);
});
