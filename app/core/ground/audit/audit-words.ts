/** Puts audit entries into words: actions, fields and values as the forms and pages of the office say them. */
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import type { AuditChange, AuditState, AuditValue } from './audit.ts';
import { type AuditAction, auditActions } from './audit-actions.ts';
import { type AuditFieldKind, type AuditThing, auditFields, auditThings } from './audit-fields.ts';

/** The labels of one subject's fields and stored values: `{ values: { status: { pending: 'Reserved' } } }`. */
export type SubjectLabels = {
  fields?: Readonly<Record<string, string>>;
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fields in cents, or with a form's '24.50', beside those of `auditFields`. */
  money?: readonly string[];
};

/** By the entry's subject; for exports by the exported list. */
export type AuditLabels = Readonly<Record<string, SubjectLabels>>;

/** A piece of text; with `to` it links to the thing. */
export type Piece = { text: string; to?: string };

/** Names a thing by its id; null for one that no longer exists. */
export type Naming = (thing: AuditThing, id: string) => Piece | null;

/** One changed field in words. `set` and `stated` have no `before`, `cleared` has no `after`. */
export type ChangeWords = {
  label: string;
  kind: AuditChange['kind'];
  before: readonly Piece[];
  after: readonly Piece[];
};

/** The labels for one entry. */
export function labelsOf(
  labels: AuditLabels,
  { subject, subjectId }: { subject: string; subjectId: string },
): SubjectLabels {
  const key = subject === 'store' ? subjectId : subject;
  return Object.hasOwn(labels, key) ? (labels[key] ?? {}) : {};
}

/** 'Order status changed'. An action that older versions recorded is spelled out. */
export function actionWords(action: string): string {
  return Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : spelledOut(action);
}

/** Whether a field has a label, or is one already, as the texts of settings are. */
export function isLabeled(field: string, { fields }: SubjectLabels = {}): boolean {
  return (
    Object.hasOwn(fields ?? {}, field) || Object.hasOwn(auditFields, field) || /^[A-Z0-9]|\s/.test(field)
  );
}

/** A field's label. */
function fieldWords(field: string, { fields }: SubjectLabels = {}): string {
  if (fields && Object.hasOwn(fields, field)) return fields[field] ?? field;
  const row = rowOf(field);
  if (row) return typeof row === 'string' ? row : row.label;
  return isLabeled(field) ? field : spelledOut(field);
}

/** 'pickupStartsAt' → 'Pickup starts at', 'retail_price' → 'Retail price'. */
function spelledOut(name: string): string {
  const words = name
    .replaceAll(/[._-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const rowOf = (field: string) =>
  Object.hasOwn(auditFields, field) ? auditFields[field as keyof typeof auditFields] : null;

function kindOf(field: string, { money }: SubjectLabels): AuditFieldKind | null {
  if (money?.includes(field)) return 'money';
  const row = rowOf(field);
  return row && typeof row !== 'string' ? row.kind : null;
}

/** One change in words. */
export function changeWords(change: AuditChange, labels: SubjectLabels, name: Naming = noNames): ChangeWords {
  const { field, kind } = change;
  const words = (value: AuditValue) => valueWords(value, field, labels, name);
  const isGone = kind === 'stated' && change.after === null;
  return {
    label: fieldWords(field, labels),
    kind,
    before: kind === 'changed' || kind === 'cleared' ? words(change.before) : [],
    after: kind === 'cleared' ? [] : words(isGone ? change.before : change.after),
  };
}

const noNames: Naming = () => null;

/** 'Retail: $45.00 → $50.00', 'Note: set to Call first', 'Last day: cleared (was Dec 1, 2026)'. */
export function changeText({ label, kind, before, after }: ChangeWords): string {
  const [was, is] = [textOf(before), textOf(after)];
  switch (kind) {
    case 'stated':
      return `${label}: ${is}`;
    case 'set':
      return `${label}: set to ${is}`;
    case 'cleared':
      return `${label}: cleared (was ${was})`;
    case 'changed':
      return `${label}: ${was} → ${is}`;
  }
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** The format of stored statuses: 'pay_on_pickup'. */
const STORED = /^[a-z]+(?:_[a-z]+)+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function valueWords(value: AuditValue, field: string, labels: SubjectLabels, name: Naming): Piece[] {
  if (Array.isArray(value))
    return value.flatMap((each, at) => [
      ...(at > 0 ? [{ text: ', ' }] : []),
      ...valueWords(each, field, labels, name),
    ]);
  const kind = kindOf(field, labels);
  if (typeof value === 'object' && value !== null) return [{ text: insideWords(value, labels, name) }];
  const thing = auditThings.find((each) => each === kind);
  if (thing && value !== null) {
    const named = name(thing, String(value));
    if (named) return [named];
  }
  return [{ text: plainWords(value, field, kind, labels) }];
}

/** 'Status: Reserved; From: Nov 1, 2026' */
function insideWords(value: object, labels: SubjectLabels, name: Naming): string {
  const filled = Object.entries(value as AuditState).filter(([, inner]) => inner !== null && inner !== '');
  if (filled.length === 0) return 'all';
  return filled
    .map(([key, inner]) => `${fieldWords(key, labels)}: ${textOf(valueWords(inner, key, labels, name))}`)
    .join('; ');
}

function plainWords(
  value: string | number | boolean | null,
  field: string,
  kind: AuditFieldKind | null,
  { values }: SubjectLabels,
): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === '') return 'empty';
  if (typeof value === 'number') {
    if (kind === 'money' && Number.isSafeInteger(value)) return formatCents(cents(value));
    return kind === 'percent' ? `${value / 100}%` : formatNumber(value);
  }
  const words = values && Object.hasOwn(values, field) ? values[field] : undefined;
  if (words && Object.hasOwn(words, value)) return words[value] ?? value;
  if (kind === 'money' && /^\d+\.\d{2}$/.test(value))
    return formatCents(cents(Math.round(Number(value) * 100)));
  // A stored file's name means nothing to people.
  if (kind === 'file') return 'a file';
  if (value === 'yes' || value === 'no') return value === 'yes' ? 'Yes' : 'No';
  const date = DATE.test(value) ? parseDate(value) : null;
  if (date) return formatDate(date);
  if (field === 'sort')
    return `${spelledOut(value.replace(/^-/, ''))}${value.startsWith('-') ? ', last first' : ''}`;
  return STORED.test(value) ? spelledOut(value) : value;
}
