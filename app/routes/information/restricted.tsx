/** Where those are sent who say they are under 21. Nothing about them is stored, and nothing is on offer here. */
import { telephoneHref } from '#features/settings/contact.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import type { Route } from './+types/restricted';

export async function loader() {
  const { warnings } = await readSettings();
  return { warnings };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'For adults of 21 or older' });

export default function Restricted({ loaderData: { warnings } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <EmptyState title="Come back when you are 21">
        <p>
          New York law keeps this shop for adults of 21 or older, so we cannot show you around. Nothing about
          your visit has been stored. You can simply close this page.
        </p>
        <div className="mt-10 rounded-surface bg-cream px-6 py-5 text-left text-sm">
          <p className="font-semibold text-ink">If you would like to talk to someone</p>
          <ul className="mt-2 space-y-2">
            <li>
              <Call number={warnings.crisisLine} /> Crisis Lifeline, call or text, at any hour
            </li>
            <li>
              <Call number={warnings.hopeline} /> New York State HOPEline, about alcohol, cannabis and other
              substances
            </li>
            <li>
              <Call number={warnings.poisonCenter} /> Poison Center, if someone has taken something
            </li>
          </ul>
        </div>
      </EmptyState>
    </div>
  );
}

function Call({ number }: { number: string }) {
  return (
    <a
      href={telephoneHref(number)}
      className="flex min-h-9 w-fit items-center font-semibold whitespace-nowrap text-spruce-700 underline underline-offset-2"
    >
      {number}
    </a>
  );
}
