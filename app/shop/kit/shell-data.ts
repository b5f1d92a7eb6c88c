/**
 * The data of the frame around every shop page. Guests' pages are cached as rendered: nothing here may differ between
 * guests.
 */

import { useRouteLoaderData } from 'react-router';
import type { OfferedProvider } from '#core/accounts/identity/providers/provider.ts';
import { SHELL_ROUTE, type ShellFacts } from '#core/ground/frame/shell-route.ts';
import type { StoreSettings, WarningSettings } from '#core/ground/settings/settings.ts';
import type { AnnouncedDays } from '#core/sales/pickup/announced-days.ts';
import type { PostedWeek } from '#core/sales/pickup/posted-week.ts';
import type { Flash } from '#platform/requests/flash.ts';

export type ShellStore = Pick<
  StoreSettings,
  | 'name'
  | 'legalName'
  | 'licenseNumber'
  | 'licenseType'
  | 'phone'
  | 'email'
  | 'adultsOnlyNotice'
  | 'tagline'
  | 'description'
> & {
  /** On one line. */
  address: string;
  /** The minimum age to shop here, in years. */
  minimumAge: number;
  /** The opening hours. */
  hours: PostedWeek;
  /** The calendar year at the store, for the copyright line. */
  year: number;
};

export type ShellVisitor = {
  userId: string;
  /** Of this sign-in: another one is another session. It grants nothing. */
  sessionId: string;
  name: string;
  email: string;
  mayEnterBackOffice: boolean;
  /** Unread notifications. */
  unread: number;
};

export type ShellData = ShellFacts & {
  store: ShellStore;
  warnings: WarningSettings;
  /** The message to shoppers while the shop accepts no reservations; null otherwise. */
  pause: string | null;
  /** Days ahead with special hours and a reason; usually none. */
  announced: readonly AnnouncedDays[];
  /** The outside providers to sign in with. */
  providers: readonly OfferedProvider[];
  /** Null for guests. */
  visitor: ShellVisitor | null;
  /** Lines in the cart by its cookie; 0 on cached pages, where a script reads the cookie (`cart-count.ts`). */
  cartLines: number;
  /** Whether visitors get the shop; for those who do not, the frame says nothing about the store. */
  isOpen: boolean;
  /** The time at which a rehearsal started; null while none is running. */
  rehearsal: string | null;
  /** The message from the previous page. */
  flash: Flash | null;
};

/** The data of the frame around this page; undefined where it could not be loaded. */
export const useShell = () => useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
