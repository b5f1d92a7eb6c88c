/** Customers (specification section 2, 'Admin screens'): the list's filters, sorts and row fields. */
import { byLink, choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';

export const LOAD_FAILED = 'Failed to load customers';

export const customerList = defineList({
  name: 'customers',
  filters: {
    find: textFilter('Name, email or phone'),
    verified: choiceFilter('Age', [
      { value: 'yes', label: 'Approved' },
      { value: 'no', label: 'Rejected' },
      { value: 'open', label: 'Undecided' },
    ]),
    banned: choiceFilter('Banned', [{ value: 'yes', label: 'Banned only' }]),
    // Who took it home: links from a product and from a lot set these.
    product: byLink(textFilter('Bought product #')),
    lot: byLink(textFilter('Bought lot #')),
  },
  sorts: { joined: 'Joined', name: 'Name' },
  // Newest first (specification section 7).
  defaultSort: '-joined',
});

export type CustomerListState = ListState<
  'find' | 'verified' | 'banned' | 'product' | 'lot',
  'joined' | 'name'
>;

export type CustomerRow = {
  id: string;
  name: string;
  email: string;
  /** Its last digits; the customer's page reveals the whole number. */
  phone: string | null;
  /** 'Hancock, NY'; null when none is on file. */
  place: string | null;
  points: number;
  /** Null while undecided. */
  isVerified: boolean | null;
  isBanned: boolean;
  /** 'Nov 5, 2026', or 'Unknown' */
  joined: string;
};
