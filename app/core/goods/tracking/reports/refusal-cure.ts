/**
 * What a refusal of the state's system means, what the shop has, and what to do: from words that are known (integrators'
 * notes, and the stand-in of decision 116). Words that are not known are shown as they are. Pure.
 */
import { formatNumber } from '#kernel/number.ts';
import type { StateActKind } from '#kernel/statuses.ts';

/** In the order in which words are compared: the first that fits counts. */
const patterns = {
  'not-tested': /marked as \w+.*(?:cannot|can not|sold)|not ?submitted|has not passed|lab ?test/i,
  'note-missing': /note (?:is )?(?:required|needed)|requires? (?:a )?(?:reason )?note/i,
  'reason-unknown': /adjustment reason .*(?:invalid|not valid|unknown|not found)/i,
  'other-unit': /unit of measure/i,
  finished: /package .* is finished|finished package|already been finished/i,
  'not-empty': /still has .*(?:cannot|can not) be finished/i,
  'on-hold': /on (?:administrative )?hold|on recall|(?:on|under) investigation/i,
  'too-many': /exceeds|more than (?:the|is) .*(?:quantity|package)|not enough|insufficient quantity/i,
  'too-early': /before .*received|earlier than .*received/i,
  'in-future': /in the future/i,
  'not-here':
    /not (?:found )?at this facility|another facility|different facility|in transit|was not found at/i,
  'code-sold': /qr code .*already sold|retail item id.*already/i,
  'receipt-closed': /receipt .*(?:finalized|archived|not found)/i,
} as const;

export type RefusalKind = keyof typeof patterns | 'unknown';

/** Of the words that the state's system answered. */
export function refusalKindOf(words: string): RefusalKind {
  for (const [kind, pattern] of Object.entries(patterns))
    if (pattern.test(words)) return kind as keyof typeof patterns;
  return 'unknown';
}

/** In a button: 'Retry all: on hold'. */
export const refusalLabel: Readonly<Record<RefusalKind, string>> = {
  'not-tested': 'not tested',
  'note-missing': 'note missing',
  'reason-unknown': 'unknown reason',
  'other-unit': 'other unit',
  finished: 'package finished',
  'not-empty': 'package not empty',
  'on-hold': 'on hold',
  'too-many': 'more than the package has',
  'too-early': 'before it was received',
  'in-future': 'in the future',
  'not-here': 'package not there',
  'code-sold': 'unit sold before',
  'receipt-closed': 'receipt closed',
  unknown: 'other words',
};

/** A refused act beside what the shop has. */
export type RefusedAct = {
  kind: StateActKind;
  words: string;
  /** The package that the words name, or the act's first one. */
  lot: { lotId: number; productId: number } | null;
  /** Units of that package in this act; null if there are none. */
  units: number | null;
  /** 'ORD123' */
  order: string | null;
};

export type Cure = {
  kind: RefusalKind;
  /** What we have beside what they said; empty if that says nothing more than their words. */
  ours: string;
  /** What to do; `to` is null if it is done in the state's system. */
  words: string;
  to: string | null;
};

const count = (units: number) => formatNumber(Math.abs(units));

/** What to do about a refusal. @param name of the state's system: 'Metrc' */
export function cureOf({ kind: act, words, lot, units, order }: RefusedAct, name = 'Metrc'): Cure {
  const kind = refusalKindOf(words);
  const lotPage = lot && `/admin/lots/${lot.lotId}`;
  const lots = lot && `/admin/products/${lot.productId}/lots`;
  const what = act === 'adjustment' ? 'this adjustment' : 'this receipt';
  const make = (ours: string, cure: string, to: string | null = null): Cure => ({
    ...{ kind, ours, words: cure, to },
  });
  switch (kind) {
    case 'not-tested':
      return make(
        `${name} has no passed test of this package; here its units were for sale.`,
        `Quarantine the lot. Once the laboratory’s result is in ${name}, retry.`,
        lotPage,
      );
    case 'too-many':
      return make(
        leftWords(words, units, what, name),
        `Count the lot. If ${name} is wrong, correct it there and retry; if the lot is, correct it here.`,
        lotPage,
      );
    case 'other-unit':
      return make(
        `${name} counts this package in another unit than the shop.`,
        `Enter this one in ${name} by hand and mark it.`,
      );
    case 'finished':
      return make(
        'Here the lot still had units.',
        `Reopen the package in ${name}, then retry. Or enter it there by hand and mark it.`,
        lotPage,
      );
    case 'not-empty':
      return make(
        `Here the lot is empty; ${name} still counts units of it.`,
        `Find what is missing in ${name}: a sale or waste that was not reported. Then retry.`,
        lotPage,
      );
    case 'on-hold':
      return make(
        `${name} stops this package.`,
        'Quarantine the lot, and sell no more of it. Retry when the state ends it.',
        lotPage,
      );
    case 'not-here':
      return make(
        `The shop’s lot has a tag that ${name} does not have at this license.`,
        `Check the tag of the lot, or accept its delivery in ${name}. Then retry.`,
        lots,
      );
    case 'too-early':
      return make(
        `In ${name} the package was received after ${act === 'adjustment' ? 'this' : 'this sale'}.`,
        `Enter it in ${name} by hand, at a time after the package was received, and mark it.`,
      );
    case 'in-future':
      return make(
        `The clocks of the shop and of ${name} differ.`,
        'Retry in a few minutes. If that fails, check the clock of the shop’s computer.',
      );
    case 'note-missing':
      return make(
        `${name} asks for a note with this reason.`,
        'Choose the reason again in the settings, so that the shop sends its note. Then retry.',
        REPORTING,
      );
    case 'reason-unknown':
      return make(
        `${name} no longer has the reason that was chosen.`,
        'Choose another reason in the settings. Then retry.',
        REPORTING,
      );
    case 'code-sold':
      return make(
        `In ${name} this unit was sold before.`,
        'Check which unit was handed over. Correct the earlier sale there, then retry.',
        order && `/admin/orders/${order}`,
      );
    case 'receipt-closed':
      return make(
        `The sale’s receipt in ${name} can no longer be changed.`,
        `Reopen the receipt in ${name}, then retry. Or change it there and mark it.`,
      );
    case 'unknown':
      return make('', `Correct it in ${name}, then retry; or enter it there by hand and mark it.`);
  }
}

/** Where an admin chooses the state's reasons. */
const REPORTING = '/admin/settings/state-tracking/reporting';

/** 'The package has 3 left in Metrc, this receipt says 4.' */
function leftWords(words: string, units: number | null, what: string, name: string): string {
  // 'Quantity 4 exceeds the 3 Each of Package …'
  const left = /exceeds the ([\d.,]+)/i.exec(words)?.[1];
  const said = units === null ? /quantity -?([\d.,]+) exceeds/i.exec(words)?.[1] : count(units);
  return left === undefined
    ? `The package has fewer left in ${name} than ${what} says${said === undefined ? '' : ` (${said})`}.`
    : `The package has ${left} left in ${name}${said === undefined ? '' : `, ${what} says ${said}`}.`;
}

/** The tag of 24 characters that the words name; null without one. */
export const tagIn = (words: string): string | null => /\b[0-9A-Z]{24}\b/.exec(words)?.[0] ?? null;
