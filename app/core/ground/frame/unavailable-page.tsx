/** Renders a page while the shop cannot answer for a moment: it retries by itself, and contains the submitted form. */
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { BUSY, type SentForm } from '#platform/pages/unavailable.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadAgainWhenBack, useWhenBack } from '#ui/load-again.tsx';
import { ResendForm } from './resend-form.tsx';

/** The way out of a page that cannot show what was requested. */
export type Home = { to: string; label: string };

/**
 * @param sent the form whose submission failed; null when only a page was requested.
 * @param isBusy whether someone else had locked what it changes; otherwise the shop is unavailable.
 */
export function Unavailable({
  sent,
  isBusy = false,
  home,
}: {
  sent: SentForm | null;
  isBusy?: boolean;
  home: Home;
}) {
  const title = isBusy ? 'Someone else is changing this.' : 'We will be right back.';
  return (
    <div className="shell" data-error>
      <EmptyState title={title} action={sent ? <SendAgain sent={sent} /> : <LoadAgain home={home} />}>
        {isBusy ? (
          <p>
            {BUSY}
            {sent ? ' What you sent is saved on this page.' : null}
          </p>
        ) : sent ? (
          <p>
            The shop is not available right now. What you sent is saved on this page; send it again in a
            moment.
            {isNamed(sent) ? ' You will not get two orders.' : null}
          </p>
        ) : (
          <p>
            The shop is not available right now. Nothing is lost, and this page tries again automatically.
          </p>
        )}
      </EmptyState>
    </div>
  );
}

function LoadAgain({ home }: { home: Home }) {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-2 flex flex-wrap justify-center gap-3">
      <LoadAgainWhenBack />
      <ButtonLink to={pathname + search} reloadDocument>
        Try again
      </ButtonLink>
      <ButtonLink to={home.to} rank="secondary" reloadDocument>
        Back to {home.label}
      </ButtonLink>
    </div>
  );
}

/**
 * Whether it contains its attempt's key: then it runs once however often it arrives, and may be resent automatically.
 */
const isNamed = (sent: SentForm): boolean =>
  sent.fields.some(([name, value]) => name === 'key' && value !== '');

function SendAgain({ sent }: { sent: SentForm }) {
  const form = useRef<HTMLFormElement>(null);
  const [isBack, setIsBack] = useState(false);
  useWhenBack(() => {
    setIsBack(true);
    if (isNamed(sent) && sent.secrets.length === 0) form.current?.requestSubmit();
  });
  return (
    <ResendForm ref={form} sent={sent}>
      <p role="status" className="text-center text-sm text-ink-soft">
        {isBack ? 'The shop is available again.' : null}
      </p>
    </ResendForm>
  );
}
