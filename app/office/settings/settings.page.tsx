/** /admin/settings: a search over all settings; every section with a description, and who changed it last and when. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readLastChanges } from '#core/ground/audit/audit-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readQuery } from '#office/kit/admin-search.ts';
import { settingsGroups, settingsScreens } from '../kit/settings-screens.ts';
import type { Route } from './+types/settings.page';
import { findSettings } from './settings-search.ts';
import { SettingsSearch } from './settings-search-box.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = (await readSettings()).store;
  const query = readQuery(new URL(request.url).searchParams.get('q'));
  return {
    searched: { query, found: findSettings(query) },
    changes: await readLastChanges(actor, 'setting', zone),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Settings · Admin' }];

export default function SettingsOverview({ loaderData }: Route.ComponentProps) {
  const groups = Object.entries(settingsGroups)
    .map(([group, label]) => ({
      group,
      label,
      screens: settingsScreens.filter((screen) => screen.group === group),
    }))
    .filter(({ screens }) => screens.length > 0);
  return (
    <div className="max-w-5xl">
      <h1 className="text-2xl">Settings</h1>
      <p className="mt-1 mb-6 text-ink-soft">Every change is saved in the history and can be undone.</p>
      <SettingsSearch searched={loaderData.searched}>
        {groups.map(({ group, label, screens }) => (
          <section key={group} aria-labelledby={`group-${group}`} className="mb-10">
            <h2 id={`group-${group}`} className="mb-3 text-lg">
              {label}
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {screens.map((screen) => (
                <li
                  key={screen.path}
                  className="relative flex gap-4 rounded-surface border border-line bg-surface p-4 hover:border-spruce-700"
                >
                  <screen.icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-spruce-700" />
                  <div className="min-w-0">
                    <h3 className="font-sans text-base font-semibold">
                      <Link
                        to={`/admin/settings/${screen.path}`}
                        className="static after:absolute after:inset-0"
                      >
                        {screen.label}
                      </Link>
                    </h3>
                    <p className="mt-0.5 text-ink-soft">{screen.description}</p>
                    <LastChange change={loaderData.changes[screen.path]} />
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </SettingsSearch>
    </div>
  );
}

function LastChange({ change }: { change: { who: string | null; at: string } | undefined }) {
  return (
    <p className="mt-2 text-xs text-ink-soft">
      {change ? (
        <>
          Changed by {change.who ?? 'the shop'} · <span className="figures">{change.at}</span>
        </>
      ) : (
        'Default settings'
      )}
    </p>
  );
}
