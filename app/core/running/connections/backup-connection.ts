/** The place for backups as an admin sets it in the office: a folder or a bucket, and how many backups stay. Pure. */
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import { parseUrl } from '#kernel/url.ts';
import type { Env } from '#platform/env.ts';
import { type ConnectionService, type ConnectionValues, serviceOf } from './connection-form.ts';

const count = (key: string, label: string, unit: string): SettingsField => ({
  ...{ kind: 'number', key, label, least: 0, most: 1000, unit },
});
const counts = [
  count('daily', 'Daily backups to keep', 'days'),
  count('weekly', 'Weekly backups to keep', 'weeks'),
  count('monthly', 'Monthly backups to keep', 'months'),
];
/** As shipped, and as the server's settings have them. */
const usualCounts = { daily: '7', weekly: '4', monthly: '12' };

const folder: SettingsField = {
  ...{ kind: 'text', key: 'folder', label: 'Folder', longest: 300, example: '/mnt/backup-disk/farmgate' },
  hint: 'On another disk or a network drive of the shop’s computer. It must exist.',
  check: (text) =>
    text.startsWith('/') ? null : 'Enter the whole path of the folder, like /mnt/backup-disk/farmgate.',
};
const bucket: SettingsField = {
  ...{ kind: 'text', key: 'bucket', label: 'Bucket', longest: 63, example: 'our-farm-backups' },
  hint: 'Private, and only for backups.',
  check: (text) =>
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text)
      ? null
      : 'Enter the bucket’s name: small letters, digits and dashes.',
};
const region = (example: string): SettingsField => ({
  ...{ kind: 'text', key: 'region', label: 'Region', longest: 40, example },
  check: (text) => (/^[a-z\d][a-z\d-]*$/.test(text) ? null : `Enter the region like ${example}.`),
});
const endpoint: SettingsField = {
  ...{ kind: 'text', key: 'endpoint', label: 'Address of the service', longest: 300 },
  example: 'https://s3.example.com',
  hint: 'The service calls it endpoint.',
  check: (text) => {
    const url = parseUrl(text);
    return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.pathname === '/' && !url.search
      ? null
      : 'Enter the address like https://s3.example.com, without the bucket.';
  },
};
const keyId: SettingsField = { kind: 'text', key: 'keyId', label: 'Access key ID', longest: 200 };
const secret: SettingsField = {
  ...{ kind: 'text', key: 'secret', label: 'Secret access key', longest: 400, type: 'password' },
};
const keys = [keyId, secret];

export const backupServices: readonly ConnectionService[] = [
  {
    ...{ id: 'folder', name: 'A folder', fields: [folder, ...counts], usual: usualCounts },
    trap: 'Choose a folder on another disk: one on the shop’s own disk is lost with it. Do not unplug it while a backup runs.',
  },
  {
    ...{ id: 'amazon', name: 'Amazon S3', usual: usualCounts },
    fields: [bucket, region('us-east-1'), ...keys, ...counts],
    trap: 'Create a private bucket and a key that can list, read, write and delete in it, and nothing else.',
  },
  {
    ...{ id: 'backblaze', name: 'Backblaze B2', usual: usualCounts },
    fields: [bucket, region('us-west-004'), ...keys, ...counts],
    trap: 'Create a private bucket and an application key for it, not the master key. Its region is the middle of the bucket’s endpoint.',
  },
  {
    ...{ id: 'other', name: 'Another S3-compatible store', usual: { ...usualCounts, region: 'us-east-1' } },
    fields: [endpoint, bucket, region('us-east-1'), ...keys, ...counts],
    trap: 'Its address begins with https:// and is on the internet. For a store in your own network ask the person who runs the server.',
  },
];

/** Whether settings name a place for backups. */
export const namesBackups = (env: Pick<Env, 'BACKUP_FOLDER' | 'BACKUP_S3_BUCKET'>): boolean =>
  Boolean(env.BACKUP_FOLDER ?? env.BACKUP_S3_BUCKET);

/** The server’s settings that these values take the place of; null for a service that is no longer on the list. */
export function backupVariablesOf(values: ConnectionValues) {
  const service = serviceOf(backupServices, values.service);
  if (!service) return null;
  const all = { ...usualCounts, ...values };
  const stay = {
    BACKUP_KEEP_DAILY: Number(all.daily),
    BACKUP_KEEP_WEEKLY: Number(all.weekly),
    BACKUP_KEEP_MONTHLY: Number(all.monthly),
  };
  if (service.id === 'folder') return { ...stay, BACKUP_FOLDER: values.folder };
  return {
    ...stay,
    BACKUP_S3_ENDPOINT: endpointOf(values),
    BACKUP_S3_BUCKET: values.bucket,
    BACKUP_S3_REGION: values.region ?? '',
    BACKUP_S3_ACCESS_KEY_ID: values.keyId,
    BACKUP_S3_SECRET_ACCESS_KEY: values.secret,
  };
}

/** Undefined for Amazon, whose address follows from bucket and region. */
export function endpointOf({ service, endpoint, region }: ConnectionValues): string | undefined {
  if (service === 'backblaze') return `https://s3.${region}.backblazeb2.com`;
  return service === 'other' ? endpoint : undefined;
}
