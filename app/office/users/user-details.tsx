/** Renders 'View Details': a user and their latest history, in a dialog over the list; without scripts above it. */
import { Form, Link } from 'react-router';
import { roleLabel } from '#core/identity/staff/role-change.ts';
import { formatNumber } from '#kernel/number.ts';
import { ActivityList } from '#office/customers/activity-list.tsx';
import { LinkedDialog } from '#office/frame/linked-dialog.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import type { UserDetails as Details } from './users-queries.server.ts';

export function UserDetails({ user, back }: { user: Details; back: string }) {
  return (
    <LinkedDialog title={user.name} back={back}>
      <div className="mt-4">
        <Facts
          facts={[
            ['Email', user.email],
            ['Role', roleLabel[user.role]],
            ['Joined', user.joined],
            ['Last activity', user.lastActivity],
            ['License', user.license],
            ['Age', user.age],
            ['Points', formatNumber(user.points)],
            ...(user.isBanned ? ([['Banned', user.banReason ?? 'No reason is on record']] as const) : []),
          ]}
        />
      </div>
      <h3 className="mt-6 mb-2 text-lg">Latest activity</h3>
      <ActivityList lines={user.activity} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {user.hasPin ? (
          <Form method="post">
            <input type="hidden" name="intent" value="remove-pin" />
            <input type="hidden" name="userId" value={user.id} />
            <Button type="submit" rank="danger">
              Remove counter PIN
            </Button>
          </Form>
        ) : null}
        <Link to={`/admin/customers/${user.id}`} className={buttonClass('quiet', 'normal')}>
          Open customer page
        </Link>
        <Link to={back} preventScrollReset className={buttonClass('secondary', 'normal')}>
          Close
        </Link>
      </div>
    </LinkedDialog>
  );
}
