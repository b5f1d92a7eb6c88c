/**
 * The audit log: what staff did, to what, with the state before and after. Pure: names, labels, masking, differences.
 */

import { cents, formatCents } from '#kernel/money.ts';

/** What an entry is about. A kind of thing gets a History once it is listed here. */
export type AuditSubject =
  | 'order'
  | 'reservation'
  | 'product'
  | 'lot'
  | 'customer'
  | 'user'
  | 'setting'
  | 'mail'
  | 'promotion'
  | 'recall'
  | 'closure'
  | 'count'
  | 'store';

/**
 * Actions that need a recent sign-in: exporting personal data, viewing it, deciding about age and license, and changing
 * access. For these `recordAudit` accepts only a `RecentActor`.
 */
export const guardedActions = [
  'orders.exported',
  'reservations.exported',
  'customers.exported',
  'audit.exported',
  'age.decided',
  'license.verified',
  'license.taken-back',
  'birth-date.corrected',
  'customer.revealed',
  'license-photo.viewed',
  'profile-photo.viewed',
  'mail.link-shown',
  'role.changed',
  'staff.invited',
  'staff.invitation-taken-back',
  'customer.banned',
  'customer.unbanned',
  'second-factor.reset',
  'promotion.sent',
  'month.closed',
  'month.reopened',
  'recall.started',
  'recall.exercised',
  'recall.exported',
  'recall.phones-shown',
] as const;

export type GuardedAction = (typeof guardedActions)[number];

/** What an import does to products. */
export const importActions = { made: 'product.created', changed: 'product.edited' } as const;

/** An entry's before and after as plain data: as stored, money in cents. */
export type AuditState = Readonly<Record<string, AuditValue>>;
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
export function maskPersonal(state: AuditState): AuditState {
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, personal.has(key) ? mask(value) : maskWithin(value)]),
  );
}

function maskWithin(value: AuditValue): AuditValue {
  if (Array.isArray(value)) return value.map(maskWithin);
  return typeof value === 'object' && value !== null ? maskPersonal(value as AuditState) : value;
}

function mask(value: AuditValue): AuditValue {
  if (value === null || value === '') return value;
  const text = String(value);
  // Even two characters of a short value would reveal too much.
  return text.length < 6 ? '•••' : `•••${text.slice(-2)}`;
}

/** One field that differs between before and after; null on the side that lacks it. */
export type AuditChange = { field: string; before: AuditValue; after: AuditValue };

/** What changed, field by field, in the order of the later state. */
export function changesBetween(before: AuditState | null, after: AuditState | null): AuditChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** 'pickupStartsAt' → 'Pickup starts at', 'order.status-changed' → 'Order status changed'. */
export function auditWords(name: string): string {
  const words = name
    .replaceAll(/[._-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Display labels of stored values, by field and value: `{ status: { pending: 'Reserved' } }`. */
export type FieldLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** By the entry's subject; for exports by the exported list. */
export type AuditLabels = Readonly<Record<string, FieldLabels>>;

/** The labels for the values of one entry. */
export function labelsOf(
  labels: AuditLabels,
  { subject, subjectId }: { subject: string; subjectId: string },
): FieldLabels {
  const key = subject === 'store' ? subjectId : subject;
  return Object.hasOwn(labels, key) ? (labels[key] ?? {}) : {};
}

/** 'change' in a hand-over is money, not a modification. */
const fieldNames: Readonly<Record<string, string>> = {
  change: 'Change given',
  cashReceived: 'Cash received',
};

/** A field's display name. */
export function auditField(field: string): string {
  return fieldNames[field] ?? auditWords(field.replace(/InCents$/, ''));
}

/** Fields that are stored in cents. */
const money = /(?:price|total|subtotal|amount|tax|cashReceived|InCents)$|^change$/i;
/** The format of stored statuses: 'pay_on_pickup'. */
const stored = /^[a-z]+(?:_[a-z]+)+$/;

/** Formats a value for display; `field` says whether it is money, stored in cents, and which of the `labels` apply. */
export function auditText(value: AuditValue, field = '', labels: FieldLabels = {}): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'number' && Number.isSafeInteger(value) && money.test(field))
    return formatCents(cents(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => auditText(each, field, labels)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value as AuditState)
      .map(([key, inner]) => `${auditField(key)}: ${auditText(inner, key, labels)}`)
      .join('; ');
  const text = String(value);
  const words = Object.hasOwn(labels, field) ? labels[field] : undefined;
  if (words && Object.hasOwn(words, text)) return words[text] ?? text;
  return stored.test(text) ? text.replaceAll('_', ' ') : text;
}
