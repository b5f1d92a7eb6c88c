/** Counts down the rest of a hold; at its end the page reloads its data. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { holdLeft, holdWordsLast } from './hold-left.ts';

/** @param leftMs when the page's data was loaded: a phone's clock may be wrong, its pace is not. */
export function HoldCountdown({ leftMs }: { leftMs: number }) {
  const [left, setLeft] = useState(leftMs);
  const { revalidate } = useRevalidator();
  const ended = useEffectEvent(() => void revalidate());
  useEffect(() => {
    const began = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const now = leftMs - (performance.now() - began);
      setLeft(now);
      if (now <= 0) ended();
      else timer = setTimeout(count, holdWordsLast(now));
    };
    count();
    return () => clearTimeout(timer);
  }, [leftMs]);
  return <span>{holdLeft(left)}</span>;
}
