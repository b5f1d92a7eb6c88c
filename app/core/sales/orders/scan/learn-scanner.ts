/** Learns from what a scanner typed how it is set, and says in words what to change. Nothing of a license is stored or shown. */
import type { StoreDate } from '#kernel/time.ts';
import { idCardMessage, parseIdCard } from '../id-card/id-card.ts';
import { characterOf, type Keystroke, type RawKey, SCAN_PAUSE } from './keystrokes.ts';
import { withoutPrefix } from './scanned-code.ts';
import { controlled, meaningOf, type ScannerProfile, withoutOwnPrefix } from './scanner-profile.ts';
import { swapCase } from './us-keys.ts';

/**
 * The code to scan: every kind of sign that layouts differ in. It is no code of goods, orders or people, so that it does
 * nothing where it is scanned otherwise.
 */
export const SET_UP_CODE = 'SET-UP/AZQWYM/azqwym/0123456789/-_:#';

/** A scanner that is set slower is not told from a person. */
const SLOWEST = 80;

/** What is to be changed at the scanner or the tablet. `must`: scans are not read, or not surely, until it is. */
export type Advice = { text: string; must: boolean };

export type Learned = { profile: ScannerProfile | null; advice: Advice[] };

/** @param keys all that one scan typed, control keys too */
export function learnFromCode(keys: readonly Keystroke[]): Learned {
  const raw = keys.flatMap((each) => each.raw ?? []);
  const found = findCode(raw);
  if (!found) return { profile: null, advice: [notFound(raw)] };
  const { before, after, byPlace, isCaps } = found;
  const gaps = keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at));
  const gap = Math.round(gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0);
  const profile = {
    ...{ gap, prefix: before, byPlace },
    ending: endingOf(after, raw),
    controls: controlsOf(raw),
  };
  const isSlow = gap > SLOWEST || gaps.some((each) => each >= SCAN_PAUSE);
  return {
    profile: isSlow ? null : profile,
    advice: [
      isSlow &&
        must(`Set its delay between characters to none. It takes ${gap} ms; up to ${SLOWEST} are read.`),
      profile.ending === 'none' && may('Set it to type Enter after each code. Scans are read sooner then.'),
      profile.ending === 'several' && may('Set it to type one Enter after each code.'),
      isCaps && may('Caps Lock is on. Turn it off.'),
      byPlace &&
        may(
          'The tablet’s keyboard layout is not the scanner’s. This page has learned it. Learn again after a change.',
        ),
    ].filter((each) => each !== false),
  };
}

/** How the scanner types a license. Nothing of the license is in the answer. */
export function learnFromLicense(
  keys: readonly Keystroke[],
  known: ScannerProfile,
  today: StoreDate,
): Learned {
  const raw = keys.flatMap((each) => each.raw ?? []);
  const typed = raw.map((each) => meaningOf(each, known)).join('');
  const text = withoutOwnPrefix(withoutPrefix(typed), known);
  const profile = { ...known, controls: [...new Set([...known.controls, ...controlsOf(raw)])].sort() };
  const hasLines = (typed.trim().match(/[\n\t]/g)?.length ?? 0) >= 6;
  const card = parseIdCard(text, today);
  if (!/(?:ANSI ?|AAMVA)\d{8}/i.test(text))
    return {
      profile: null,
      advice: [must('This was not the barcode of a license. Scan the wide barcode on the back of one.')],
    };
  const kind = /^(\w{1,3})@/.exec(text)?.[1];
  return {
    profile,
    advice: [
      kind !== undefined &&
        must(`It types ‘${kind}’ before a license. Turn off its sign for the kind of barcode (‘Code ID’).`),
      !hasLines && must('Set it to type Enter for line feeds. Without line ends some licenses are refused.'),
      !card.ok &&
        isOfScanner(card.problem.kind) &&
        must(`The license was not read. ${idCardMessage(card.problem)}`),
    ].filter((each) => each !== false),
  };
}

/** Not what is wrong with the card itself, such as its date. */
const isOfScanner = (kind: string): boolean =>
  ['not-an-id', 'too-long', 'two-cards', 'header-unreadable', 'cut-short', 'run-together'].includes(kind);

const must = (text: string): Advice => ({ text, must: true });
const may = (text: string): Advice => ({ text, must: false });

function findCode(raw: readonly RawKey[]) {
  const isCaps = raw.some((each) => each.isCaps);
  const byLayout = raw.map(({ key, control }) => (control ? controlled(control) : characterOf(key))).join('');
  const byUs = raw
    .map(({ key, us, control }) => (control ? controlled(control) : us || characterOf(key)))
    .join('');
  for (const [text, byPlace] of [
    [byLayout, false],
    [swapCase(byLayout), false],
    [byUs, true],
  ] as const) {
    const at = text.indexOf(SET_UP_CODE);
    if (at >= 0)
      return { before: text.slice(0, at), after: text.slice(at + SET_UP_CODE.length), byPlace, isCaps };
  }
  return null;
}

function notFound(raw: readonly RawKey[]): Advice {
  const typed = raw.map(({ key }) => characterOf(key)).join('');
  if (/(?:ANSI ?|AAMVA)\d{8}/i.test(typed))
    return must('This was a license. Scan the code on this page first.');
  if (isPartOf(withoutPrefix(typed).trim(), SET_UP_CODE))
    return must('Characters are missing. Set its delay between characters to 10 ms, and scan again.');
  return must(
    'This was another code, or it arrived changed. Set the scanner to a US keyboard (‘Country’ or ‘Language’ in its manual), and scan again.',
  );
}

/** Whether the text is the whole with characters left out. */
function isPartOf(text: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === text[at]) at += 1;
  return text.length >= whole.length / 2 && at === text.length;
}

function endingOf(after: string, raw: readonly RawKey[]): ScannerProfile['ending'] {
  if (after === '') return 'none';
  if (after.length > 1) return 'several';
  if (raw.at(-1)?.control) return 'line-feed';
  return after === '\t' ? 'tab' : 'enter';
}

const controlsOf = (raw: readonly RawKey[]): string[] =>
  [...new Set(raw.map(({ control }) => control).filter(Boolean))].sort();
