/** Renders the set-up of a scanner: a code to scan, then a license, and what to change. Nothing of it leaves the tablet. */
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Keystroke } from '#core/sales/orders/scan/keystrokes.ts';
import {
  type Advice,
  type Learned,
  learnFromCode,
  learnFromLicense,
} from '#core/sales/orders/scan/learn-scanner.ts';
import { onProfileChange, ownProfile, storeProfile } from '#core/sales/orders/scan/own-profile.ts';
import { profileWords } from '#core/sales/orders/scan/scanner-profile.ts';
import { useScannerKeys } from '#core/sales/orders/scan/use-scanner.ts';
import { parseDate } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

import { accept, warn } from '../kit/shift-sound.ts';
import { QrCode } from './qr-code.tsx';

type Said = { of: 'code' | 'license'; learned: Learned };

export function LearnScanner({ today, qr }: { today: string; qr: { size: number; path: string } }) {
  const known = useSyncExternalStore(onProfileChange, ownProfile, () => null);
  const [code, setCode] = useState<Learned | null>(null);
  const [license, setLicense] = useState<Learned | null>(null);
  useScannerKeys((keys) => {
    const { of, learned } = learn(keys, today, code?.profile != null);
    (of === 'code' ? setCode : setLicense)(learned);
    if (of === 'code') setLicense(null);
    if (learned.profile) storeProfile(learned.profile);
    (learned.profile ? accept : warn)();
  });
  const forget = () => {
    storeProfile(null);
    setCode(null);
    setLicense(null);
  };
  return (
    <>
      <Notice tone="caution" className="mb-5 hidden noscript:block">
        This page needs JavaScript. Without it a scanner types into the field that has the focus.
      </Notice>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 noscript:hidden">
        <p className="min-w-0 flex-1 basis-72 text-ink-soft">
          {known ? profileWords(known) : 'This tablet has not learned its scanner yet.'}
        </p>
        {known ? (
          <Button rank="quiet" className="min-h-11" onClick={forget}>
            Forget it
          </Button>
        ) : null}
      </div>
      <ol className="grid gap-8 noscript:hidden">
        <Step title="1. Scan this code" said={code} done="The code was read.">
          <QrCode {...qr} label="QR code to scan" />
          <p className="text-sm text-ink-soft">
            If nothing happens, check the cable, and that the scanner works as a USB keyboard.
          </p>
        </Step>
        <Step title="2. Scan a license" said={license} done="The license was read.">
          <p className="text-ink-soft">
            {code?.profile
              ? 'Scan the wide barcode on the back of your own. Nothing of it is stored or shown.'
              : 'After the code.'}
          </p>
        </Step>
      </ol>
    </>
  );
}

/** After our code a license is meant, unless our code comes again. */
function learn(keys: readonly Keystroke[], today: string, isCodeKnown: boolean): Said {
  const asCode = learnFromCode(keys);
  const known = ownProfile();
  const day = parseDate(today);
  if (asCode.profile || !isCodeKnown || !known || !day) return { of: 'code', learned: asCode };
  return { of: 'license', learned: learnFromLicense(keys, known, day) };
}

function Step({
  title,
  said,
  done,
  children,
}: {
  title: string;
  said: Learned | null;
  done: string;
  children: ReactNode;
}) {
  return (
    <li className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
      {said ? (
        <Notice tone={toneOf(said)} title={titleOf(said, done)}>
          <AdviceList advice={said.advice} />
        </Notice>
      ) : null}
    </li>
  );
}

function titleOf({ profile, advice }: Learned, done: string): string {
  if (!profile) return 'Not set up yet';
  return advice.some(({ must }) => must) ? 'Change this, and scan again' : done;
}

function toneOf({ profile, advice }: Learned): 'error' | 'caution' | 'success' {
  if (!profile) return 'error';
  return advice.some(({ must }) => must) ? 'caution' : 'success';
}

function AdviceList({ advice }: { advice: readonly Advice[] }) {
  return advice.length === 0 ? (
    <p>Nothing needs to be changed.</p>
  ) : (
    <ul className="grid gap-1">
      {advice.map(({ text }) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}
