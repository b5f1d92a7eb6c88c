/**
 * Chooses which of the rotating warnings a view shows: every page is a view, fetched from the server or not. Every page
 * contains all of them, so that everyone gets the same bytes; the browser counts, and app.css shows the one whose turn
 * it is. Without scripts all of them are shown.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ageCookie, setCookieHere, viewCookie } from '#platform/requests/cookies.ts';
import { holdsAffirmation } from './age-affirmation.ts';

/** Views rotate through as many as the law has warnings, so that four in a row show all four. */
const VIEWS = 4;

/** On <html>: which view this is. */
const VIEW_ATTRIBUTE = 'data-view';

/**
 * Runs in <head>, after the script that restores the age cookie: shows the view that is due by the cookie and writes
 * the next one. It writes nothing for visitors who have not affirmed their age; the gate hides the warnings from them.
 */
export const viewScript = `(function(d){var h=/^https:/.test(d.URL)?'__Host-':'',v=+(RegExp('(?:^|; *)'+h+'${viewCookie.name}=([0-${VIEWS - 1}])(?:;|$)').exec(d.cookie)||[0,0])[1];d.documentElement.setAttribute('${VIEW_ATTRIBUTE}',v);if(RegExp('(?:^|; *)'+h+'${ageCookie.name}=[^;]').test(d.cookie))d.cookie=h+'${viewCookie.write("'+(v+1)%4+'").replaceAll('; ', ';')}'+(h&&';Secure')})(document)`;

/** Shows the next view at each change of location, and writes to the cookie which one the next document shows. */
export function useView(): void {
  const { key } = useLocation();
  const counted = useRef(key);

  useEffect(() => {
    if (counted.current === key) return;
    counted.current = key;
    const page = document.documentElement;
    const view = (Number(page.getAttribute(VIEW_ATTRIBUTE)) + 1) % VIEWS;
    page.setAttribute(VIEW_ATTRIBUTE, String(view));
    if (holdsAffirmation()) setCookieHere(viewCookie.write(String((view + 1) % VIEWS)));
  }, [key]);
}

/**
 * The views that show a warning, in the form app.css matches; with fewer than four warnings some appear more than once.
 */
export function viewsOf(warning: number, warnings: number): string {
  return Array.from({ length: VIEWS }, (_, view) => view)
    .filter((view) => view % warnings === warning)
    .join(' ');
}
