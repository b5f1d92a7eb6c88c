/** The shop cannot answer for a moment: the page tries again by itself, and what was sent waits in it. */
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { BUSY, type SentForm } from '#platform/unavailable.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadAgainWhenBack, useWhenBack } from '#ui/load-again.tsx';
import { KeptForm } from './kept-form.tsx';

/**
 * @param sent the form whose sending failed; null when only a page was asked for.
 * @param isBusy whether somebody else held what it changes, rather than the shop being away.
 */
export function Unavailable({ sent, isBusy = false }: { sent: SentForm | null; isBusy?: boolean }) {
  const title = isBusy ? 'Somebody else is changing this.' : 'We will be right back.';
  return (
    <div className="shell">
      <EmptyState title={title} action={sent ? <SendAgain sent={sent} /> : <LoadAgain />}>
        {isBusy ? (
          <p>
            {BUSY}
            {sent ? ' What you sent is kept on this page.' : null}
          </p>
        ) : sent ? (
          <p>
            The shop cannot answer just now. What you sent is kept on this page; send it again in a moment.
            {isNamed(sent) ? ' You will not get two orders.' : null}
          </p>
        ) : (
          <p>
            The shop cannot answer just now. Nothing of yours is lost, and this page tries again by itself.
          </p>
        )}
      </EmptyState>
    </div>
  );
}

function LoadAgain() {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-2 flex flex-wrap justify-center gap-3">
      <LoadAgainWhenBack />
      <ButtonLink to={pathname + search} reloadDocument>
        Try again
      </ButtonLink>
      <ButtonLink to="/products" rank="secondary" reloadDocument>
        Back to the shop
      </ButtonLink>
    </div>
  );
}

/** Whether it bears the name of its attempt: then it is done once however often it arrives, and may be sent unasked. */
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
    <KeptForm ref={form} sent={sent}>
      <p role="status" className="text-center text-sm text-ink-soft">
        {isBack ? 'The shop answers again.' : null}
      </p>
    </KeptForm>
  );
}
