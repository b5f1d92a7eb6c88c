/** Says what each permission allows, for the person who gives a role. */
import type { Role } from '#kernel/statuses.ts';
import { type Permission, roleMay } from './actor.ts';

const permissionWords: Readonly<Record<Permission, string>> = {
  'backoffice.enter': 'Open the back office',
  'orders.manage': 'Pack, edit, hand over and cancel orders',
  'pickups.manage': 'Manage pickup reservations',
  'inventory.see': 'See inventory, and stop the sales of a lot',
  'inventory.count': 'Count and change units, record waste',
  'customers.read': 'See customers',
  'customers.note': 'Write notes about customers',
  'age.decide': 'Decide age and verify licenses',
  'refunds.record': 'Record refunds up to their limit',
  'refunds.any-amount': 'Record refunds of any amount',
  'cash.handle': 'Open, count and close the cash drawer',
  'cash.report': 'See cash reports, over and short',
  'cash.settle': 'Close a drawer without its tablets',
  'lots.receive': 'Receive deliveries and lots',
  'lots.release': 'Put lots on sale',
  'products.discount': 'Set discounts of products',
  'ordering.pause': 'Pause and reopen reservations',
  'closures.manage': 'Close and reopen days',
  'staff.rights': 'Invite staff and give rights',
  'inventory.manage': 'Change products, prices and lots',
  'users.manage': 'Change roles, ban customers',
  'settings.manage': 'Change settings',
  'analytics.read': 'See analytics and month-end figures',
  'books.close': 'Close and reopen months',
  'sent-mail.read': 'Read sent mail',
  'audit.read': 'Read the audit log',
  'records.delete': 'Delete records',
  'records.export': 'Export personal data',
  'promotions.send': 'Write and send promotions',
};

/** What someone with these permissions may do. */
export const permissionsInWords = (allows: (permission: Permission) => boolean): string[] =>
  (Object.keys(permissionWords) as Permission[])
    .filter(allows)
    .map((permission) => permissionWords[permission]);

/** What a change of role gives, and what it takes. */
export function rightsBetween(from: Role, to: Role): { gains: string[]; loses: string[] } {
  const words = (of: Role, without: Role) =>
    permissionsInWords((permission) => roleMay(of, permission) && !roleMay(without, permission));
  return { gains: words(to, from), loses: words(from, to) };
}
