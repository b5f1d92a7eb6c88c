/** After sign-up: what to do next, and what to know before coming (specification section 2). */
import type { ReactNode } from 'react';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/account-created';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Account created' });

export async function loader() {
  return { atm: (await readSettings()).store.atmOnPremises };
}

export default function AccountCreated({ loaderData }: Route.ComponentProps) {
  const minimumAge = useMinimumAge();
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-xl flex-col gap-6">
        <h1 className="text-3xl">Almost there: confirm your email</h1>
        <p className="text-lg">
          We have sent you a link. Open it to confirm your email with the password you have chosen. From then
          on you sign in with the Sign In button at the top right.
        </p>
        <ol className="flex flex-col gap-4">
          <Step title="Reserve here">This site only takes reservations. Nothing is paid online.</Step>
          <Step title="Bring your ID">
            A valid driver’s license or government ID that proves you are {minimumAge} or older is needed at
            pickup.
          </Step>
          <Step title="Bring cash">
            {loaderData.atm
              ? 'Cash is the only payment. An ATM is on premises.'
              : 'Cash is the only payment.'}
          </Step>
        </ol>
        <Notice>
          No mail after a few minutes? Look in the spam folder, or ask for{' '}
          <a href="/resend-confirmation" className="font-medium underline underline-offset-4">
            a new link
          </a>
          .
        </Notice>
        <div>
          <ButtonLink to="/">Go to the homepage</ButtonLink>
        </div>
      </div>
    </section>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-l-2 border-ochre-400 pl-4">
      <p className="font-semibold">{title}</p>
      <p className="text-ink-soft">{children}</p>
    </li>
  );
}
