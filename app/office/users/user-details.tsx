/** Renders 'View Details': a user and their latest history, in a dialog over the list; without scripts above it. */
import { Form, Link, useNavigation } from 'react-router';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { formatNumber } from '#kernel/number.ts';
import { ActivityList } from '#office/customers/activity-list.tsx';
import { LinkedDialog } from '#office/kit/linked-dialog.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import { Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { UserDetails as Details } from './users-queries.server.ts';

type Props = { user: Details; refusal: FormRefusal | undefined; back: string };

export function UserDetails({ user, refusal, back }: Props) {
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
      {user.role === 'user' ? null : <Rename user={user} refusal={refusal} />}
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

/** Of a person at work, who cannot change it themselves: records show it. */
function Rename({ user, refusal }: { user: Details; refusal: FormRefusal | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'rename';
  return (
    <Form method="post" preventScrollReset className="mt-6 flex flex-wrap items-start gap-3">
      <input type="hidden" name="intent" value="rename" />
      <input type="hidden" name="userId" value={user.id} />
      <div className="min-w-[min(14rem,100%)] flex-1">
        <Field
          label="Full Name"
          name="fullName"
          autoComplete="off"
          required
          maxLength={120}
          hint="Shown on records of their work. Earlier records keep the earlier name."
          defaultValue={refusal?.values.fullName ?? user.name}
          errors={refusal?.errors.fullName}
        />
      </div>
      <Button type="submit" rank="secondary" busy={isBusy} busyText="Saving…" className="sm:mt-7">
        Change name
      </Button>
    </Form>
  );
}
