/**
 * The neutral records of a move: what every source is turned into, and what a shop exports. Money in cents, percentages in
 * basis points, moments as ISO text in UTC, days as yyyy-mm-dd. References name the id of the record at its source.
 */
import type { ProductValues } from '#core/goods/catalogue/products/product-fields.ts';
import type {
  ActivityType,
  LotStatus,
  NotificationType,
  OrderStatus,
  PaymentStatus,
  PhotoKind,
  ReservationStatus,
  Role,
  TestStatus,
} from '#kernel/statuses.ts';

/** In the order in which they are written: each after what it refers to. */
export const recordKinds = [
  'setting',
  'category',
  'product',
  'lot',
  'person',
  'notification',
  'activity',
  'favorite',
  'note',
  'order',
  'reservation',
  'picture',
  'photo',
  'price-list',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Kinds whose records are files. */
export type FileKind = 'picture' | 'photo' | 'price-list';

/** A file of the source: its bucket, and its name there. */
export type FileRef = { bucket: string; path: string };

/** A group of the owner’s settings; `sourceId` is its name. */
export type SettingRecord = { sourceId: string; value: Record<string, unknown> };

export type CategoryRecord = { sourceId: string; name: string };

export type ProductRecord = {
  sourceId: string;
  categoryId: string | null;
  isArchived: boolean;
  createdAt: string;
  /** What is not known is left to the rules of a new product. */
  values: Partial<Omit<ProductValues, 'categoryId'>> & { name: string };
};

export type LotRecord = {
  sourceId: string;
  productId: string;
  batchNumber: string;
  /** In the building, units that are promised included. */
  units: number;
  /** As its papers allow, unless it was taken off sale. */
  status: LotStatus | null;
  testStatus: TestStatus | null;
  labName: string | null;
  coaNumber: string | null;
  packageTag: string | null;
  totalThcBasisPoints: number | null;
  totalCbdBasisPoints: number | null;
  packagedOn: string | null;
  expiresOn: string | null;
};

export type PersonRecord = {
  sourceId: string;
  email: string;
  /** Of several people with one address, all but the first go into this one. */
  mergedInto: string | null;
  isConfirmed: boolean;
  name: string;
  /** A hash that a sign-in here can read; null for a person who chooses a new password. */
  passwordHash: string | null;
  providers: readonly { issuer: string; subject: string }[];
  role: Role;
  createdAt: string;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  /** In clear: it is encrypted before it is written. */
  licenseId: string | null;
  licenseState: string | null;
  licenseVerified: boolean;
  birthDate: string | null;
  isVerifiedOver21: boolean | null;
  ageDecidedAt: string | null;
  isBanned: boolean;
  banReason: string | null;
  loyaltyPoints: number;
  preferences: Preferences | null;
};

export type Preferences = {
  orderUpdates: boolean;
  accountUpdates: boolean;
  promotional: boolean;
  emailNotifications: boolean;
  pushNotifications: boolean;
};

export type NotificationRecord = {
  sourceId: string;
  personId: string;
  type: NotificationType;
  title: string;
  message: string;
  read: boolean;
  createdAt: string;
};

export type ActivityRecord = {
  sourceId: string;
  personId: string;
  type: ActivityType;
  description: string;
  metadata: Record<string, string>;
  createdAt: string;
};

export type FavoriteRecord = { sourceId: string; personId: string; productId: string; createdAt: string };

/** What staff noted about a person. */
export type NoteRecord = {
  sourceId: string;
  personId: string;
  authorId: string;
  authorName: string;
  note: string;
  createdAt: string;
};

export type OrderLineRecord = {
  /** null for a product that is gone, and for money without a line. */
  productId: string | null;
  name: string;
  quantity: number;
  unitPrice: number;
  unitDiscount: number;
  /** Whether the tax is of the price before the discount. */
  discountTaxed: boolean;
  tax: number;
  taxParts: readonly TaxPart[];
  reservationId: string | null;
  /** As sold; null for the product's of today. */
  productType: string | null;
  categoryName: string | null;
  taxClass: string | null;
};

export type TaxPart = { ruleId: string; name: string; rate: number; base: number; amount: number };

/** Its amounts are the sums of its lines. */
export type OrderRecord = {
  sourceId: string;
  /** What people call it, without 'ORD'; null for one that gets the next number. */
  number: number | null;
  /** null for an order whose customer is not known. */
  personId: string | null;
  email: string;
  name: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** It has ended: no unit, no cash and no message of it is this shop's. */
  isHistory: boolean;
  createdAt: string;
  pickupAt: string | null;
  pickupEndsAt: string | null;
  birthDate: string | null;
  endedAt: string | null;
  note: string;
  customerNote: string | null;
  reservationId: string | null;
  lines: readonly OrderLineRecord[];
};

/** A reservation without an order. */
export type ReservationRecord = {
  sourceId: string;
  personId: string;
  productId: string;
  quantity: number;
  unitPrice: number | null;
  status: ReservationStatus;
  isHistory: boolean;
  pickupAt: string | null;
  holdExpiresAt: string | null;
  createdAt: string;
};

export type PictureRecord = {
  sourceId: string;
  productId: string;
  position: number;
  alt: string;
  file: FileRef;
};

export type PhotoRecord = { sourceId: string; personId: string; photo: PhotoKind; file: FileRef };

/** The owner’s own price list, a PDF. */
export type PriceListRecord = { sourceId: string; file: FileRef };

export type Records = {
  setting: SettingRecord;
  category: CategoryRecord;
  product: ProductRecord;
  lot: LotRecord;
  person: PersonRecord;
  notification: NotificationRecord;
  activity: ActivityRecord;
  favorite: FavoriteRecord;
  note: NoteRecord;
  order: OrderRecord;
  reservation: ReservationRecord;
  picture: PictureRecord;
  photo: PhotoRecord;
  'price-list': PriceListRecord;
};

/** What was left out, or came over otherwise than it was. Names the row by its id only: reports are read by many. */
export type Note = {
  kind: RecordKind;
  sourceId: string;
  isLeftOut: boolean;
  reason: string;
  /** Of rows that were not read, how many; one row without it. */
  rows?: number;
};

export type ReadBatch<K extends RecordKind> = { records: readonly Records[K][]; notes: readonly Note[] };

/** The bytes of a file; null if there is none. */
export type FileBytes = Uint8Array | null;

/** Where records come from. Each kind is read in an order that never changes, and in batches. */
export type RecordSource = {
  /** Without user and password. */
  place: string;
  read<K extends RecordKind>(kind: K): AsyncIterable<ReadBatch<K>>;
  /** Refused names are files that do not exist. */
  file(ref: FileRef): Promise<FileBytes>;
  close(): Promise<void>;
};
