/**
 * The signed-in person's own pages, in the menu's order: one row gives a page its address, its place in the account
 * menu and beside every account page, and the row of the test that asks who may see it.
 */
export type AccountScreen = {
  /** Below /. */
  path: string;
  /** Below app/. Its loader asks `requireSignedIn`. */
  file: string;
  label: string;
};

export const accountScreens: readonly AccountScreen[] = [
  { path: 'orders', file: 'routes/account/orders.tsx', label: 'Your Orders' },
  { path: 'profile', file: 'routes/account/profile.tsx', label: 'My Profile' },
  { path: 'favorites', file: 'routes/account/favorites.tsx', label: 'Favorites' },
  { path: 'notifications', file: 'routes/account/notifications.tsx', label: 'Notifications' },
  {
    path: 'notifications/preferences',
    file: 'routes/account/notification-preferences.tsx',
    label: 'Notification Preferences',
  },
  { path: 'activity', file: 'routes/account/activity.tsx', label: 'Activity History' },
  { path: 'security', file: 'routes/account/security.tsx', label: 'Security' },
  { path: 'your-data', file: 'routes/account/your-data.tsx', label: 'Your data' },
];
