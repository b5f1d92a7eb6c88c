/**
 * The fields of audit entries, with the label that the form or page of each has, and how its stored value reads. A
 * command records only fields of this table, or texts by their label, as settings and imports do.
 */

/** `money` is cents (or a form's '24.50'), `percent` basis points; the rest are ids of things that have a name. */
export type AuditFieldKind = 'money' | 'percent' | 'file' | AuditThing;
export const auditThings = ['product', 'lot', 'person', 'order', 'category'] as const;
export type AuditThing = (typeof auditThings)[number];

type Row = string | { label: string; kind: AuditFieldKind };

const money = (label: string): Row => ({ label, kind: 'money' });
const percent = (label: string): Row => ({ label, kind: 'percent' });
const of = (kind: AuditFieldKind, label: string): Row => ({ label, kind });

export const auditFields = {
  // Orders and reservations
  status: 'Status',
  paymentStatus: 'Payment',
  total: money('Total'),
  totalInCents: money('Total'),
  cashReceived: money('Cash received'),
  // In a hand-over 'change' is money, not a modification.
  change: money('Change given'),
  refusal: 'Why',
  refundInCents: money('Refund'),
  taxInCents: money('Tax in the refund'),
  lines: 'Items',
  goods: 'Goods',
  pickup: 'Pickup time',
  note: 'Note',
  pickupName: 'Pickup name',
  packer: 'Packed by',
  arrival: 'Number in the line',
  channel: 'Sent by',
  order: of('order', 'Order'),
  // Products: their other fields have the labels of the product form.
  name: 'Name',
  productType: 'Product type',
  retailPrice: money('Retail'),
  forSale: 'For Sale',
  archived: 'Archived',
  picture: of('file', 'Picture'),
  pictures: 'Pictures',
  // Lots
  productId: of('product', 'Product'),
  batchNumber: 'Batch number',
  packageTag: 'Package tag (Metrc)',
  retailItemId: 'Retail Item ID',
  testStatus: 'Test',
  labName: 'Laboratory',
  coaNumber: 'Certificate number (COA)',
  totalThcBasisPoints: percent('Total THC'),
  totalCbdBasisPoints: percent('Total CBD'),
  harvestedOn: 'Harvested',
  packagedOn: 'Packaged',
  expiresOn: 'Last day to sell',
  shelfPlace: 'Shelf place',
  onHand: 'Units on hand',
  missing: 'Units missing in orders',
  lots: 'Lots',
  certificate: of('file', 'Certificate'),
  reason: 'Reason',
  // Customers and staff
  fullName: 'Full Name',
  phone: 'Phone',
  address: 'Address',
  zipcode: 'ZIP code',
  licenseId: "Driver's License ID",
  ageDecision: 'Age',
  because: 'Reason',
  license: 'License',
  licenseVerified: 'License verified',
  birthDate: 'Birth Date',
  loyaltyPoints: 'Loyalty points',
  banned: 'Banned',
  field: 'Shown',
  email: 'Email',
  role: 'Role',
  device: 'Device',
  secondFactor: 'Two-factor sign-in',
  // Settings, dates, tax rules and page texts
  title: 'Title',
  dueOn: 'Due',
  repeat: 'Repeats',
  reminderDays: 'Days of reminders before',
  done: 'Done',
  on: 'Applies to',
  rate: 'Rate',
  from: 'From',
  lastDay: 'Last day',
  version: 'Version',
  asIn: 'Same text as version',
  works: 'Works',
  said: 'Answer',
  // Promotions and recalls
  words: 'Message',
  path: 'Link',
  offer: 'Offer',
  terms: 'Terms',
  until: 'Last day',
  people: of('person', 'People'),
  acceptedWarnings: 'Warnings accepted',
  isExercise: 'Exercise',
  lotIds: of('lot', 'Lots'),
  lotId: of('lot', 'Lot'),
  buyer: 'Buyer number',
  answer: 'Answer',
  units: 'Units',
  received: 'Units received',
  sold: 'Units sold',
  returned: 'Units returned',
  heldUnits: 'Units held',
  heldOrders: 'Open orders',
  buyers: 'Buyers',
  toNotify: 'Buyers to notify',
  unreachable: 'Buyers without an account',
  // Closures
  days: 'Days',
  notified: 'Customers notified',
  customer: 'Customer number',
  call: 'Call',
  // The cash drawer
  drawer: 'Drawer number',
  holder: 'Held by',
  nextHolder: 'Taken over by',
  float: money('Float'),
  cashEntry: 'What',
  amountInCents: money('Amount'),
  expectedInCents: money('Expected'),
  countedInCents: money('Counted'),
  varianceInCents: money('Over or short'),
  // Books, exports and imports
  month: 'Month',
  attempt: 'Closing number',
  orders: 'Orders',
  net: money('Net sales'),
  tax: money('Tax'),
  cash: money('Cash'),
  form: 'File',
  to: 'To',
  breakdown: 'By',
  filters: 'Filters',
  sort: 'Sorted by',
  new: 'New products',
  changed: 'Products changed',
  unchanged: 'Products unchanged',
  rejected: 'Rows rejected',
  dropped: 'Rows without a name',
  warned: 'Rows with a warning',
} as const satisfies Readonly<Record<string, Row>>;

export type AuditField = keyof typeof auditFields;
