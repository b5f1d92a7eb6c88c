/** Which message reaches whom, and how (specification sections 2 and 3, 'user_preferences'). */

import type { NotificationType } from '#kernel/statuses.ts';

export type Preferences = {
  orderUpdates: boolean;
  accountUpdates: boolean;
  promotional: boolean;
  emailNotifications: boolean;
  pushNotifications: boolean;
};

/** What a customer without a stored choice has. Specification section 3. */
export const defaultPreferences: Preferences = {
  orderUpdates: true,
  accountUpdates: true,
  promotional: false,
  emailNotifications: true,
  pushNotifications: false,
};

/** The channels a message takes: the bell shows what its kind is wanted for, mail needs both its kind and mail wanted. */
export function channelsFor(type: NotificationType, wanted: Preferences): { bell: boolean; mail: boolean } {
  const kindWanted = {
    order: wanted.orderUpdates,
    account: wanted.accountUpdates,
    other: wanted.promotional,
  }[type];
  return { bell: kindWanted, mail: kindWanted && wanted.emailNotifications };
}
