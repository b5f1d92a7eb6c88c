/**
 * Lists the actions of the back office, one row each. The sidebar, the palette, the shortcuts, row menus and bulk bars
 * are built from it (`ui/commands/command.ts`). Screens come from their own table.
 */
import type { Permission } from '#core/ground/access/actor.ts';
import { screenNeeds, settingsScreens } from '#office/kit/settings-screens.ts';
import type { Command } from '#ui/commands/command.ts';
import { adminScreens } from '../kit/admin-screens.ts';

export type AdminCommand = Command<Permission>;

export const adminCommands: readonly AdminCommand[] = [
  ...adminScreens.map(
    ({ path, label, keywords, shortcut, needs }): AdminCommand => ({
      id: `go.${path}`,
      label,
      keywords,
      shortcut,
      to: `/admin/${path}`,
      needs,
      places: ['menu', 'palette'],
    }),
  ),
  ...settingsScreens.map(
    ({ path, label, keywords, needs }): AdminCommand => ({
      id: `go.settings.${path}`,
      label: `Settings: ${label}`,
      keywords,
      to: `/admin/settings/${path}`,
      needs: screenNeeds({ needs }),
    }),
  ),
  {
    id: 'list.search',
    label: 'Search this list',
    keywords: ['filter', 'find'],
    shortcut: '/',
    run: 'list.search',
  },
  {
    id: 'search',
    label: 'Search everything',
    keywords: ['orders', 'customers', 'products', 'pass'],
    shortcut: 's',
    to: '/admin/search',
    needs: 'backoffice.enter',
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
  {
    id: 'age.approve',
    label: 'Approve this profile (over 21)',
    keywords: ['age', 'license'],
    shortcut: 'a',
    run: 'age.approve',
    needs: 'age.decide',
  },
  {
    id: 'age.reject',
    label: 'Reject this profile (under 21)',
    keywords: ['age', 'license'],
    shortcut: 'r',
    run: 'age.reject',
    needs: 'age.decide',
  },
  {
    id: 'age.next',
    label: 'Next profile',
    keywords: ['age', 'skip', 'queue'],
    shortcut: 'n',
    run: 'age.next',
    needs: 'age.decide',
  },
];
