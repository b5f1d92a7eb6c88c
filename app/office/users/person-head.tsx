/** Renders who a person at work is, whether they still work here, and the ways on from their page. */
import { Link } from 'react-router';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { PersonAtWork } from './person-queries.server.ts';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function PersonHead({ of }: { of: PersonAtWork }) {
  const { id, name, email, role, isHere, isOwn, isBanned, left } = of;
  return (
    <header className="mb-8">
      <BackLink to="/admin/users" label="User Management" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">{name}</h1>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-soft">
            <span>{isHere ? role : 'No longer works here'}</span>
            <EmailAddress>{email}</EmailAddress>
            {isBanned ? <StatusBadge tone="red">Banned</StatusBadge> : null}
          </p>
        </div>
        {isHere && !isOwn ? (
          <ButtonLink to={`/admin/users/${id}/leave`} rank="secondary">
            End their work here…
          </ButtonLink>
        ) : null}
      </div>
      {left ? (
        <Notice title={`Left on ${left.at}`} className="mt-5 max-w-3xl">
          <p>
            {left.by} ended their work here as {left.role}. What ended then stays ended: sessions, PIN,
            tablets and tokens.
          </p>
          <Link
            to={`/admin/users?${new URLSearchParams({ roleOf: id, to: left.role === 'Admin' ? 'admin' : 'staff' })}`}
            className={link}
          >
            Give the role back…
          </Link>
        </Notice>
      ) : null}
      <p className="mt-3 flex flex-wrap gap-x-5">
        <Link to={`/admin/audit?${new URLSearchParams({ who: email })}`} className={link}>
          Everything they did
        </Link>
        <Link to={`/admin/customers/${id}`} className={link}>
          Customer page
        </Link>
        <Link to="/admin/what-went-on" className={link}>
          What Went On
        </Link>
      </p>
    </header>
  );
}
