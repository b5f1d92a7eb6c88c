/** What doctor, Operations page and emails say about waiting mail, errors, stock and the disks of instances. */
import { type Finding, ok, problem, size, span, waitWords, warning } from './finding.ts';
import { judgeDisk } from './machine-rules.ts';

/** Seconds that the oldest mail may wait. */
const MAIL_SECONDS = { warning: 300, problem: 1800 };
/** Minutes over which the rate of errors is judged. */
export const RATE_MINUTES = 15;
/** A rate is a problem from this share of requests and this many errors on: one bad link is no outage. */
const ERROR_RATE = { percent: 2, errors: 10 };

export type MailFacts = {
  waiting: number;
  /** Seconds that the oldest one that is no promotion has waited; null if there is none. */
  oldestSeconds: number | null;
  /** Of the last day, for good. */
  failed: number;
};

export function judgeWaitingMail({ waiting, oldestSeconds, failed }: MailFacts): Finding {
  const lost = failed > 0 ? ` ${failed} of the last day were refused for good; see Sent Mail.` : '';
  if (oldestSeconds !== null && oldestSeconds > MAIL_SECONDS.warning) {
    const text = `${waitWords(waiting, oldestSeconds)}; test the mail server under Settings → Test connections.${lost}`;
    return oldestSeconds > MAIL_SECONDS.problem
      ? problem('Waiting mail', text)
      : warning('Waiting mail', text);
  }
  if (failed > 0) return warning('Waiting mail', lost.trim());
  return ok('Waiting mail', waiting === 0 ? 'None is waiting.' : `Waiting: ${waiting}, none for long.`);
}

export type ErrorFacts = {
  /** Of the last `RATE_MINUTES`. */
  requests: number;
  errors: number;
  /** Errors of the last 24 hours. */
  day: number;
};

export function judgeErrors({ requests, errors, day }: ErrorFacts): Finding {
  const share = errors / Math.max(requests, errors, 1);
  if (errors >= ERROR_RATE.errors && share * 100 >= ERROR_RATE.percent)
    return problem(
      'Errors',
      `${errors} of ${Math.max(requests, errors)} requests of the last ${RATE_MINUTES} minutes failed; see the newest ones and the log.`,
    );
  return day === 0
    ? ok('Errors', 'None in the last 24 hours.')
    : warning('Errors', `${day} in the last 24 hours; see the newest ones and the log.`);
}

/** @param check the last one; null if there was none yet. @param ageSeconds how long ago it was. */
export function judgeStock(
  check: { products: number; mismatches: number; productIds: readonly number[] } | null,
  ageSeconds: number,
): Finding {
  if (check === null) return ok('Stock', 'Not compared with its ledger yet; this happens every hour.');
  const when = `compared ${span(ageSeconds)} ago`;
  if (check.mismatches === 0)
    return ok('Stock', `Stock agrees with its ledger (${check.products} products, ${when}).`);
  const of = check.mismatches === 1 ? '1 product does' : `${check.mismatches} products do`;
  return problem(
    'Stock',
    `The stock of ${of} not agree with its ledger (${when}): ${check.productIds.map((id) => `#${id}`).join(', ')}. Count it and ask for help.`,
  );
}

/**
 * What customers who have never picked up hold is worth a look from these shares on, if this many of them share it: a
 * first order is small, so half of a product in the hands of five new accounts is rare, and a quarter of the shop in the
 * hands of ten is rarer.
 */
const NEWCOMERS = { product: { percent: 50, accounts: 5 }, shop: { percent: 25, accounts: 10 } };

/** `units` held by `accounts` without a pickup, out of those units and all that are available. */
export type NewcomerFacts = { accounts: number; units: number; of: number };

/** @param products those of which such customers hold anything */
export function judgeNewcomers(
  shop: NewcomerFacts,
  products: readonly (NewcomerFacts & { name: string })[],
): Finding {
  const share = ({ units, of }: NewcomerFacts) => (100 * units) / Math.max(of, 1);
  const isMuch = (facts: NewcomerFacts, bound: { percent: number; accounts: number }) =>
    facts.accounts >= bound.accounts && share(facts) > bound.percent;
  const [most] = products
    .filter((product) => isMuch(product, NEWCOMERS.product))
    .sort((one, other) => share(other) - share(one));
  const words = ({ accounts, units, of }: NewcomerFacts, what: string) =>
    `${accounts} customers who have never picked up hold ${units} of the ${of} units ${what}. Look at the newest first orders. If one person has several accounts, cancel the orders and ban the accounts.`;
  if (isMuch(shop, NEWCOMERS.shop)) return warning('New customers', words(shop, 'in the shop'));
  if (most) return warning('New customers', words(most, `of ${most.name}`));
  return ok('New customers', 'Customers who have never picked up hold a normal share of the stock.');
}

/** @param trouble why the last comparison with the state's system failed; null if it did not. @param ageSeconds how long ago it was */
export function judgeTracking(trouble: string | null, ageSeconds: number): Finding {
  return trouble === null
    ? ok('State tracking', `The state’s system was read ${span(ageSeconds)} ago.`)
    : warning('State tracking', `The state’s system could not be read ${span(ageSeconds)} ago. ${trouble}`);
}

export type DiskFacts = { name: string; free: number; total: number };

/** The disk with the least space, named where there are several. @param disks of the instances that run. */
export function judgeDisks(disks: readonly DiskFacts[]): Finding {
  const [fullest] = [...disks].sort((one, other) => one.free - other.free);
  if (!fullest) return warning('Disk', 'No server has reported its disk in the last few minutes.');
  const finding = judgeDisk(fullest.free, fullest.total);
  return disks.length === 1 ? finding : { ...finding, text: `${fullest.name}: ${finding.text}` };
}

/** 'Free: 12 GB of 40 GB' */
export const diskWords = (free: number, total: number): string => `${size(free)} of ${size(total)}`;
