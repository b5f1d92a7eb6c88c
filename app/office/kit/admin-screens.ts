/**
 * Lists the screens of the back office in the sidebar's order (specification section 2, 'Admin layout'): one row gives
 * a screen its address, its place in sidebar and palette, its shortcut, and its row in the test of who may see it.
 */
import type { Permission } from '#core/ground/access/actor.ts';
import type { Icon } from '#ui/icons/icon.tsx';
import {
  Activity,
  BadgeCheck,
  Banknote,
  BookCheck,
  Boxes,
  CalendarCheck,
  ChartLine,
  CloudSnow,
  Eye,
  FolderArchive,
  Inbox,
  Landmark,
  LayoutDashboard,
  Megaphone,
  Package,
  PackageCheck,
  PlugZap,
  Scale,
  ScrollText,
  Settings,
  Siren,
  TicketPercent,
  Trash2,
  UserCog,
  UsersRound,
} from '#ui/icons.ts';

export type AdminScreen = {
  /** Below /admin; also its name in commands. */
  path: string;
  /** Below app/. */
  file: string;
  label: string;
  /** Other words people search for. */
  keywords: readonly string[];
  /** Two keys in sequence. */
  shortcut: string;
  /** Its loader requires the same permission. */
  needs: Permission;
  icon: Icon;
  /** Addresses of its other pages, below /admin: not every address of the specification starts with its screen's. */
  also?: readonly string[];
};

export const adminScreens: readonly AdminScreen[] = [
  {
    path: 'dashboard',
    file: 'office/dashboard/dashboard.page.tsx',
    label: 'Dashboard',
    keywords: ['today', 'pickups', 'low stock', 'home'],
    shortcut: 'g d',
    needs: 'backoffice.enter',
    icon: LayoutDashboard,
  },
  {
    path: 'analytics',
    file: 'office/analytics/analytics.page.tsx',
    label: 'Analytics',
    keywords: ['order analytics', 'revenue', 'sales', 'report', 'figures', 'charts', 'tax quarter'],
    shortcut: 'g n',
    needs: 'analytics.read',
    icon: ChartLine,
  },
  {
    path: 'month-end',
    file: 'office/month-end/month-end.page.tsx',
    label: 'Month End',
    keywords: ['books', 'accountant', 'sales tax', 'cash', 'cost of goods', 'inventory value', 'close month'],
    shortcut: 'g b',
    needs: 'analytics.read',
    icon: BookCheck,
  },
  {
    path: 'cash',
    file: 'office/cash/cash.page.tsx',
    label: 'Cash',
    keywords: ['drawer', 'till', 'float', 'over', 'short', 'variance', 'drops', 'day report', 'safe'],
    shortcut: 'g h',
    needs: 'cash.report',
    icon: Banknote,
  },
  {
    path: 'inventory',
    file: 'office/inventory/inventory.page.tsx',
    label: 'Inventory',
    keywords: ['products', 'stock', 'prices', 'menu'],
    shortcut: 'g i',
    needs: 'inventory.see',
    icon: Boxes,
    also: ['products', 'price-corrections'],
  },
  {
    path: 'lots',
    file: 'office/lots/lots.page.tsx',
    label: 'Lots',
    keywords: [
      'batches',
      'package tag',
      'metrc',
      'quarantine',
      'expiry',
      'ledger',
      'damaged',
      'waste',
      'theft',
      'count',
    ],
    shortcut: 'g t',
    needs: 'inventory.see',
    icon: Package,
    also: ['counts'],
  },
  {
    path: 'waste',
    file: 'office/waste/waste.page.tsx',
    label: 'Waste',
    keywords: ['destroy', 'destruction', 'damaged', 'expired', 'dispose', 'witness', 'returned'],
    shortcut: 'g x',
    needs: 'inventory.see',
    icon: Trash2,
  },
  {
    path: 'outages',
    file: 'office/outages/outages.page.tsx',
    label: 'State Outages',
    keywords: ['metrc', 'tracking system', 'down', 'manual log', '72 hours', 'back-date'],
    shortcut: 'g q',
    needs: 'inventory.see',
    icon: PlugZap,
  },
  {
    path: 'state-tracking',
    file: 'office/state-tracking/state-tracking.page.tsx',
    label: 'State Tracking',
    keywords: [
      'metrc',
      'packages',
      'compare',
      'drift',
      'seed to sale',
      'on hold',
      'recall',
      'tag',
      'deliveries',
    ],
    shortcut: 'g z',
    needs: 'inventory.see',
    icon: Landmark,
  },
  {
    path: 'reconciliation',
    file: 'office/reconciliation/reconciliation.page.tsx',
    label: 'Reconciliation',
    keywords: ['close day', 'metrc', 'state', 'three-way', 'shelf', 'ledger', 'end of day', 'difference'],
    shortcut: 'g y',
    needs: 'inventory.manage',
    icon: Scale,
  },
  {
    path: 'orders',
    file: 'office/orders/orders.page.tsx',
    label: 'Orders',
    keywords: ['order management', 'pickups', 'customers'],
    shortcut: 'g o',
    needs: 'orders.manage',
    icon: PackageCheck,
  },
  {
    path: 'pickup-reservations',
    file: 'office/reservations/reservations.page.tsx',
    label: 'Pickup Reservations',
    keywords: ['holds', 'pending', 'create order', 'submitted'],
    shortcut: 'g p',
    needs: 'pickups.manage',
    icon: CalendarCheck,
  },
  {
    path: 'users',
    file: 'office/users/users.page.tsx',
    label: 'Users',
    keywords: ['roles', 'rights', 'staff', 'invite', 'license'],
    shortcut: 'g u',
    needs: 'staff.rights',
    icon: UserCog,
  },
  {
    path: 'customers',
    file: 'office/customers/customers.page.tsx',
    label: 'Customers',
    keywords: ['people', 'bans', 'notes'],
    shortcut: 'g c',
    needs: 'customers.read',
    icon: UsersRound,
  },
  {
    path: 'age-verification',
    file: 'office/age-verification/age-verification.page.tsx',
    label: 'Age Verification',
    keywords: ['license', 'approve', 'reject', '21', 'photo'],
    shortcut: 'g v',
    needs: 'age.decide',
    icon: BadgeCheck,
  },
  {
    path: 'closures',
    file: 'office/closures/closures.page.tsx',
    label: 'Closures',
    keywords: ['storm', 'snow', 'weather', 'close', 'closed', 'emergency', 'shorten', 'days that differ'],
    shortcut: 'g w',
    needs: 'orders.manage',
    icon: CloudSnow,
  },
  {
    path: 'recalls',
    file: 'office/recalls/recalls.page.tsx',
    label: 'Recalls',
    keywords: ['batch', 'lot', 'trace', 'who has it', 'mock recall', 'exercise', 'safety'],
    shortcut: 'g l',
    needs: 'inventory.see',
    icon: Siren,
  },
  {
    path: 'promotions',
    file: 'office/promotions/promotions.page.tsx',
    label: 'Promotions',
    keywords: ['offers', 'news', 'marketing', 'newsletter', 'discount'],
    shortcut: 'g r',
    needs: 'promotions.send',
    icon: Megaphone,
  },
  {
    path: 'offers',
    file: 'office/offers/offers.page.tsx',
    label: 'Offers',
    keywords: ['discount', 'sale', 'black friday', 'happy hour', 'bundle', 'prices', 'limit per person'],
    shortcut: 'g f',
    needs: 'inventory.manage',
    icon: TicketPercent,
  },
  {
    path: 'what-went-on',
    file: 'office/what-went-on/what-went-on.page.tsx',
    label: 'What Went On',
    keywords: ['staff', 'refunds', 'no sale', 'theft', 'unusual', 'pay-outs', 'people at work'],
    shortcut: 'g g',
    needs: 'audit.read',
    icon: Eye,
  },
  {
    path: 'audit',
    file: 'office/audit/audit.page.tsx',
    label: 'Audit Log',
    keywords: ['history', 'changes', 'who'],
    shortcut: 'g a',
    needs: 'audit.read',
    icon: ScrollText,
  },
  {
    path: 'binder',
    file: 'office/binder/binder.page.tsx',
    label: 'Inspector’s Binder',
    keywords: ['inspection', 'inspector', 'regulator', 'records', 'zip', 'download', 'compliance'],
    shortcut: 'g k',
    needs: 'records.export',
    icon: FolderArchive,
  },
  {
    path: 'sent-mail',
    file: 'office/sent-mail/sent-mail.page.tsx',
    label: 'Sent Mail',
    keywords: ['mail', 'email', 'messages', 'outbox'],
    shortcut: 'g m',
    needs: 'sent-mail.read',
    icon: Inbox,
  },
  {
    path: 'operations',
    file: 'office/operations/operations.page.tsx',
    label: 'Operations',
    keywords: ['backups', 'jobs', 'errors', 'disk', 'status', 'health', 'incidents', 'version', 'monitoring'],
    shortcut: 'g j',
    needs: 'settings.manage',
    icon: Activity,
  },
  {
    path: 'settings',
    file: 'office/settings/settings.page.tsx',
    label: 'Settings',
    keywords: ['configuration', 'preferences', 'store'],
    shortcut: 'g e',
    needs: 'settings.manage',
    icon: Settings,
  },
];

/** The screen that a back office page belongs to, by its address; undefined if there is none. */
export function screenAt(pathname: string): AdminScreen | undefined {
  const [, , part] = pathname.toLowerCase().split('/');
  return adminScreens.find(
    ({ path, also }) => part !== undefined && (part === path || also?.includes(part) === true),
  );
}
