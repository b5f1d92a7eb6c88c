/** Renders the full list of notifications. One press marks an unread one read and opens the page it is about. */
import { Form, Link, useNavigation } from 'react-router';
import type { KeysetPage } from '#db/keyset.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { type NotificationListState, notificationList } from './notification-list.ts';
import type { ShownNotification } from './notifications-queries.server.ts';

export function NotificationsPage({
  state,
  page,
  unread,
}: {
  state: NotificationListState;
  page: KeysetPage<ShownNotification>;
  unread: number;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'read-all';
  const onlyUnread = state.filters.show === 'unread';
  return (
    <>
      <PageHead title="Notifications" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Show" className="flex flex-wrap gap-1">
          <ShowLink to="?" isCurrent={!onlyUnread}>
            All
          </ShowLink>
          <ShowLink to="?show=unread" isCurrent={onlyUnread}>
            {/* One text: a translator makes elements of two, and a flex row has no space between them. */}
            {unread > 0 ? `Unread (${unread})` : 'Unread'}
          </ShowLink>
        </nav>
        {unread > 0 ? (
          <Form method="post">
            <Button
              type="submit"
              name="intent"
              value="read-all"
              rank="quiet"
              size="small"
              className="min-h-11"
              busy={isBusy}
              busyText="Marking…"
            >
              Mark all as read
            </Button>
          </Form>
        ) : null}
      </div>
      {page.rows.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {page.rows.map((row) => (
            <li key={row.id}>
              <Entry row={row} />
            </li>
          ))}
        </ul>
      ) : onlyUnread ? (
        <EmptyState
          level={2}
          title="No unread notifications."
          action={
            <Link to="?" className={buttonClass('secondary')}>
              Show all
            </Link>
          }
        />
      ) : (
        <EmptyState
          level={2}
          title="No notifications yet."
          action={<ButtonLink to="/products">See what is on the menu</ButtonLink>}
        >
          News about your orders and your account will appear here.
        </EmptyState>
      )}
      <div className="mt-6">
        <Pager list={notificationList} state={state} page={page} />
      </div>
    </>
  );
}

function ShowLink({
  to,
  isCurrent,
  children,
}: {
  to: string;
  isCurrent: boolean;
  children: React.ReactNode;
}) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className="flex min-h-11 items-center rounded-control px-3 text-sm whitespace-nowrap hover:bg-spruce-100 aria-[current=true]:bg-spruce-100 aria-[current=true]:font-medium"
    >
      {children}
    </Link>
  );
}

const pressed = 'block w-full px-3 py-4 text-left hover:bg-spruce-100';

function Entry({ row }: { row: ShownNotification }) {
  const words = (
    <>
      <span className="flex items-baseline justify-between gap-x-3 max-[13em]:flex-wrap">
        <span className={row.read ? undefined : 'font-semibold'}>{row.title}</span>
        {row.read ? null : <span className="shrink-0 text-xs font-medium text-clay-700">New</span>}
      </span>
      <span className="block break-words text-ink-soft">{row.message}</span>
      <span className="figures mt-1 block text-xs text-ink-soft">{row.at}</span>
    </>
  );
  // Marking read writes, so it is a form; it works without JavaScript.
  if (!row.read)
    return (
      <Form method="post">
        <button type="submit" name="id" value={row.id} className={`${pressed} bg-spruce-100/40`}>
          {words}
        </button>
      </Form>
    );
  return row.path ? (
    <Link to={row.path} className={pressed}>
      {words}
    </Link>
  ) : (
    <div className="px-3 py-4">{words}</div>
  );
}
