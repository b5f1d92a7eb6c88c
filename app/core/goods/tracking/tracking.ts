/**
 * The state's tracking system as the shop needs it, and why it could not be read or changed, in words. New York's is Metrc
 * (`metrc/`); another state's is another adapter of `TrackingSystem`. Pure.
 */
import type { Temporal } from 'temporal-polyfill';
import type { Cents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { assertNever } from '#kernel/result.ts';

/** A license that the keys work for, and what the state lets it do. */
export type Facility = {
  name: string;
  license: string;
  /** As the state calls it: 'Microbusiness'. */
  type: string;
  acts: readonly FacilityAct[];
};
export type FacilityAct = 'sell' | 'grow' | 'make-packages';

/** What the keys must be allowed to read. */
export type ReadRight = 'packages' | 'sales' | 'deliveries';
export type ReadRights = Readonly<Record<ReadRight, boolean>>;
/** Also what only some of the shop's work needs. */
export type Right = ReadRight | 'unit-codes' | 'reporting';

/** A package that the state counts as active or on hold. */
export type TrackedPackage = {
  /** 24 capitals and digits. */
  tag: string;
  item: string;
  /** In units; null if the state counts it otherwise, such as flower in bulk. */
  quantity: number | null;
  /** As the state has it: 'Each', 'Grams'. */
  unit: string;
  /** As the state has it: 'TestPassed'. */
  testState: string;
  /** Whether a state of that name allows its sale. */
  hasPassed: boolean;
  isOnHold: boolean;
  isOnRecall: boolean;
  isInvestigated: boolean;
};

/** The state's own reason for an adjustment. */
export type StateReasonName = { name: string; requiresNote: boolean };

/** A package as it is now, also one that is finished. */
export type PackageNow = TrackedPackage & { isFinished: boolean };

/** One package of a delivery. */
export type DeliveredPackage = {
  tag: string;
  item: string;
  /** As the state has it: 'Shipped', 'Accepted', 'Rejected', 'Returned'. */
  state: string;
  /** In units; null if the state counts it otherwise. */
  quantity: number | null;
  unit: string;
  testState: string;
  hasPassed: boolean;
  packagedOn: string | null;
  expiresOn: string | null;
  /** The price of the whole package; null if the shipper named none. */
  wholesale: Cents | null;
};

/** Goods that another license sent, on their way or accepted. */
export type Delivery = {
  /** The state's id. */
  id: string;
  manifest: string;
  shipper: string;
  shipperLicense: string;
  /** Local time of the store without a zone: '2026-11-29T14:00:00'. */
  expectedAt: string | null;
  /** Null until a person accepted it in the state's system. */
  receivedAt: Temporal.Instant | null;
  isVoided: boolean;
  packages: readonly DeliveredPackage[];
};

/** What a laboratory found in a package. */
export type LabReport = {
  lab: string;
  /** yyyy-mm-dd */
  testedOn: string;
  hasPassed: boolean;
  /** As the state has them: 'THC (%)'. `level` in the unit that the name says. */
  results: readonly { name: string; level: number; hasPassed: boolean }[];
  /** For `labDocument`; null without one. */
  documentId: string | null;
};

/** A sale, change or closing that the shop reports. Tags are in capitals. */
export type StateAct =
  | ({ kind: 'sale' } & StateSale)
  | ({ kind: 'sale-changed'; receiptId: string } & StateSale)
  | { kind: 'sale-voided'; receiptId: string }
  | {
      kind: 'adjustment';
      tag: string;
      /** More units, or fewer if negative. */
      units: number;
      /** As the package's: 'Each'. */
      unit: string;
      /** The state's own name of a reason. */
      reason: string;
      note: string;
      /** Unique text, which the adapter sends with the note, so that it finds the adjustment again. */
      mark: string;
      happenedAt: Temporal.Instant;
    }
  | { kind: 'package-empty'; tag: string; happenedAt: Temporal.Instant }
  | { kind: 'day-closed'; receiptId: string };

export type StateSale = {
  /** Ours, unique: 'ORD123'. */
  number: string;
  soldAt: Temporal.Instant;
  lines: readonly StateSaleLine[];
};

export type StateSaleLine = {
  tag: string;
  units: number;
  /** As the package's: 'Each'. */
  unit: string;
  /** Of all units, after discounts and before tax. */
  amount: Cents;
  /** Retail Item IDs of units that were scanned, as the shop stores them; may be fewer than units. */
  codes: readonly string[];
};

/** A sale as the state's system has it. */
export type StateReceipt = {
  /** The state's id. */
  id: string;
  /** Ours; null for one that someone entered in the state's system without a number. */
  number: string | null;
  soldAt: Temporal.Instant;
  total: Cents;
  isFinal: boolean;
  isVoided: boolean;
};

/**
 * Every call may throw a `TrackingTrouble`; those that write also a `TrackingRefusal`, or a `TrackingTrouble` with the
 * problem `unsure`.
 */
export type TrackingSystem = {
  /** 'Metrc' */
  name: string;
  /** 'api-ny.metrc.com, license OCM-MICR-24-000001' */
  place: string;
  license: string;
  facilities(): Promise<Facility[]>;
  rights(): Promise<ReadRights>;
  packages(): Promise<TrackedPackage[]>;
  /** Packages that changed since, and all that are on hold. For looking often. */
  packagesSince(since: Temporal.Instant): Promise<PackageNow[]>;
  /** Null if this license has none with this tag. */
  packageNow(tag: string): Promise<PackageNow | null>;
  /** Deliveries to this license that changed since. */
  deliveries(since: Temporal.Instant): Promise<Delivery[]>;
  /** Null for a package without results. */
  labReport(tag: string): Promise<LabReport | null>;
  /** A PDF, at most 10 MB. */
  labDocument(documentId: string): Promise<Uint8Array>;
  /** Codes of its units, as the shop stores them when one is scanned. */
  retailItemIds(tag: string): Promise<string[]>;
  adjustReasons(): Promise<StateReasonName[]>;
  /** Receipts that changed since, voided ones too. */
  receipts(since: Temporal.Instant): Promise<StateReceipt[]>;
  /**
   * Reports at most `MOST_TOGETHER` acts of one kind in one call: all or none is taken. Returns the state's ids in their
   * order, null where it gives none.
   * @param mayBegin asked right before something is sent; if not, nothing is, and it is `unsure` what someone else has sent
   */
  report(acts: readonly StateAct[], mayBegin?: () => Promise<boolean>): Promise<(string | null)[]>;
  /**
   * Whether an act was taken, for one whose answer was lost: its id, if it has one. Null if it was not taken. Ask a while
   * after the answer was lost, because the state's system may still be taking it.
   */
  find(act: StateAct): Promise<{ id: string | null } | null>;
};

/** The most acts of one call. */
export const MOST_TOGETHER = 10;

/** The state's system refused what was reported; nothing of the call was taken. */
export class TrackingRefusal extends Error {
  override name = 'TrackingRefusal';
  /** The state's own words, one line, and which act of the call they are about; null if it does not say. */
  readonly refused: readonly { row: number | null; words: string }[];
  constructor(refused: readonly { row: number | null; words: string }[]) {
    super('the state’s tracking system refused a report');
    this.refused = refused;
  }
}

/** The most packages that are compared. */
export const MOST_TRACKED = 20_000;

export type TrackingProblem =
  | { kind: 'no-answer' }
  | { kind: 'slow' }
  /** It asks for a pause, in seconds. */
  | { kind: 'busy'; seconds: number }
  | { kind: 'down'; status: number }
  | { kind: 'keys-refused' }
  | { kind: 'not-permitted'; right: Right }
  | { kind: 'license-unknown'; license: string; known: readonly string[] }
  /** HTML, a redirect, other types, or more bytes than expected. */
  | { kind: 'strange-answer' }
  | { kind: 'own-network' }
  | { kind: 'too-many' }
  /** The list changed while it was read. */
  | { kind: 'unsteady' }
  /** No answer to something that was reported: it may have been taken. */
  | { kind: 'unsure' };

/** The state's system could not be read. Contains neither keys nor what it answered. */
export class TrackingTrouble extends Error {
  override name = 'TrackingTrouble';
  readonly problem: TrackingProblem;
  constructor(problem: TrackingProblem) {
    super(`the state's tracking system: ${problem.kind}`);
    this.problem = problem;
  }
}

/** Where Metrc has each right, in its own words. */
const permissions: Readonly<Record<Right, string>> = {
  packages: 'View Packages',
  sales: 'View Sales',
  deliveries: 'View Transfers',
  'unit-codes': 'Manage RetailId',
  reporting: 'Manage Sales’ and ‘Manage Packages Inventory',
};
/** What the keys may not do. */
const forbidden: Readonly<Record<Right, string>> = {
  packages: 'read packages',
  sales: 'read sales',
  deliveries: 'read deliveries',
  'unit-codes': 'read Retail Item IDs',
  reporting: 'report sales or stock',
};

/** What happened and what to do. @param name of the system: 'Metrc' */
export function trackingMessage(problem: TrackingProblem, name = 'Metrc'): string {
  switch (problem.kind) {
    case 'no-answer':
      return `${name} could not be reached. Check the shop’s internet, then try again.`;
    case 'slow':
      return `${name} did not answer in time. Try again in a few minutes.`;
    case 'busy':
      return `${name} asks for a pause. Try again in ${waitWords(problem.seconds)}.`;
    case 'down':
      return `${name} has a problem of its own (${problem.status}). Try again later; if it lasts, declare a state outage.`;
    case 'keys-refused':
      return `${name} refused the keys. Copy both again, and check that they are for this region.`;
    case 'not-permitted':
      return `${name} does not let these keys ${forbidden[problem.right]} of this license. Check the license number, and allow ‘${permissions[problem.right]}’ for the key’s person in ${name}.`;
    case 'license-unknown':
      return problem.known.length === 0
        ? `These keys work for no license. Ask ${name} to add license ${problem.license} to them.`
        : `These keys do not work for license ${problem.license}, only for ${listed(problem.known)}. Correct the license number.`;
    case 'strange-answer':
      return `The address answers, but not as ${name} does. Check the region and the address.`;
    case 'own-network':
      return 'The address is in the server’s own network, which the office must not use. Choose your region.';
    case 'too-many':
      return `${name} has more than ${formatNumber(MOST_TRACKED)} packages for this license. Finish those that are empty.`;
    case 'unsure':
      return `${name} did not answer. The shop looks up whether it was taken, and sends it again if not.`;
    case 'unsteady':
      return `Packages changed in ${name} while they were read. Try again.`;
    default:
      return assertNever(problem);
  }
}

function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${formatNumber(minutes)} minutes`;
}

/** 'a, b and c'; of many the first five. */
function listed(names: readonly string[]): string {
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} others`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

const acts: Readonly<Record<FacilityAct, string>> = {
  sell: 'sell to consumers',
  grow: 'grow plants',
  'make-packages': 'make packages',
};

/** What a test of the keys found, in sentences. */
export function keysWords(facility: Facility, rights: ReadRights, name = 'Metrc'): string {
  const { acts: may } = facility;
  const does = may.length === 0 ? 'It may not sell.' : `It may ${listed(may.map((act) => acts[act]))}.`;
  const entries = Object.entries(rights) as [ReadRight, boolean][];
  const read = entries.flatMap(([right, has]) => (has ? [right] : []));
  const lacks = entries.flatMap(([right, has]) =>
    has ? [] : [`Not ${right}: allow ‘${permissions[right]}’ for the key’s person in ${name}.`],
  );
  return [
    `The keys work for ${facility.name}, license ${facility.license}.`,
    does,
    `The shop can read ${listed(read)}.`,
    ...lacks,
  ].join(' ');
}
