/** Which of the rotating warnings a view shows: every page is a view, fetched from the server or not. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { setCookieHere, viewCookie } from '#platform/cookies.ts';

/** Views go round through as many as the law has warnings, so that four in a row show all four. */
const VIEWS = 4;

/**
 * `first` is what the server counted for this document. Each change of location goes one on, and tells the
 * cookie what the next document is to show, so that the round is not broken by a reload.
 */
export function useView(first: number): number {
  const { key } = useLocation();
  const [view, setView] = useState(first);
  const counted = useRef({ key, view: first });

  useEffect(() => {
    if (counted.current.key === key) return;
    const next = (counted.current.view + 1) % VIEWS;
    counted.current = { key, view: next };
    setView(next);
    setCookieHere(viewCookie.write(String((next + 1) % VIEWS)));
  }, [key]);

  return view;
}
