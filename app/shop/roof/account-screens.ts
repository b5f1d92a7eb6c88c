/**
 * Lists the signed-in person's own pages in five groups, in menu order: one row gives a page its address, its place in
 * the account menu and beside every account page, and its row in the test of who may see it.
 */
export type AccountScreen = {
  /** Below /. */
  path: string;
  /** Below app/. Its loader calls `requireSignedIn`. */
  file: string;
  label: string;
};

/** The first page stands for its group; the others are listed once the group is open. */
export type AccountGroup = { label: string; screens: readonly [AccountScreen, ...AccountScreen[]] };

export const accountGroups: readonly AccountGroup[] = [
  {
    label: 'Orders',
    screens: [{ path: 'orders', file: 'shop/orders/orders.page.tsx', label: 'Your Orders' }],
  },
  {
    label: 'Favorites',
    screens: [{ path: 'favorites', file: 'shop/favorites/favorites.page.tsx', label: 'Favorites' }],
  },
  {
    label: 'Profile',
    screens: [{ path: 'profile', file: 'shop/profile/profile.page.tsx', label: 'My Profile' }],
  },
  {
    label: 'Notifications',
    screens: [
      { path: 'notifications', file: 'shop/notifications/notifications.page.tsx', label: 'Notifications' },
      {
        path: 'notifications/preferences',
        file: 'shop/notifications/notification-preferences.page.tsx',
        label: 'Preferences',
      },
    ],
  },
  {
    label: 'Security and data',
    screens: [
      { path: 'security', file: 'shop/security/security.page.tsx', label: 'Security' },
      { path: 'activity', file: 'shop/security/activity.page.tsx', label: 'Activity History' },
      { path: 'your-data', file: 'shop/your-data/your-data.page.tsx', label: 'Your data' },
    ],
  },
];

export const accountScreens: readonly AccountScreen[] = accountGroups.flatMap(({ screens }) => screens);

/** The group that a page belongs to, or a page below one of its pages; undefined outside the account. */
export function accountGroupOf(pathname: string): AccountGroup | undefined {
  return accountGroups.find(({ screens }) =>
    screens.some(({ path }) => pathname === `/${path}` || pathname.startsWith(`/${path}/`)),
  );
}
