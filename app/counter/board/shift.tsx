/**
 * Renders 'Start shift': after it the board stays awake, chimes for each new order until someone packs it or presses
 * 'Got it', and counts new orders in the page's title. The shift goes on while its person is on other pages.
 */
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Bell, BellOff } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';
import { chime, closeSound, openSound, useSoundIsOpen } from '../frame/shift-sound.ts';
import { actionCount } from '../offline/offline-action.ts';
import { useHeld } from '../offline/use-connection.ts';

const AGAIN_MS = 20_000;

/** The orders that were there when the shift started, or that someone has seen since. */
let seenThisShift: ReadonlySet<string> = new Set();

/** @param waiting the numbers of orders that no one packs; `total` may be more than are shown */
export function Shift({ waiting, total }: { waiting: readonly string[]; total: number }) {
  const isOn = useSoundIsOpen();
  const unsent = useHeld().waiting.length;
  const toast = useToast();
  const [seen, setSeen] = useState(seenThisShift);
  const unseen = isOn ? waiting.filter((number) => !seen.has(number)) : [];
  useAwake(isOn);
  useTitle(isOn ? total : 0);
  useChime(unseen.join());

  const see = (before: ReadonlySet<string>) => {
    seenThisShift = new Set([...before, ...waiting]);
    setSeen(seenThisShift);
  };
  const start = () => {
    see(new Set());
    openSound();
  };
  const end = () => {
    closeSound();
    if (unsent > 0)
      toast.show(`${actionCount(unsent)} on this tablet not sent yet. Leave it on until they are.`, {
        tone: 'error',
      });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 noscript:hidden">
      {unseen.length > 0 ? (
        <Button className="min-h-12" onClick={() => see(seen)}>
          {unseen.length === 1 ? '1 new order: got it' : `${unseen.length} new orders: got it`}
        </Button>
      ) : null}
      <Button rank="secondary" className="min-h-12" aria-pressed={isOn} onClick={isOn ? end : start}>
        {isOn ? (
          <Bell aria-hidden="true" className="size-4" />
        ) : (
          <BellOff aria-hidden="true" className="size-4" />
        )}
        {isOn ? 'End shift' : 'Start shift'}
      </Button>
      <p role="status" className="sr-only">
        {unseen.length > 0 ? `New order ${unseen.at(-1)}` : ''}
      </p>
    </div>
  );
}

/** Chimes when `unseen` changes to other orders, and again until it is empty. */
function useChime(unseen: string): void {
  useEffect(() => {
    if (unseen === '') return;
    chime();
    const timer = setInterval(chime, AGAIN_MS);
    return () => clearInterval(timer);
  }, [unseen]);
}

/** The screen stays on; browsers release it when the page is hidden. */
function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let ended = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const asked = await navigator.wakeLock.request('screen');
        if (ended) void asked.release();
        else lock = asked;
      } catch {
        // A tablet with little battery refuses; the board works the same.
      }
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [wanted]);
}

/** '(3) Counter' */
function useTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    const plain = document.title;
    document.title = `(${count}) ${plain}`;
    return () => {
      document.title = plain;
    };
  }, [count]);
}
