/**
 * What people at work may do: the permissions of everyone on the staff, and those that each person is given as boxes and
 * limits, with their words. Decision 136.
 */
import { cents, formatCents } from '#kernel/money.ts';
import { rights as allBoxes, type Right } from '#kernel/statuses.ts';

/** Named permissions. */
export type Permission =
  | 'backoffice.enter'
  | 'orders.manage'
  /** Money leaves the drawer; without the next one up to the person's limit. */
  | 'refunds.record'
  | 'refunds.any-amount'
  /** Opens the cash drawer, moves cash, counts and closes it. */
  | 'cash.handle'
  /** Sees what drawers were expected to hold, over and short, and exports the reports of days. */
  | 'cash.report'
  /** Closes drawers without tablets that may hold work, and settles what they did. */
  | 'cash.settle'
  | 'pickups.manage'
  /** Sees products, lots and deliveries, and stops the sales of a lot: doubt cannot wait. */
  | 'inventory.see'
  /** Counts and changes units, and records waste. */
  | 'inventory.count'
  | 'customers.read'
  | 'customers.note'
  | 'age.decide'
  /** Makes lots of deliveries, and edits them until they are on sale. */
  | 'lots.receive'
  | 'lots.release'
  /** Sets and ends discounts of products, up to the person's limit. */
  | 'products.discount'
  | 'inventory.manage'
  | 'ordering.pause'
  | 'closures.manage'
  /** Invites staff and gives rights: no more than they have themselves. */
  | 'staff.rights'
  | 'users.manage'
  | 'settings.manage'
  | 'analytics.read'
  /** Closes and reopens months. */
  | 'books.close'
  | 'sent-mail.read'
  | 'audit.read'
  | 'records.delete'
  | 'records.export'
  | 'promotions.send';

/** What everyone on the staff may do, whatever their boxes. */
export const everyonesPermissions: readonly Permission[] = [
  'backoffice.enter',
  'orders.manage',
  'refunds.record',
  'cash.handle',
  'pickups.manage',
  'inventory.see',
  'customers.read',
  'customers.note',
  'age.decide',
];

/** What each box allows. */
export const permissionsOfRight: Readonly<Record<Right, readonly Permission[]>> = {
  count: ['inventory.count'],
  receive: ['lots.receive'],
  release: ['lots.release'],
  pause: ['ordering.pause'],
  close: ['closures.manage'],
  money: ['cash.report', 'analytics.read'],
  people: ['staff.rights'],
};

/** What no box gives. */
export const adminsPermissions: readonly Permission[] = [
  'refunds.any-amount',
  'cash.settle',
  'inventory.manage',
  'users.manage',
  'settings.manage',
  'books.close',
  'sent-mail.read',
  'audit.read',
  'records.delete',
  'records.export',
  'promotions.send',
];

/** What one person on the staff may do besides `everyonesPermissions`. */
export type Rights = {
  boxes: readonly Right[];
  /** Cents that they may refund of one order; null for the amount in the settings. */
  refundLimit: number | null;
  /** The largest discount of a product that they may set, in percent; 0 for none. */
  discountLimit: number;
};

/** The largest refund limit of a person, in cents. */
export const LARGEST_REFUND_LIMIT = 1_000_000;

/**
 * Where an invitation and a person's form start; the boxes stay free. The first is what everyone on the staff had
 * before there were boxes.
 */
export const startingSets = {
  budtender: { boxes: ['count'], refundLimit: null, discountLimit: 0 },
  lead: {
    boxes: ['count', 'receive', 'release', 'pause', 'close'],
    refundLimit: 10_000,
    discountLimit: 20,
  },
  stockroom: { boxes: ['count', 'receive', 'release'], refundLimit: 0, discountLimit: 0 },
} as const satisfies Record<string, Rights>;
export type StartingSet = keyof typeof startingSets;

/** In the order of the form. */
export const setNames = Object.keys(startingSets) as StartingSet[];

/** What a person on the staff has by default. */
export const ordinaryRights: Rights = startingSets.budtender;

/** Whether one person on the staff with these rights has the permission. */
export function rightsAllow({ boxes, discountLimit }: Rights, permission: Permission): boolean {
  if (everyonesPermissions.includes(permission)) return true;
  if (permission === 'products.discount') return discountLimit > 0;
  return boxes.some((box) => permissionsOfRight[box].includes(permission));
}

/** Whether a person on the staff can be given the permission: by a box or by a limit. */
export const isGivenByRights = (permission: Permission): boolean =>
  permission === 'products.discount' ||
  Object.values(permissionsOfRight).some((given) => given.includes(permission));

/** The refund settings that a limit of null means. */
type RefundDefault = { staffLimit: number };

/** The cents of one order. */
export const refundLimitOf = ({ refundLimit }: Rights, { staffLimit }: RefundDefault): number =>
  refundLimit ?? staffLimit;

/** Whether these rights include all of the others. */
export function rightsCover(rights: Rights, others: Rights, settings: RefundDefault): boolean {
  return (
    others.boxes.every((box) => rights.boxes.includes(box)) &&
    refundLimitOf(rights, settings) >= refundLimitOf(others, settings) &&
    rights.discountLimit >= others.discountLimit
  );
}

/** Whether the two are the same rights, in whatever order. */
export const sameRights = (one: Rights, other: Rights): boolean =>
  one.refundLimit === other.refundLimit &&
  one.discountLimit === other.discountLimit &&
  one.boxes.length === other.boxes.length &&
  one.boxes.every((box) => other.boxes.includes(box));

/** A box of the form: what it says, and what else it means. */
export const rightWords: Readonly<Record<Right, { label: string; hint?: string }>> = {
  count: { label: 'Count and change units', hint: 'Counts, corrections and waste.' },
  receive: {
    label: 'Receive deliveries and lots',
    hint: 'Lots wait until someone puts them on sale. Edits their facts until then.',
  },
  release: { label: 'Put lots on sale', hint: 'Also those that someone else quarantined.' },
  pause: { label: 'Pause and reopen reservations' },
  close: { label: 'Close and reopen days', hint: 'As in a storm, with messages to the customers.' },
  money: { label: 'See money', hint: 'Cash reports, analytics and month-end figures.' },
  people: { label: 'Invite staff and give rights', hint: 'Only rights they have themselves.' },
};

/** The form field of a box. */
export const boxField = (box: Right) => `right-${box}`;

export const setWords: Readonly<Record<StartingSet, { label: string; hint: string }>> = {
  budtender: { label: 'Budtender', hint: 'Orders, pickups, the cash drawer and counting.' },
  lead: { label: 'Lead', hint: 'Also receives, puts lots on sale, pauses, closes, refunds and discounts.' },
  stockroom: { label: 'Stockroom', hint: 'Also receives and puts lots on sale. No refunds.' },
};

/** The set that these rights are; null for rights of their own. */
export const setOf = (of: Rights): StartingSet | null =>
  setNames.find((name) => sameRights(startingSets[name], of)) ?? null;

/** 'Up to $50.00 of an order'; null is the amount in the settings. */
export const refundLimitWords = (limit: number | null): string =>
  limit === null
    ? 'As in the settings'
    : limit === 0
      ? 'None'
      : `Up to ${formatCents(cents(limit))} of an order`;

/** 'Up to 20% off' */
export const discountLimitWords = (limit: number): string => (limit === 0 ? 'None' : `Up to ${limit}% off`);

/** The rights as the audit log has them: boxes in the order of the form, and both limits. */
export const rightsInWords = ({ boxes, refundLimit, discountLimit }: Rights) => ({
  rights: allBoxes.filter((box) => boxes.includes(box)).map((box) => rightWords[box].label),
  refundLimit: refundLimitWords(refundLimit),
  discountLimit: discountLimitWords(discountLimit),
});
