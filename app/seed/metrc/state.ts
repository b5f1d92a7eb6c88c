/** A state to begin with, and what arrives in it later. */
import {
  type AdjustReason,
  allPackages,
  type MetrcItem,
  type MetrcPackage,
  type MetrcState,
  type MetrcTransfer,
  nextId,
  PERMISSIONS,
} from './records.ts';

/** New York has nine; their names and which need a note are ours (decision 116). */
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
