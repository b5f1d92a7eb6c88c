/**
 * What the stand-in for Metrc knows, as plain data. The state's words are Metrc's; instants are ISO texts in UTC,
 * dates yyyy-mm-dd, money dollars, quantities in the package's unit.
 */

/** What a key may do; the names are Metrc's. */
export const PERMISSIONS = [
  'View Packages',
  'Manage Packages Inventory',
  'Create/Submit/Discontinue Packages',
  'Manage Package Notes',
  'View Sales',
  'Manage Sales',
  'View Transfers',
  'Manage Items',
  'Manage Locations',
  'Manage Employees',
  'Manage RetailId',
  'View Transfer Templates',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A person of the licensee, with the user key that their software signs in with. */
export type MetrcUser = { key: string; name: string; licenses: string[]; permissions: Permission[] };

/** `flags` are those of FacilityType that are true. */
export type MetrcFacility = { id: number; license: string; name: string; flags: string[] };

export type MetrcItem = { id: number; name: string; category: string; strain: string | null };

/** Where a package came from, once a delivery with it is accepted. */
export type Received = { at: string; manifest: string; fromLicense: string; fromName: string };

export type MetrcPackage = {
  id: number;
  /** Its tag: 24 characters. */
  label: string;
  /** The license that has it. */
  license: string;
  item: MetrcItem;
  quantity: number;
  unit: string;
  packagedDate: string;
  expirationDate: string | null;
  testState: string;
  testedDate: string | null;
  location: string | null;
  note: string | null;
  isTradeSample: boolean;
  isInTransit: boolean;
  isOnHold: boolean;
  isOnRecall: boolean;
  isOnInvestigation: boolean;
  finishedDate: string | null;
  received: Received | null;
  /** Retail Item IDs of its units, as short codes: what follows `https://1a4.com/`. */
  codes: string[];
  /** Those on receipts that count. */
  soldCodes: string[];
  lastModified: string;
};

export type MetrcTransaction = {
  label: string;
  quantity: number;
  unit: string;
  /** Dollars. */
  total: number;
  /** Short codes of the units sold. */
  codes: string[];
};

export type MetrcReceipt = {
  id: number;
  license: string;
  number: string;
  externalNumber: string | null;
  /** Local time of the facility, without a zone. */
  soldAt: string;
  customerType: string;
  transactions: MetrcTransaction[];
  isFinal: boolean;
  archivedDate: string | null;
  recordedAt: string;
  recordedBy: string;
  lastModified: string;
};

export type MetrcAdjustment = {
  license: string;
  label: string;
  /** The difference: negative for less. */
  quantity: number;
  reason: string;
  note: string;
  date: string;
  by: string;
  lastModified: string;
};

/** A reason for an adjustment. */
export type AdjustReason = { name: string; requiresNote: boolean };

export type ShippedPackage = {
  package: MetrcPackage;
  /** Dollars for the whole package. */
  wholesalePrice: number | null;
  status: 'Shipped' | 'Accepted' | 'Rejected';
  receivedQuantity: number | null;
};

export type MetrcDelivery = {
  id: number;
  toLicense: string;
  /** Local times without a zone. */
  estimatedDeparture: string;
  estimatedArrival: string;
  receivedAt: string | null;
  packages: ShippedPackage[];
};

export type MetrcTransfer = {
  id: number;
  manifest: string;
  fromLicense: string;
  fromName: string;
  createdAt: string;
  lastModified: string;
  deliveries: MetrcDelivery[];
};

export type MetrcLabResult = {
  id: number;
  packageId: number;
  laboratory: string;
  test: string;
  level: number;
  passed: boolean;
  performedDate: string;
  /** The certificate's file, if it has one. */
  documentId: number | null;
};

export type MetrcState = {
  /** The key of the software, the user name of every call. */
  integratorKey: string;
  users: MetrcUser[];
  facilities: MetrcFacility[];
  packages: Record<string, MetrcPackage>;
  transfers: MetrcTransfer[];
  receipts: Record<number, MetrcReceipt>;
  adjustments: MetrcAdjustment[];
  adjustReasons: AdjustReason[];
  labResults: MetrcLabResult[];
  locations: string[];
  /** Every object's number is new; refused calls use up numbers too. */
  lastId: number;
};

/** The next number for an object. */
export function nextId(state: MetrcState): number {
  state.lastId += 1;
  return state.lastId;
}

/** Packages at licenses and on the way. */
export function allPackages(state: MetrcState): MetrcPackage[] {
  const shipped = state.transfers.flatMap(({ deliveries }) => deliveries.flatMap((each) => each.packages));
  return [...Object.values(state.packages), ...shipped.map((each) => each.package)];
}
