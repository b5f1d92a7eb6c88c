/** What the panel that plays Metrc shows and does. Loads nothing of the stand-in, so that the office may name it. */
import type { Result } from '#kernel/result.ts';
import { singleton } from '#platform/singleton.ts';

/** What a person does in Metrc, or what happens to it. Tags are in capitals. */
export type PracticePress =
  /** `arrived`: units by tag; 0 rejects the package. Packages that are not in it arrived as shipped. */
  | { kind: 'accept'; deliveryId: number; arrived: Readonly<Record<string, number>> }
  | { kind: 'send' }
  | { kind: 'package'; tag: string; what: PackageChange }
  | { kind: 'quantity'; tag: string; quantity: number }
  | { kind: 'down' | 'up' | 'refuse-next' | 'lose-next' };

export const packageChanges = ['hold', 'recall', 'investigation', 'end', 'passed', 'failed'] as const;
/** 'end' ends holds, recalls and investigations. */
export type PackageChange = (typeof packageChanges)[number];

/** Times are ISO instants. */
export type PracticeView = {
  downUntil: string | null;
  /** What waits for the next report. */
  refusesNext: boolean;
  losesNext: boolean;
  /** On their way; `expectedAt` is local time without a zone. */
  deliveries: {
    id: number;
    manifest: string;
    shipper: string;
    expectedAt: string;
    packages: { tag: string; item: string; quantity: number }[];
  }[];
  /** At the farm, by item. `unit` and `testState` as Metrc has them. */
  packages: {
    tag: string;
    item: string;
    quantity: number;
    unit: string;
    testState: string;
    blocks: ('hold' | 'recall' | 'investigation')[];
    isFinished: boolean;
    changedAt: string;
  }[];
  /** The last ones first. `soldAt` is local time without a zone, `total` dollars. */
  receipts: {
    number: string;
    /** The shop's. */
    ours: string | null;
    soldAt: string;
    total: number;
    lines: { item: string; quantity: number }[];
    state: 'open' | 'final' | 'voided';
    changedAt: string;
  }[];
  adjustments: {
    item: string;
    quantity: number;
    reason: string;
    note: string;
    by: string;
    at: string;
  }[];
};

/** Metrc as this process plays it. */
export type PlayedMetrc = {
  view(): PracticeView;
  /** What happened, or why nothing did, in a sentence. */
  press(press: PracticePress): Promise<Result<string, string>>;
};

/** `elsewhere`: another process of the demo plays it. `not-connected`: the shop uses something else. */
export type Practice = { at: 'here'; metrc: PlayedMetrc } | { at: 'elsewhere' } | { at: 'not-connected' };

const current = singleton<() => Promise<Practice>>('practice of Metrc');

export const setPractice = (open: (() => Promise<Practice>) | null): void => current.set(open);

/** Null outside the demo store. Starts it if no process of the demo plays it. */
export const openedPractice = (): (() => Promise<Practice>) | null => current.get();

/** Tells one demo's stand-in from another's. Both are on this computer, and its keys open nothing else. */
export const greetingOf = (softwareKey: string) => `Metrc for practice, ${softwareKey.slice(-8)}`;
