/**
 * Renders push messages for this browser: a button, never an automatic prompt; if unsupported, it says why and what to
 * do.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PushState } from './push-client.ts';

type State = PushState | 'checking' | 'failed';

export function PushSetUp({
  userId,
  applicationKey,
  browsers,
}: {
  userId: string;
  applicationKey: string;
  browsers: number;
}) {
  const [state, setState] = useState<State>('checking');
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    import('./push-client.ts')
      .then(({ readPushState }) => readPushState(userId))
      .then(setState, () => setState('failed'));
  }, [userId]);

  const press = async (to: 'on' | 'off') => {
    setBusy(true);
    try {
      const { turnPushOn, turnPushOff } = await import('./push-client.ts');
      setState(to === 'on' ? await turnPushOn(userId, applicationKey) : await turnPushOff());
      // The page's data includes the number of browsers and the switch above.
      await revalidate();
    } catch {
      setState('failed');
    }
    setBusy(false);
  };

  return (
    <section aria-labelledby="this-browser" className="mt-12 border-t border-line pt-8">
      <h2 id="this-browser" className="text-xl">
        Push in this browser
      </h2>
      <div className="measure mt-2 grid gap-4" aria-live="polite">
        <p className="text-ink-soft">
          A short note on the screen, without the name of a product. {countText(browsers)}
        </p>
        <p className="hidden noscript:block">Turning it on needs JavaScript.</p>
        {/* The result appears here, so that the sections below do not move. */}
        <div className="grid min-h-[6.5rem] content-start gap-4 max-sm:min-h-[9rem] noscript:hidden">
          <Words state={state} />
          {state === 'off' || state === 'failed' ? (
            <div>
              <Button rank="secondary" onClick={() => press('on')} busy={isBusy} busyText="Turning on…">
                Turn on in this browser
              </Button>
            </div>
          ) : null}
          {state === 'on' ? (
            <div>
              <Button rank="secondary" onClick={() => press('off')} busy={isBusy} busyText="Turning off…">
                Turn off in this browser
              </Button>
            </div>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function countText(browsers: number): string {
  if (browsers === 0) return 'They are not on in any browser yet.';
  return browsers === 1 ? 'They are on in one browser.' : `They are on in ${browsers} browsers.`;
}

const words: Partial<Record<State, ReactNode>> = {
  on: 'They are on in this browser while you are signed in.',
  off: 'Your browser will ask for your permission.',
};

function Words({ state }: { state: State }) {
  switch (state) {
    case 'checking':
      return null;
    case 'unsupported':
      return <Notice>This browser does not support push messages. Email and the bell still work.</Notice>;
    case 'needs-install':
      return (
        <Notice title="On iPhone and iPad, put the shop on your home screen first.">
          <p>
            Press Share, then Add to Home Screen. Open the shop from there, sign in, and come back to this
            page.
          </p>
        </Notice>
      );
    case 'denied':
      return (
        <Notice tone="caution" title="This browser is set to block our messages.">
          <p>
            Open this site’s settings with the icon beside the address, allow notifications, and reload this
            page.
          </p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error">
          Your browser’s push service did not answer. Try again in a moment; some private windows do not have
          one.
        </Notice>
      );
    default:
      return <p>{words[state]}</p>;
  }
}
