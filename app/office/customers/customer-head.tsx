/** Renders the head of a customer's page: the way back, the name, role and ban. */
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { CustomerView } from './customer-queries.server.ts';

/** Staff are listed in User Management, for those who may open it. */
export function CustomerHead({ of, mayManage }: { of: CustomerView; mayManage: boolean }) {
  const isStaff = of.role !== 'user';
  return (
    <>
      {isStaff && mayManage ? (
        <BackLink to="/admin/users" label="User Management" />
      ) : (
        <BackLink to="/admin/customers" label="Customers" />
      )}
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">{of.name}</h1>
        {isStaff ? <StatusBadge tone="blue">{roleLabel[of.role]}</StatusBadge> : null}
        {of.isBanned ? <StatusBadge tone="red">Banned</StatusBadge> : null}
      </div>
    </>
  );
}

export function BanNotice({ of }: { of: CustomerView }) {
  if (!of.isBanned) return null;
  return (
    <Notice tone="caution" title="This customer is banned." className="mb-6 max-w-3xl">
      {of.banReason ?? 'No reason is on record.'}
    </Notice>
  );
}
