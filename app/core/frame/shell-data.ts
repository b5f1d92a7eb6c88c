/** What the frame of every shop page shows. Guests' pages are kept rendered: nothing here may tell one guest from another. */
import type { OfferedProvider } from '#core/identity/providers/provider.ts';
import type { PostedWeek } from '#core/pickup/posted-week.ts';
import type { StoreSettings, WarningSettings } from '#core/settings/settings.ts';
import type { Flash } from '#platform/requests/flash.ts';

/** What the document knows: the request's name, which the error page gives as a reference, and for whom the shop is. */
export type RootData = { requestId: string; minimumAge: number };

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
  /** The youngest who may shop here, in years. */
  minimumAge: number;
  /** When it is open. */
  hours: PostedWeek;
  /** The calendar year at the store, for the copyright line. */
  year: number;
};

export type ShellVisitor = {
  userId: string;
  name: string;
  email: string;
  mayEnterBackOffice: boolean;
  /** Notifications not read yet. */
  unread: number;
};

export type ShellData = {
  store: ShellStore;
  warnings: WarningSettings;
  /** What shoppers are told while no reservations are taken; null while they are. */
  pause: string | null;
  /** By whom one can sign in, besides ourselves. */
  providers: readonly OfferedProvider[];
  /** null for guests. */
  visitor: ShellVisitor | null;
  /** Lines in the cart as its cookie says; 0 on cached pages, where a script reads the cookie (`cart-count.ts`). */
  cartLines: number;
  /** Whether the age gate's cookie came with the request. */
  ageAffirmed: boolean;
  /** How long an affirmation holds, in days. */
  ageGateDays: number;
  /** Whether visitors get the shop; to those who do not, the frame says nothing of the store. */
  isOpen: boolean;
  /** The message the page before left. */
  flash: Flash | null;
};

/** The layout route whose loader gives `ShellData`. */
export const SHELL_ROUTE = 'shop/frame/shop-layout';
