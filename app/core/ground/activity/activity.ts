/** Activity History (specification section 2): its filters, and what 'View Details' shows of an entry. */

import { choiceFilter, defineList } from '#kernel/list-state.ts';
import type { ActivityType } from '#kernel/statuses.ts';
import { parseUrl } from '#kernel/url.ts';

export type ActivityDetail = 'ip_address' | 'device' | 'location' | 'alert_type' | 'fields';

/** Worded like the filter; a kind without its own filter appears under all. */
export const activityLabel: Readonly<Record<ActivityType, string>> = {
  login: 'Login',
  mobile_login: 'Mobile Login',
  location_change: 'Location Change',
  profile_update: 'Profile Update',
  security_alert: 'Security Alert',
  license_verified: 'License Verified',
};

/** Days back from today, which counts too: 0 is today only. Store-local. */
export const rangeDays: Readonly<Record<string, number>> = { today: 0, '7': 7, '30': 30 };

export const activityList = defineList({
  name: 'activity',
  filters: {
    type: choiceFilter(
      'Activity',
      [
        { value: 'login', label: 'Logins' },
        { value: 'mobile_login', label: 'Mobile Logins' },
        { value: 'location_change', label: 'Location Changes' },
        { value: 'profile_update', label: 'Profile Updates' },
        { value: 'security_alert', label: 'Security Alerts' },
      ],
      'All Activities',
    ),
    range: choiceFilter(
      'Date range',
      [
        { value: 'today', label: 'Today' },
        { value: '7', label: 'Last 7 Days' },
        { value: '30', label: 'Last 30 Days' },
      ],
      'All Time',
    ),
  },
  sorts: { at: 'Time' },
  defaultSort: '-at',
});

const detailLabel: Readonly<Record<ActivityDetail, string>> = {
  device: 'Device',
  location: 'Network',
  ip_address: 'IP address',
  alert_type: 'Alert',
  fields: 'Fields',
};

/** An entry's details in plain words; leaves out the ones without a label. */
export function detailsOf(metadata: Readonly<Record<string, string>>): { label: string; value: string }[] {
  const names = Object.keys(detailLabel) as ActivityDetail[];
  return names.flatMap((name) => {
    const value = metadata[name];
    if (typeof value !== 'string' || value === '') return [];
    const shown =
      name === 'alert_type' ? inWords(value) : name === 'ip_address' ? shortAddress(value) : value;
    return [{ label: detailLabel[name], value: shown }];
  });
}

/** 'password_reset' → 'Password reset' */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** '0000:0000:0000:0000:0000:0000:0000:0001' → '::1' (RFC 5952); other addresses as they are. */
export function shortAddress(address: string): string {
  if (!address.includes(':')) return address;
  return parseUrl(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address;
}

type Told = { type: ActivityType; description: string; createdAt: Date; metadata: Record<string, string> };

/**
 * Merges a sign-in with the entries it added at the same moment (a new network, a new device) into one line, so that a
 * short list has room for more than the last three sign-ins. Newest first, as given.
 */
export function withoutEchoes<T extends Told>(rows: readonly T[]): T[] {
  return rows.flatMap((row) => {
    const together = rows.filter(({ createdAt }) => createdAt.getTime() === row.createdAt.getTime());
    const signIn = together.find(isSignIn);
    // Two sign-ins at one moment: which of them added what is unknown.
    if (!signIn || together.filter(isSignIn).length > 1) return [row];
    if (signIn !== row) return [];
    const echoes = together.filter((other) => other !== signIn);
    return [
      {
        ...signIn,
        description: [signIn, ...echoes].map(({ description }) => description).join('. '),
        metadata: Object.assign({}, signIn.metadata, ...echoes.map(({ metadata }) => metadata)),
      },
    ];
  });
}

const isSignIn = ({ type }: Told) => type === 'login' || type === 'mobile_login';
