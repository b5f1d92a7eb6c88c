/** Renders the delivery of a code sent to a phone. While it is on its way, the page reloads its data by itself. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { TextCodeStatus } from '#kernel/statuses.ts';
import { Notice } from '#ui/notice.tsx';

const ASK_AGAIN_MS = 1500;

/** @param to how the phone is called: 'your phone ending in 23'. */
export function SentCode({ to, status }: { to: string; status: TextCodeStatus }) {
  const { revalidate } = useRevalidator();
  const isUnderWay = status === 'waiting' || status === 'failed';
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void revalidate(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, revalidate]);
  return (
    <div aria-live="polite">
      {status === 'waiting' ? <p className="text-ink-soft">A code is on its way to {to}.</p> : null}
      {status === 'sent' ? <p className="text-ink-soft">We sent a code to {to}.</p> : null}
      {status === 'failed' ? (
        <Notice tone="caution">
          Our text message service is not responding. We will try again for a few minutes to reach {to}.
        </Notice>
      ) : null}
      {status === 'refused' ? (
        <Notice tone="error">
          We could not deliver a message to {to}. If you replied STOP to one of our messages, reply START,
          then ask for a new code.
        </Notice>
      ) : null}
    </div>
  );
}
