/** Shows a form whose session has ended: it waits here until the person has signed in again. */
import type { SessionEnded as Ended } from '#platform/pages/unavailable.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ResendForm } from './resend-form.tsx';

export function SessionEnded({ signIn, sent }: Ended) {
  return (
    <div className="shell">
      <EmptyState
        title="You have been signed out."
        action={
          <div className="mt-2 grid w-full max-w-xs gap-4">
            {/* In a new tab, so that this one still has the form. */}
            <a
              href={signIn}
              target="_blank"
              rel="noopener"
              className={buttonClass('secondary', 'normal', 'w-full')}
            >
              Sign In<span className="sr-only"> in a new tab</span>
            </a>
            <ResendForm sent={sent} />
          </div>
        }
      >
        <p>
          What you sent is saved on this page. Sign in again in a new tab, then come back to this one and send
          it.
        </p>
      </EmptyState>
    </div>
  );
}
