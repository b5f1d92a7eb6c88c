/** Renders Activity History (specification section 2): a timeline with filters in the address. */
import { Link } from 'react-router';
import { activityLabel, activityList } from '#core/ground/activity/activity.ts';
import type { ActivityLine } from '#core/ground/activity/activity-queries.server.ts';
import type { KeysetPage } from '#db/keyset.ts';
import type { ListState } from '#kernel/list-state.ts';
import type { ActivityType } from '#kernel/statuses.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Icon } from '#ui/icons/icon.tsx';
import { BadgeCheck, LogIn, MapPin, ShieldAlert, Smartphone, UserPen } from '#ui/icons.ts';
import { PageHead } from '#ui/page-head.tsx';

const icons: Readonly<Record<ActivityType, Icon>> = {
  login: LogIn,
  mobile_login: Smartphone,
  location_change: MapPin,
  profile_update: UserPen,
  security_alert: ShieldAlert,
  license_verified: BadgeCheck,
};

export function ActivityPage({
  state,
  page,
}: {
  state: ListState<'type' | 'range', 'at'>;
  page: KeysetPage<ActivityLine>;
}) {
  const isFiltered = activityList.isFiltered(state);
  return (
    <>
      <PageHead
        title="Activity History"
        intro={
          <>
            Sign-ins and changes to your account. If something here was not you,{' '}
            <Link to="/security/password" className="text-spruce-700 underline underline-offset-4">
              choose a new password
            </Link>
            .
          </>
        }
      />
      <FilterBar list={activityList} state={state} />
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={isFiltered ? 'No activity matches.' : 'No activity yet.'}
          action={isFiltered ? <ButtonLink to="/activity">All Activities</ButtonLink> : null}
        />
      ) : (
        <ol className="mt-8 ml-4.5 border-l border-line pl-6">
          {page.rows.map((line) => (
            <Entry key={line.id} line={line} />
          ))}
        </ol>
      )}
      <div className="mt-8">
        <Pager list={activityList} state={state} page={page} />
      </div>
    </>
  );
}

function Entry({ line }: { line: ActivityLine }) {
  const Icon = icons[line.type];
  const alerting = line.type === 'security_alert';
  return (
    <li className="relative pb-7">
      <span
        className={`absolute top-0 -left-6 flex size-9 -translate-x-1/2 items-center justify-center rounded-full ${alerting ? 'bg-clay-100 text-clay-700' : 'bg-spruce-100 text-ink'}`}
      >
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="pl-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6">
          <span className="font-medium">{line.description}</span>
          <span className="figures text-sm sm:whitespace-nowrap text-ink-soft">{line.at}</span>
        </p>
        <p className="text-xs text-ink-soft">{activityLabel[line.type]}</p>
        {line.details.length > 0 ? (
          <details className="mt-0.5 text-sm">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
              View Details
            </summary>
            <dl className="grid max-w-md gap-1.5 rounded-control bg-cream px-4 py-3">
              {line.details.map(({ label, value }) => (
                <div key={label} className="flex flex-wrap gap-x-3">
                  <dt className="w-24 max-w-full text-ink-soft">{label}</dt>
                  <dd className="min-w-0 break-words">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
      </div>
    </li>
  );
}
