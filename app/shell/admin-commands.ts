/**
 * What can be done in the back office: one row per action. The sidebar, the palette, the shortcuts, row menus and
 * bulk bars are filled from it (`ui/commands/command.ts`). Screens: specification section 2, 'Admin layout'.
 */
import type { Permission } from '#features/access/actor.ts';
import type { Command } from '#ui/commands/command.ts';

export type AdminCommand = Command<Permission>;

export const adminCommands: readonly AdminCommand[] = [
  {
    id: 'go.dashboard',
    label: 'Dashboard',
    keywords: ['today', 'pickups', 'low stock', 'home'],
    shortcut: 'g d',
    to: '/admin/dashboard',
    needs: 'backoffice.enter',
    places: ['menu', 'palette'],
    icon: 'dashboard',
  },
  {
    id: 'go.orders',
    label: 'Orders',
    keywords: ['order management', 'pickups', 'customers'],
    shortcut: 'g o',
    to: '/admin/orders',
    needs: 'orders.manage',
    places: ['menu', 'palette'],
    icon: 'orders',
  },
  {
    id: 'go.audit',
    label: 'Audit Log',
    keywords: ['history', 'changes', 'who'],
    shortcut: 'g a',
    to: '/admin/audit',
    needs: 'audit.read',
    places: ['menu', 'palette'],
    icon: 'audit',
  },
  {
    id: 'go.sent-mail',
    label: 'Sent Mail',
    keywords: ['mail', 'email', 'messages', 'outbox'],
    shortcut: 'g m',
    to: '/admin/sent-mail',
    needs: 'sent-mail.read',
    places: ['menu', 'palette'],
    icon: 'sent-mail',
  },
  {
    id: 'go.shop',
    label: 'Back to the shop',
    keywords: ['products', 'store', 'menu'],
    shortcut: 'g s',
    to: '/products',
    needs: 'backoffice.enter',
  },
  {
    id: 'list.search',
    label: 'Search this list',
    keywords: ['filter', 'find'],
    shortcut: '/',
    run: 'list.search',
  },
  {
    id: 'order.edit',
    label: 'Edit this order',
    keywords: ['change', 'lines', 'quantity', 'pickup time'],
    shortcut: 'e',
    run: 'order.edit',
    needs: 'orders.manage',
  },
  {
    id: 'order.print',
    label: 'Print this order',
    keywords: ['paper', 'pick list'],
    shortcut: 'p',
    run: 'order.print',
    needs: 'orders.manage',
  },
];
