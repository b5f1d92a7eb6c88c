/**
 * Renders the age gate. While <html data-age-gate="open"> the shop behind it is not displayed at all, so neither
 * keyboard nor screen reader can reach it. The gate is a plain form and a plain link, so it works before JavaScript and
 * without it.
 */

import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { saveAffirmation } from '#core/ground/frame/age-affirmation.ts';
import { useAgeGate } from '#core/ground/frame/use-age-gate.ts';
import { licenseLine } from '#core/ground/settings/contact.ts';
import type { ShellStore } from '#shop/kit/shell-data.ts';
import { buttonClass } from '#ui/button.tsx';
import { Landscape } from '#ui/landscape.tsx';
import { Mark } from '#ui/mark.tsx';
import { putFocus } from '#ui/put-focus.ts';
import { fetchBehindGate } from './fetch-behind-gate.ts';

/** The heading says where one is; the page's main part has no name. */
function focusPage() {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) putFocus(heading);
  else document.getElementById('content')?.focus({ preventScroll: true });
}

export function AgeGate({ store, days }: { store: ShellStore; days: number }) {
  const open = useAgeGate();
  const { pathname, search } = useLocation();
  const gate = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const entered = useRef(false);

  useEffect(() => {
    if (open) heading.current?.focus({ preventScroll: true });
    else if (entered.current) focusPage();
  }, [open]);

  useEffect(() => (open ? fetchBehindGate() : undefined), [open]);

  if (!open) return null;

  function enter(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Some browsers expire script-set cookies sooner than server-set ones; nothing waits for this request.
    fetch(form.action, {
      method: 'POST',
      body: new FormData(form),
      redirect: 'manual',
      keepalive: true,
    }).catch(() => undefined);
    entered.current = true;
    saveAffirmation(days);
  }

  /** Nothing else on the page is focusable; this stops Tab from moving to the browser's own controls. */
  function trapFocus(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    const stops = [...(gate.current?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const leaves = event.shiftKey ? at <= 0 : at === stops.length - 1;
    if (!leaves) return;
    event.preventDefault();
    stops.at(event.shiftKey ? -1 : 0)?.focus();
  }

  return (
    <div
      ref={gate}
      role="dialog"
      aria-modal="true"
      aria-labelledby="age-gate-title"
      aria-describedby="age-gate-text"
      className="age-gate"
      onKeyDown={trapFocus}
    >
      <div className="relative z-10 mx-auto flex w-full max-w-xl flex-col items-center px-5 pt-[6vh] pb-5 text-center">
        <Mark className="size-12" />
        <p className="mt-3 text-lg font-display font-medium text-spruce-700 wrap-anywhere">{store.name}</p>
        <h1
          id="age-gate-title"
          ref={heading}
          tabIndex={-1}
          // On a phone small enough for one line in any font, so that nothing moves when ours loads.
          className="mt-8 text-2xl outline-none sm:text-4xl"
        >
          Are you {store.minimumAge} or older?
        </h1>
        <p id="age-gate-text" className="mt-4 max-w-md text-ink-soft">
          We are a licensed cannabis farm. New York law requires us to check that you are an adult before you
          enter. {store.adultsOnlyNotice}
        </p>
        <form
          method="post"
          action="/age-gate"
          onSubmit={enter}
          className="mt-8 flex w-full max-w-sm flex-col gap-3"
        >
          <input type="hidden" name="returnTo" value={pathname + search} />
          <button type="submit" className={buttonClass('primary', 'large')}>
            I am {store.minimumAge} or older
          </button>
          <Link to="/restricted" className={buttonClass('secondary', 'large')}>
            I am under {store.minimumAge}
          </Link>
        </form>
        <p className="mt-6 max-w-sm text-xs text-balance text-ink-soft">
          We remember your answer on this device for {days} days. You can read our{' '}
          <Link to="/terms" className="underline underline-offset-2">
            Terms &amp; Conditions
          </Link>{' '}
          and{' '}
          <Link to="/privacy" className="underline underline-offset-2">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
      <div className="relative mt-auto">
        <Landscape className="block h-auto min-h-36 w-full" />
        <p className="-mt-px bg-spruce-900 px-5 py-3 text-center text-xs text-white">{licenseLine(store)}</p>
      </div>
    </div>
  );
}
