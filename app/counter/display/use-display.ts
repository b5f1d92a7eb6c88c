/**
 * What a screen for customers shows now: asked for whenever the live channel says that it changed, and every few seconds. null
 * before the first answer, and when the last one is too old: an amount of before is never shown as one of now.
 */
import { useEffect, useRef, useState } from 'react';
import { ASK_EVERY_MS, type DisplayView, UNSURE_AFTER_MS } from '#core/sales/displays/display.ts';

const PATIENCE_MS = 4000;
const LOOK_EVERY_MS = 500;

type Answer = { view: DisplayView; askedAt: number };

export function useDisplay(): DisplayView | null {
  const [view, setView] = useState<DisplayView | null>(null);
  // A screen that is not paired has nothing to hear: each try would be a refusal in the log.
  const [isPaired, setPaired] = useState(false);
  const asks = useRef<() => void>(undefined);
  useEffect(() => {
    let last: Answer | null = null;
    const show = () =>
      setView(last !== null && performance.now() - last.askedAt < UNSURE_AFTER_MS ? last.view : null);
    const ask = async () => {
      const answer = await askNow();
      // Of two questions the later one's answer counts, in whatever order they come.
      if (answer !== null && (last === null || answer.askedAt > last.askedAt)) {
        last = answer;
        setPaired(answer.view.kind !== 'code');
      }
      show();
    };
    asks.current = () => void ask();
    const asking = setInterval(() => void ask(), ASK_EVERY_MS);
    const looking = setInterval(show, LOOK_EVERY_MS);
    void ask();
    return () => {
      clearInterval(asking);
      clearInterval(looking);
    };
  }, []);
  useEffect(() => (isPaired ? listen(() => asks.current?.()) : undefined), [isPaired]);
  useAwake();
  return view;
}

/** null without an answer. */
async function askNow(): Promise<Answer | null> {
  const askedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch('/display/state', { method: 'POST', signal, cache: 'no-store' });
    return response.ok ? { view: (await response.json()) as DisplayView, askedAt } : null;
  } catch {
    return null;
  }
}

/** @param hear called for whatever the stream says. A stream that is refused is not opened again: asking goes on. */
function listen(hear: () => void): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source?.close();
    source = new EventSource('/display/live');
    for (const name of ['hello', 'topics', 'everything', 'end']) source.addEventListener(name, hear);
    source.onerror = () => {
      source?.close();
      clearTimeout(retry);
      retry = setTimeout(open, 2 * ASK_EVERY_MS);
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}

/** The screen stays on. */
function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    const ask = () => {
      // A tablet with little battery refuses.
      if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
}
