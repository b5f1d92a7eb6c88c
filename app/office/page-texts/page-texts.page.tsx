/** Lists the information pages and when each was last published. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { contentPages } from '#core/ground/settings/content/content.ts';
import { readPageTexts } from '#core/ground/settings/content/content-versions-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Route } from './+types/page-texts.page';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = (await readSettings()).store;
  return { pages: await readPageTexts(actor, zone) };
}

export default function PageTexts({ loaderData: { pages } }: Route.ComponentProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {pages.map(({ slug, version, at, who, title }) => (
        <li key={slug} className="flex flex-col justify-between gap-x-6 py-2 sm:flex-row sm:items-center">
          <div className="min-w-0">
            <Link
              to={`/admin/settings/page-texts/${slug}`}
              className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4"
            >
              {contentPages[slug]}
            </Link>
            {title === contentPages[slug] ? null : <p className="text-ink-soft">“{title}”</p>}
          </div>
          <p className="figures text-ink-soft">
            {at === null ? 'Original text' : `Version ${version}, ${at}${who ? ` by ${who}` : ''}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
