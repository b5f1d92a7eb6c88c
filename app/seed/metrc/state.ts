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

/** New York has nine (metrc.md); their names and which need a note are ours. */
const NINE_REASONS: AdjustReason[] = [
  { name: 'Damage', requiresNote: true },
  { name: 'Entry Error', requiresNote: true },
  { name: 'In-House Quality Control', requiresNote: false },
  { name: 'Public Safety Recall', requiresNote: true },
  { name: 'Scale Variance', requiresNote: false },
  { name: 'Spoilage', requiresNote: false },
  { name: 'Theft', requiresNote: true },
  { name: 'Trade Sample', requiresNote: false },
  { name: 'Waste', requiresNote: false },
];

/** A state with one licensee who may sell to consumers, and nothing in stock. */
export function newMetrcState(keys: { integratorKey: string; userKey: string; license: string }): MetrcState {
  const facility = { id: 1, license: keys.license, name: 'Farm store', flags: [...RETAILER] };
  const user = {
    key: keys.userKey,
    name: 'Store Manager',
    licenses: [keys.license],
    permissions: [...PERMISSIONS],
  };
  return {
    integratorKey: keys.integratorKey,
    users: [user],
    facilities: [facility],
    packages: {},
    transfers: [],
    receipts: {},
    adjustments: [],
    adjustReasons: structuredClone(NINE_REASONS),
    labResults: [],
    locations: ['Sales floor', 'Vault'],
    lastId: 1,
  };
}

/** The flags of a retailer's FacilityType that are true. */
const RETAILER = [
  'IsRetail',
  'CanSellToConsumers',
  'AdvancedSales',
  'CanReceiveAssociateProductLabel',
  'CanAssignLocationsToPackages',
  'CanUpdateLocationsOnPackages',
];

/** The next number for an object. */
export function nextId(state: MetrcState): number {
  state.lastId += 1;
  return state.lastId;
}

/** What a new package needs; the rest is as a retailer's tested package has it. */
export type NewPackage = Pick<MetrcPackage, 'label' | 'license' | 'quantity'> &
  Partial<Omit<MetrcPackage, 'id' | 'item' | 'label' | 'license' | 'quantity' | 'lastModified'>> & {
    item?: { name: string; category?: string; strain?: string | null };
  };

/** Adds a package that is at its license already. Refused: a label that exists, or one without 24 characters. */
export function addPackage(state: MetrcState, wanted: NewPackage, now: Date): MetrcPackage {
  if (state.packages[wanted.label]) throw new RangeError(`The package ${wanted.label} exists`);
  const made = newPackage(state, wanted, now);
  state.packages[made.label] = made;
  return made;
}

function newPackage(state: MetrcState, wanted: NewPackage, now: Date): MetrcPackage {
  if (wanted.label.length !== 24) throw new RangeError(`A label has 24 characters: ${wanted.label}`);
  const today = now.toISOString().slice(0, 10);
  const { item, ...given } = wanted;
  return {
    unit: 'Each',
    packagedDate: today,
    expirationDate: null,
    testState: 'TestPassed',
    testedDate: today,
    location: null,
    note: null,
    isTradeSample: false,
    isInTransit: false,
    isOnHold: false,
    isOnRecall: false,
    isOnInvestigation: false,
    finishedDate: null,
    received: null,
    codes: [],
    soldCodes: [],
    ...given,
    id: nextId(state),
    item: itemOf(state, item ?? { name: 'Buds' }),
    lastModified: now.toISOString(),
  };
}

/** The item of this name, so that packages of one product share it. */
function itemOf(state: MetrcState, wanted: NonNullable<NewPackage['item']>): MetrcItem {
  const known = allPackages(state).find(({ item }) => item.name === wanted.name)?.item;
  return (
    known ?? {
      id: nextId(state),
      name: wanted.name,
      category: wanted.category ?? 'Buds',
      strain: wanted.strain ?? null,
    }
  );
}

/** Packages at licenses and on the way. */
export function allPackages(state: MetrcState): MetrcPackage[] {
  const shipped = state.transfers.flatMap(({ deliveries }) => deliveries.flatMap((each) => each.packages));
  return [...Object.values(state.packages), ...shipped.map((each) => each.package)];
}

/** What a new transfer needs: one delivery with its packages. Times are local, without a zone. */
export type NewTransfer = {
  toLicense: string;
  fromLicense: string;
  fromName: string;
  estimatedDeparture: string;
  estimatedArrival: string;
  packages: (Omit<NewPackage, 'license'> & { wholesalePrice?: number })[];
};

/** Adds a transfer with one delivery that is on its way. */
export function addTransfer(state: MetrcState, wanted: NewTransfer, now: Date): MetrcTransfer {
  const id = nextId(state);
  const packages = wanted.packages.map(({ wholesalePrice, ...each }) => ({
    package: newPackage(state, { ...each, license: wanted.fromLicense, isInTransit: true }, now),
    wholesalePrice: wholesalePrice ?? null,
    status: 'Shipped' as const,
    receivedQuantity: null,
  }));
  const { toLicense, estimatedDeparture, estimatedArrival } = wanted;
  const transfer: MetrcTransfer = {
    id,
    manifest: String(id).padStart(10, '0'),
    fromLicense: wanted.fromLicense,
    fromName: wanted.fromName,
    createdAt: now.toISOString(),
    lastModified: now.toISOString(),
    deliveries: [
      { id: nextId(state), toLicense, estimatedDeparture, estimatedArrival, receivedAt: null, packages },
    ],
  };
  state.transfers.push(transfer);
  return transfer;
}
