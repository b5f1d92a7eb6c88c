/**
 * Renders 'Start shift': after it the board stays awake, chimes for each new order until someone packs it or presses
 * 'Got it', and counts new orders in the page's title. Browsers play sound only after a press.
 */
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Bell, BellOff } from '#ui/icons.ts';

const AGAIN_MS = 20_000;

/** @param waiting the numbers of orders that no one packs; `total` may be more than are shown */
export function Shift({ waiting, total }: { waiting: readonly string[]; total: number }) {
  const [audio, setAudio] = useState<AudioContext | null>(null);
  /** The orders that were there when the shift started, or that someone has seen since. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unseen = audio ? waiting.filter((number) => !seen.has(number)) : [];
  useAwake(audio !== null);
  useTitle(audio === null ? 0 : total);
  useChime(audio, unseen.join());

  const start = () => {
    setSeen(new Set(waiting));
    setAudio(new AudioContext());
  };
  const end = () => {
    void audio?.close();
    setAudio(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 noscript:hidden">
      {unseen.length > 0 ? (
        <Button className="min-h-12" onClick={() => setSeen(new Set([...seen, ...waiting]))}>
          {unseen.length === 1 ? '1 new order: got it' : `${unseen.length} new orders: got it`}
        </Button>
      ) : null}
      <Button
        rank="secondary"
        className="min-h-12"
        aria-pressed={audio !== null}
        onClick={audio ? end : start}
      >
        {audio ? (
          <Bell aria-hidden="true" className="size-4" />
        ) : (
          <BellOff aria-hidden="true" className="size-4" />
        )}
        {audio ? 'End shift' : 'Start shift'}
      </Button>
      <p role="status" className="sr-only">
        {unseen.length > 0 ? `New order ${unseen.at(-1)}` : ''}
      </p>
    </div>
  );
}

/** Chimes when `unseen` changes to other orders, and again until it is empty. */
function useChime(audio: AudioContext | null, unseen: string): void {
  useEffect(() => {
    if (!audio || unseen === '') return;
    chime(audio);
    const timer = setInterval(() => chime(audio), AGAIN_MS);
    return () => clearInterval(timer);
  }, [audio, unseen]);
}

/** Two soft tones, the second higher. */
function chime(audio: AudioContext): void {
  for (const [at, hertz] of [
    [0, 660],
    [0.18, 880],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.45);
  }
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
