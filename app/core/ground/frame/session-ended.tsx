/** Shows a form that met an ended session, or an old sign-in: it waits here until the person is back. */
import type { SessionEnded as Ended } from '#platform/pages/unavailable.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ResendForm } from './resend-form.tsx';

const signedOut = {
  title: 'You have been signed out.',
  link: 'Sign In',
  text: 'What you sent is saved on this page. Sign in again in a new tab, then come back to this one and send it.',
};
const tooLongAgo = {
  title: 'Confirm it’s you.',
  link: 'Confirm',
  text: 'You signed in too long ago, so nothing was done yet. What you sent is saved on this page. Confirm it’s you in a new tab, then come back to this one and send it.',
};

export function SessionEnded({ signIn, sent }: Ended) {
  const { title, link, text } = signIn.startsWith('/login') ? signedOut : tooLongAgo;
  return (
    <div className="shell" data-error>
      <EmptyState
        title={title}
        action={
          <div className="mt-2 grid w-full max-w-xs gap-4">
            {/* In a new tab, so that this one still has the form. */}
            <a
              href={signIn}
              target="_blank"
              rel="noopener"
              className={buttonClass('secondary', 'normal', 'w-full')}
            >
              {link}
              <span className="sr-only"> in a new tab</span>
            </a>
            <ResendForm sent={sent} />
          </div>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  );
}
