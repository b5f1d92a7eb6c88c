/** Sends scans one after the other, and collects what the server says about them. */
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { v7 } from 'uuid';
import { packMessage } from '#core/sales/orders/packing/pack-problem.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { useScanner } from '#core/sales/orders/scan/use-scanner.ts';
import { accept, warn } from '../kit/shift-sound.ts';
import { useHeld } from '../network/use-connection.ts';
import type { PackAnswer } from './pack-answer.ts';

/** More answers than this are not read. */
const MOST_SAID = 5;

/** @param answer of a form that navigates, such as the last step; without scripts, of every form */
export function usePackingScans(answer: PackAnswer | undefined) {
  const fetcher = useFetcher<PackAnswer>();
  const waiting = useRef<{ code: string; key: string }[]>([]);
  const [said, setSaid] = useState<readonly PackAnswer[]>(answer ? [answer] : []);
  const [heard, setHeard] = useState<PackAnswer | undefined>(undefined);
  const { data, state, submit } = fetcher;
  const [answered, setAnswered] = useState(answer);
  if (answer !== answered) {
    setAnswered(answer);
    if (answer) setSaid([answer]);
  }
  if (data !== undefined && data !== heard) {
    setHeard(data);
    setSaid([...said, data].slice(-MOST_SAID));
  }
  useEffect(() => {
    if (data) (data.kind === 'done' ? accept : warn)();
  }, [data]);

  const sendNext = () => {
    const next = waiting.current[0];
    if (!next || state !== 'idle') return;
    waiting.current = waiting.current.slice(1);
    void submit({ intent: 'scan', ...next }, { method: 'post' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is looked at whenever an answer is complete.
  useEffect(sendNext, [state]);

  const scan = (text: string) => {
    // What was said about the scans before stays until this one, unless they are still on their way.
    if (state === 'idle' && waiting.current.length === 0) setSaid([]);
    const code = readScannedCode(text, window.location.host);
    // A license does not leave the tablet.
    if (code.kind === 'id-card') {
      warn();
      setSaid((before) => [...before, { kind: 'refused', ...packMessage({ kind: 'no-goods', code }) }]);
      return;
    }
    // Not the kernel's newId, whose code would then come with every page of the shop.
    waiting.current = [...waiting.current, { code: text, key: v7() }];
    sendNext();
  };
  useScanner(scan);

  /** Before a press: what was said about the scan before is over. */
  const { waiting: held } = useHeld();
  // 'Not sent yet' is over once this tablet holds nothing.
  const shown = held.length > 0 ? said : said.filter((each) => each.kind !== 'done' || !each.waits);
  return { fetcher, said: shown, isBusy: state !== 'idle', clear: () => setSaid([]), scan };
}
