/**
 * Lists the signed-in person's own pages, in menu order: one row gives a page its address, its place in the account
 * menu and beside every account page, and its row in the test of who may see it.
 */
export type AccountScreen = {
  /** Below /. */
  path: string;
  /** Below app/. Its loader calls `requireSignedIn`. */
  file: string;
  label: string;
};

export const accountScreens: readonly AccountScreen[] = [
  { path: 'orders', file: 'shop/orders/orders.page.tsx', label: 'Your Orders' },
  { path: 'profile', file: 'shop/profile/profile.page.tsx', label: 'My Profile' },
  { path: 'favorites', file: 'shop/favorites/favorites.page.tsx', label: 'Favorites' },
  { path: 'notifications', file: 'shop/notifications/notifications.page.tsx', label: 'Notifications' },
  {
    path: 'notifications/preferences',
    file: 'shop/notifications/notification-preferences.page.tsx',
    label: 'Notification Preferences',
  },
  { path: 'activity', file: 'shop/security/activity.page.tsx', label: 'Activity History' },
  { path: 'security', file: 'shop/security/security.page.tsx', label: 'Security' },
  { path: 'your-data', file: 'shop/your-data/your-data.page.tsx', label: 'Your data' },
];
