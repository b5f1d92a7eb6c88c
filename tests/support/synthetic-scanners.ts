/** What many synthetic scanners come to: read, told what to set, or wrong. */

import { parseIdCard } from '#core/sales/orders/id-card/id-card.ts';
import {
  type Focus,
  isHeld,
  type Keystroke,
  pauseAfter,
  readScan,
} from '#core/sales/orders/scan/keystrokes.ts';
import { learnFromCode, learnFromLicense, SET_UP_CODE } from '#core/sales/orders/scan/learn-scanner.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import {
  keystrokeOf,
  type ScannerProfile,
  withoutOwnPrefix,
} from '#core/sales/orders/scan/scanner-profile.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { cardText } from './id-cards.ts';
import { keysOfScan, type SyntheticScanner, scannerOf } from './scanners.ts';

const TODAY = storeDate(instantOf(new Date('2026-11-29T12:00:00Z')), 'America/New_York');
const HOST = 'shop.example';
const LICENSE = cardText();
const CODES = [
  '012345678905',
  'A1B2C3D4E5F6',
  '1A4FF0100000022000000123',
  'HTTPS://1A4.COM/10NOIEYKAJDG6CF0EXGJL',
  'KM-2026-05',
  LICENSE,
];
const meant = (text: string) => readScannedCode(text, HOST);

/** As the page collects them: a later key ends a scan, and what follows is another. */
function scansOf(scanner: SyntheticScanner, code: string, profile: ScannerProfile | null): Keystroke[][] {
  const scans: Keystroke[][] = [[]];
  for (const event of keysOfScan(scanner, code)) {
    const scan = scans.at(-1) ?? [];
    const last = scan.at(-1);
    const stroke = keystrokeOf(event, event.at, profile);
    if (last && event.at - last.at >= pauseAfter(scan)) scans.push([stroke]);
    else scan.push(stroke);
  }
  return scans;
}

function readBy(scanner: SyntheticScanner, code: string, profile: ScannerProfile | null): string[] {
  return scansOf(scanner, code, profile).flatMap((keys) => {
    const scan = readScan(keys, 'page');
    return scan ? [withoutOwnPrefix(scan.text, profile)] : [];
  });
}

/** Whether it is what was meant: a license by what it says, because scanners leave its separators out. */
function isRight(read: readonly string[], code: string): boolean {
  const [text = '', ...more] = read;
  if (more.length > 0) return false;
  if (code !== LICENSE) return JSON.stringify(meant(text)) === JSON.stringify(meant(code));
  const card = parseIdCard(text, TODAY);
  return card.ok && card.value.number === '123456789';
}

/** The scanner's Enter and Tab that the page would hear. */
function pressesOf(scanner: SyntheticScanner, code: string, focus: Focus): number {
  return scansOf(scanner, code, null).reduce(
    (sum, keys) =>
      sum +
      keys.filter(({ key }, index) => /^(?:Enter|Tab)$/.test(key) && !isHeld(keys.slice(0, index + 1), focus))
        .length,
    0,
  );
}

function setUp(scanner: SyntheticScanner) {
  const ofCode = learnFromCode(scansOf(scanner, SET_UP_CODE, null)[0] ?? []);
  if (!ofCode.profile) return ofCode;
  const ofLicense = learnFromLicense(
    scansOf(scanner, LICENSE, ofCode.profile)[0] ?? [],
    ofCode.profile,
    TODAY,
  );
  return { profile: ofLicense.profile, advice: [...ofCode.advice, ...ofLicense.advice] };
}

const scannersOf = (count: number) => Array.from({ length: count }, (_, index) => scannerOf(index));

/** `told` are not read, but know what to set; `lost` are neither. */
export function readAfterSetUp(count: number) {
  const result = { read: 0, told: 0, lost: [] as string[] };
  for (const scanner of scannersOf(count)) {
    const { profile, advice } = setUp(scanner);
    for (const code of CODES)
      if (isRight(readBy(scanner, code, profile), code)) result.read += 1;
      else if (advice.some(({ must }) => must)) result.told += 1;
      else result.lost.push(JSON.stringify({ ...scanner, code: code.slice(0, 24) }));
  }
  return result;
}

/** Scans that were read as another code than was scanned, learned or not. A label is looked up, and found or not. */
export function readAsOthers(count: number): string[] {
  const wrong = [];
  for (const scanner of scannersOf(count))
    for (const profile of [null, setUp(scanner).profile])
      for (const code of CODES)
        for (const text of readBy(scanner, code, profile)) {
          const { kind } = meant(text);
          if (kind === 'unknown' || kind === 'label') continue;
          if (kind === 'id-card' ? code !== LICENSE : !isRight([text], code))
            wrong.push(JSON.stringify({ ...scanner, code: code.slice(0, 24), text }));
        }
  return wrong;
}

/** Enter and Tab of scanners that the page would hear: on a button, and in a field from a license. */
export function pressesHeard(count: number): number {
  return scannersOf(count).reduce(
    (sum, scanner) =>
      CODES.reduce(
        (all, code) => all + pressesOf(scanner, code, 'page'),
        sum + pressesOf(scanner, LICENSE, 'text'),
      ),
    0,
  );
}
