/** /your-data: what the shop has about a person, to download or to delete. */

import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/your-data.page';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your data' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  return { isConfirmed: await isRecentlyConfirmed(actor, 'open') };
}

export default function YourData({ loaderData: { isConfirmed } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Your data" intro="Download everything we store about you, or delete your account." />
      <section aria-labelledby="download-title" className="border-t border-line py-8">
        <h2 id="download-title" className="text-xl">
          Download
        </h2>
        <p className="measure mt-2 mb-5 text-ink-soft">
          One ZIP file with your profile, license number, photos, orders, reservations, preferences, history,
          notifications and sign-ins. Anyone who has the file can read all of it, so store it in a safe place.
        </p>
        {isConfirmed ? (
          // Handled by the browser itself, because the response is a file.
          <form method="post" action="/your-data/download">
            <Button type="submit" rank="secondary">
              Download my data
            </Button>
          </form>
        ) : (
          <ButtonLink to={confirmPath('/your-data')} rank="secondary">
            Confirm it’s you to download
          </ButtonLink>
        )}
      </section>
      <section aria-labelledby="delete-title" className="border-t border-line py-8">
        <h2 id="delete-title" className="text-xl">
          Delete your account
        </h2>
        <p className="measure mt-2 mb-5 text-ink-soft">
          Deletes your account and everything in it, right away and for good. Records of sales stay for five
          years, as the law requires, without your name.
        </p>
        <ButtonLink to="/your-data/delete" rank="secondary">
          Delete my account
        </ButtonLink>
      </section>
    </>
  );
}
