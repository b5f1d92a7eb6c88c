/**
 * Renders 'Start shift': after it the board stays awake, chimes for each new order until someone packs it or presses
 * 'Got it', and counts new orders in the page's title. The shift goes on while its person is on other pages, and after a
 * reload, which says that the sound is off until the next press.
 */
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Bell, BellOff } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';
import {
  chime,
  endShift,
  openSound,
  seenOrders,
  seeOrders,
  startShift,
  useShift,
} from '../kit/shift-sound.ts';
import { actionCount } from '../network/offline-action.ts';
import { useHeld } from '../network/use-connection.ts';

const AGAIN_MS = 20_000;

/** @param cards of the orders that no one packs; `total` may be more than are shown */
export function Shift({ cards, total }: { cards: readonly { number: string }[]; total: number }) {
  const waiting = cards.map(({ number }) => number);
  const shift = useShift();
  const isOn = shift !== 'off';
  const unsent = useHeld().waiting.length;
  const toast = useToast();
  // Read again after each press: the tab stores it.
  const [, setPressed] = useState(0);
  const seen = new Set(isOn ? seenOrders() : []);
  const unseen = isOn ? waiting.filter((number) => !seen.has(number)) : [];
  useAwake(isOn);
  useTitle(isOn ? total : 0);
  useChime(shift === 'on' ? unseen.join() : '');

  const see = () => {
    seeOrders([...seen, ...waiting]);
    setPressed((times) => times + 1);
  };
  const end = () => {
    endShift();
    if (unsent > 0)
      toast.show(`${actionCount(unsent)} on this tablet not sent yet. Leave it on until they are.`, {
        tone: 'error',
      });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 noscript:hidden">
      {unseen.length > 0 ? (
        <Button className="min-h-12" onClick={see}>
          {unseen.length === 1 ? '1 new order: got it' : `${unseen.length} new orders: got it`}
        </Button>
      ) : null}
      {shift === 'silent' ? (
        <Button className="min-h-12" onClick={openSound}>
          Sound is off. Turn on
        </Button>
      ) : null}
      <Button
        rank="secondary"
        className="min-h-12"
        aria-pressed={isOn}
        onClick={isOn ? end : () => startShift(waiting)}
      >
        {shift === 'on' ? (
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
