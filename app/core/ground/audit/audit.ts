/**
 * The audit log: what staff did, to what, with the state before and after. Pure: names, masking, differences.
 */

import type { AuditAction } from './audit-actions.ts';
import type { AuditField } from './audit-fields.ts';

/** What an entry is about. A kind of thing gets a History once it is listed here. */
export type AuditSubject =
  | 'order'
  | 'reservation'
  | 'product'
  | 'category'
  | 'lot'
  | 'customer'
  | 'user'
  | 'setting'
  | 'mail'
  | 'promotion'
  | 'recall'
  | 'closure'
  | 'offer'
  | 'count'
  | 'drawer'
  | 'waste'
  | 'outage'
  | 'state-act'
  | 'store';

/**
 * Actions that need a recent sign-in: exporting personal data, viewing it, deciding about age and license, and changing
 * access. For these `recordAudit` accepts only a `RecentActor`.
 */
export const guardedActions = [
  'orders.exported',
  'reservations.exported',
  'customers.exported',
  'price-correction.exported',
  'audit.exported',
  'backup.requested',
  'binder.made',
  'move-in.started',
  'move-in.undone',
  'age.decided',
  'license.verified',
  'license.taken-back',
  'birth-date.corrected',
  'customer.revealed',
  'license-photo.viewed',
  'profile-photo.viewed',
  'mail.link-shown',
  'role.changed',
  'rights.changed',
  'staff.renamed',
  'api-token.created',
  'webhook.added',
  'webhook.changed',
  'webhook.secret-changed',
  'webhook.former-secret-ended',
  'webhook.turned-on',
  'staff.invited',
  'staff.invitation-taken-back',
  'staff.left',
  'customer.banned',
  'customer.unbanned',
  'second-factor.reset',
  'sessions.ended',
  'promotion.sent',
  'month.closed',
  'month.reopened',
  'recall.started',
  'recall.exercised',
  'recall.exported',
  'recall.phones-shown',
  'closure.phones-shown',
  'state-reporting.started',
  'state-reporting.reasons-changed',
  'state-reporting.stopped',
] as const satisfies readonly AuditAction[];

export type GuardedAction = (typeof guardedActions)[number];

/** What an import does to products. */
export const importActions = {
  made: 'product.created',
  changed: 'product.edited',
} as const satisfies Readonly<Record<string, AuditAction>>;

/**
 * An entry's before and after as plain data: as stored, money in cents. Its fields are those of `auditFields`; settings,
 * products and imports record their texts by field or label of their form.
 */
export type AuditState = { readonly [Field in AuditField]?: AuditValue };
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [key: string]: AuditValue };

/** Fields that identify a person: the log says that they changed, not to what. */
const personal = new Set([
  'phone',
  'address',
  'birthDate',
  'licenseId',
  'fullName',
  'pickupName',
  'email',
  'zipcode',
]);

/** The state with personal data masked to its last two characters, at every depth. */
export function maskPersonal(state: Readonly<Record<string, AuditValue>>): AuditState {
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, personal.has(key) ? mask(value) : maskWithin(value)]),
  );
}

function maskWithin(value: AuditValue): AuditValue {
  if (Array.isArray(value)) return value.map(maskWithin);
  return typeof value === 'object' && value !== null
    ? maskPersonal(value as Readonly<Record<string, AuditValue>>)
    : value;
}

function mask(value: AuditValue): AuditValue {
  if (value === null || value === '') return value;
  const text = String(value);
  // Even two characters of a short value would reveal too much.
  return text.length < 6 ? '•••' : `•••${text.slice(-2)}`;
}

/**
 * One field that differs. `stated`: the entry has it on one side only, so nothing changed, it is what was done (the
 * units received, the reason of a refusal). `set` and `cleared`: it was empty before or is empty after.
 */
export type AuditChange = {
  field: string;
  kind: 'stated' | 'set' | 'cleared' | 'changed';
  before: AuditValue;
  after: AuditValue;
};

/** What changed, field by field, in the order of the later state. A side that lacks a field has null. */
export function changesBetween(before: AuditState | null, after: AuditState | null): AuditChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...fields].flatMap((field) => {
    const [was, is] = [sideOf(before, field), sideOf(after, field)];
    if (JSON.stringify(was) === JSON.stringify(is) || (isEmpty(was) && isEmpty(is))) return [];
    const has = (state: AuditState | null) => state !== null && Object.hasOwn(state, field);
    const kind = isEmpty(was)
      ? has(before)
        ? 'set'
        : 'stated'
      : isEmpty(is)
        ? after === null
          ? 'stated'
          : 'cleared'
        : 'changed';
    return [{ field, kind, before: was, after: is } as const];
  });
}

const sideOf = (state: AuditState | null, field: string): AuditValue =>
  (state as Readonly<Record<string, AuditValue>> | null)?.[field] ?? null;

const isEmpty = (value: AuditValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
