/**
 * The state's tracking system as the shop needs it, and why it could not be read, in words. New York's is Metrc
 * (`metrc/`); another state's is another adapter of `TrackingSystem`. It only reads. Pure.
 */
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

/** Every call may throw a `TrackingTrouble`. */
export type TrackingSystem = {
  /** 'Metrc' */
  name: string;
  /** 'api-ny.metrc.com, license OCM-MICR-24-000001' */
  place: string;
  license: string;
  facilities(): Promise<Facility[]>;
  rights(): Promise<ReadRights>;
  packages(): Promise<TrackedPackage[]>;
};

/** The most packages that are compared. */
export const MOST_TRACKED = 20_000;

export type TrackingProblem =
  | { kind: 'no-answer' }
  | { kind: 'slow' }
  /** It asks for a pause, in seconds. */
  | { kind: 'busy'; seconds: number }
  | { kind: 'down'; status: number }
  | { kind: 'keys-refused' }
  | { kind: 'not-permitted'; right: ReadRight }
  | { kind: 'license-unknown'; license: string; known: readonly string[] }
  /** HTML, a redirect, other types, or more bytes than expected. */
  | { kind: 'strange-answer' }
  | { kind: 'own-network' }
  | { kind: 'too-many' }
  /** The list changed while it was read. */
  | { kind: 'unsteady' };

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
const permissions: Readonly<Record<ReadRight, string>> = {
  packages: 'View Packages',
  sales: 'View Sales',
  deliveries: 'View Transfers',
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
      return `${name} does not let these keys read ${problem.right} of this license. Check the license number, and allow ‘${permissions[problem.right]}’ for the key’s person in ${name}.`;
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
