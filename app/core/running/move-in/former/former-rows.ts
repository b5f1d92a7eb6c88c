/** Turns the former shop's smaller rows into records: categories, messages, activity and photos. */
import type { ActivityType, NotificationType } from '#kernel/statuses.ts';
import { activityTypes } from '#kernel/statuses.ts';
import { LONG_AGO } from '#kernel/time.ts';
import type {
  ActivityRecord,
  CategoryRecord,
  Note,
  NotificationRecord,
  PhotoRecord,
  RecordKind,
} from '../records.ts';
import { fileOf, flagOf, idOfRow, lineOf, momentOfRow, proseOf, type Row, textOf, wordOf } from './tables.ts';

export type Turned<T> = { records: T[]; notes: Note[] };

function leftOut<T>(kind: RecordKind, sourceId: string, reason: string): Turned<T> {
  return { records: [], notes: [{ kind, sourceId, isLeftOut: true, reason }] };
}

export function categoryOf(row: Row): Turned<CategoryRecord> {
  const [sourceId, name] = [idOfRow(row, 'id'), lineOf(row, 60, 'name')];
  if (sourceId === '') return leftOut('category', '', 'No id');
  return name === null
    ? leftOut('category', sourceId, 'No name: its products come without a category')
    : { records: [{ sourceId, name }], notes: [] };
}

const NOTIFICATION_TYPES: Readonly<Record<string, NotificationType>> = { order: 'order', account: 'account' };

export function notificationOf(row: Row): Turned<NotificationRecord> {
  const [sourceId, personId] = [idOfRow(row, 'id'), idOfRow(row, 'user_id')];
  const [title, message] = [lineOf(row, 200, 'title'), proseOf(row, 1000, 'message')];
  if (sourceId === '' || personId === '' || (title === null && message === null))
    return leftOut('notification', sourceId, 'No id, person or words');
  return {
    records: [
      {
        ...{ sourceId, personId },
        type: NOTIFICATION_TYPES[wordOf(row, 'type')] ?? 'other',
        title: title ?? 'Message',
        message: message ?? '',
        read: flagOf(row, 'read') ?? false,
        createdAt: momentOfRow(row, 'created_at') ?? LONG_AGO,
      },
    ],
    notes: [],
  };
}

const METADATA = ['ip_address', 'device', 'location', 'alert_type'] as const;

export function activityOf(row: Row): Turned<ActivityRecord> {
  const [sourceId, personId] = [idOfRow(row, 'id'), idOfRow(row, 'user_id')];
  const type = activityTypes.find((each): each is ActivityType => each === wordOf(row, 'activity_type'));
  if (sourceId === '' || personId === '' || type === undefined)
    return leftOut('activity', sourceId, 'No id, person or known type');
  const told = jsonOf(row.metadata);
  const metadata = Object.fromEntries(
    METADATA.flatMap((name) => {
      const value = lineOf(told, 200, name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return {
    records: [
      {
        ...{ sourceId, personId, type, metadata },
        description: lineOf(row, 300, 'description') ?? 'No description',
        createdAt: momentOfRow(row, 'created_at') ?? LONG_AGO,
      },
    ],
    notes: [],
  };
}

function jsonOf(value: unknown): Row | undefined {
  if (typeof value === 'object' && value !== null) return value as Row;
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as Row;
  } catch {
    return undefined;
  }
}

/** Who a profile belongs to. */
export const profileOwner = (row: Row) => idOfRow(row, 'user_id', 'id');

export const PHOTOS = [
  { photo: 'license', bucket: 'license-photos', column: 'license_photo_url' },
  { photo: 'profile', bucket: 'profile-photos', column: 'photo_url' },
] as const;

/**
 * The shop deletes the photo of a license once the age is decided (docs/law.md, Privacy), so it takes over only those that
 * wait for a decision.
 */
export function photoOf(
  row: Row,
  { photo, bucket, column }: (typeof PHOTOS)[number],
  seen: Set<string>,
): Turned<PhotoRecord> {
  const personId = profileOwner(row);
  const sourceId = `${personId}/${photo}`;
  const address = textOf(row, column);
  if (personId === '' || address === '' || seen.has(sourceId)) return { records: [], notes: [] };
  seen.add(sourceId);
  if (photo === 'license' && flagOf(row, 'is_verified_over_21') !== null)
    return leftOut('photo', sourceId, 'The age is decided, and the photo of a license is deleted then');
  const file = fileOf(address, bucket);
  return file === null
    ? leftOut('photo', sourceId, 'Its address is not a file of the shop')
    : { records: [{ sourceId, personId, photo, file }], notes: [] };
}
