/** What every wing reads of the data that the root and the shop's layout load. */

/** What the document knows: the request's id, which the error page shows as a reference, and the shop's minimum age. */
export type RootData = { requestId: string; minimumAge: number };

/** The layout route whose loader returns `ShellFacts` (`app/shop/roof/shop-layout.tsx`). */
export const SHELL_ROUTE = 'shop/roof/shop-layout';

/** The part of its data that pages outside the shop read. */
export type ShellFacts = {
  store: {
    name: string;
    /** The minimum age to shop here, in years. */
    minimumAge: number;
  };
  /** Whether the age gate's cookie came with the request. */
  ageAffirmed: boolean;
  /** How long an affirmation is valid, in days. */
  ageGateDays: number;
};
