/**
 * The screens of the back office, in the sidebar's order (specification section 2, 'Admin layout'): one row gives a
 * screen its address, its place in sidebar and palette, its shortcut and the row of the test that asks who may see it.
 */
import {
  BadgeCheck,
  Boxes,
  CalendarCheck,
  ChartLine,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  PackageCheck,
  ScrollText,
  Settings,
  UserCog,
  UsersRound,
} from 'lucide-react';
import type { Permission } from '#features/access/actor.ts';

export type AdminScreen = {
  /** Below /admin; also its name in commands. */
  path: string;
  /** Below app/. */
  file: string;
  label: string;
  /** Other words people look for it by. */
  keywords: readonly string[];
  /** Two keys, one after the other. */
  shortcut: string;
  /** Its loader asks for the same. */
  needs: Permission;
  icon: LucideIcon;
  /** Where further pages of it are, below /admin: not every address of the specification begins with its screen's. */
  also?: string;
};

export const adminScreens: readonly AdminScreen[] = [
  {
    path: 'dashboard',
    file: 'routes/admin/dashboard.tsx',
    label: 'Dashboard',
    keywords: ['today', 'pickups', 'low stock', 'home'],
    shortcut: 'g d',
    needs: 'backoffice.enter',
    icon: LayoutDashboard,
  },
  {
    path: 'analytics',
    file: 'routes/admin/analytics.tsx',
    label: 'Analytics',
    keywords: ['order analytics', 'revenue', 'sales', 'report', 'figures', 'charts', 'tax quarter'],
    shortcut: 'g n',
    needs: 'analytics.read',
    icon: ChartLine,
  },
  {
    path: 'inventory',
    file: 'routes/admin/inventory.tsx',
    label: 'Inventory',
    keywords: ['products', 'stock', 'lots', 'prices', 'menu'],
    shortcut: 'g i',
    needs: 'inventory.count',
    icon: Boxes,
    also: 'products',
  },
  {
    path: 'orders',
    file: 'routes/admin/orders.tsx',
    label: 'Orders',
    keywords: ['order management', 'pickups', 'customers'],
    shortcut: 'g o',
    needs: 'orders.manage',
    icon: PackageCheck,
  },
  {
    path: 'pickup-reservations',
    file: 'routes/admin/pickup-reservations.tsx',
    label: 'Pickup Reservations',
    keywords: ['holds', 'pending', 'create order', 'submitted'],
    shortcut: 'g p',
    needs: 'pickups.manage',
    icon: CalendarCheck,
  },
  {
    path: 'users',
    file: 'routes/admin/users.tsx',
    label: 'Users',
    keywords: ['roles', 'staff', 'invite', 'license'],
    shortcut: 'g u',
    needs: 'users.manage',
    icon: UserCog,
  },
  {
    path: 'customers',
    file: 'routes/admin/customers.tsx',
    label: 'Customers',
    keywords: ['people', 'bans', 'notes'],
    shortcut: 'g c',
    needs: 'customers.read',
    icon: UsersRound,
  },
  {
    path: 'age-verification',
    file: 'routes/admin/age-verification.tsx',
    label: 'Age Verification',
    keywords: ['license', 'approve', 'reject', '21', 'photo'],
    shortcut: 'g v',
    needs: 'age.decide',
    icon: BadgeCheck,
  },
  {
    path: 'promotions',
    file: 'routes/admin/promotions.tsx',
    label: 'Promotions',
    keywords: ['offers', 'news', 'marketing', 'newsletter', 'discount'],
    shortcut: 'g r',
    needs: 'promotions.send',
    icon: Megaphone,
  },
  {
    path: 'audit',
    file: 'routes/admin/audit.tsx',
    label: 'Audit Log',
    keywords: ['history', 'changes', 'who'],
    shortcut: 'g a',
    needs: 'audit.read',
    icon: ScrollText,
  },
  {
    path: 'sent-mail',
    file: 'routes/admin/sent-mail.tsx',
    label: 'Sent Mail',
    keywords: ['mail', 'email', 'messages', 'outbox'],
    shortcut: 'g m',
    needs: 'sent-mail.read',
    icon: Inbox,
  },
  {
    path: 'settings',
    file: 'routes/admin/settings.tsx',
    label: 'Settings',
    keywords: ['configuration', 'preferences', 'store'],
    shortcut: 'g e',
    needs: 'settings.manage',
    icon: Settings,
  },
];

/** The screen that a page of the back office belongs to, by its address; undefined where it belongs to none. */
export function screenAt(pathname: string): AdminScreen | undefined {
  const [, , part] = pathname.toLowerCase().split('/');
  return adminScreens.find(({ path, also }) => part === path || (part !== undefined && part === also));
}
