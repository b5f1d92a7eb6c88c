/**
 * Changes the tax rules, by admins: adds one, ends one, corrects or deletes one that no order can have met, or replaces
 * all with New York's. The database notifies every instance; start and end days are the store's.
 */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { type OpenAction, recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockSettings } from '#core/ground/settings/lock-settings.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';
import { NO_COUNTY, salesTaxOf } from './new-york-counties.ts';
import { shippedTaxRules, type TaxRule } from './tax.ts';
import {
  classLabel,
  doubles,
  hasOrders,
  planPreset,
  rateWords,
  readComingDay,
  readNewRule,
  readTerms,
  stateOf,
  type TaxProblem,
  termsSeen,
} from './tax-change.ts';
import { asTaxRule, invalidateTaxRules, lastOrderDay } from './tax-queries.server.ts';

type Texts = Readonly<Record<string, string>>;
type Outcome = Result<null, TaxProblem>;

/** Adds a form's rule. Refused: a past day, and an overlap with a rule of the same name and class. */
export function addTaxRule(actor: Actor, texts: Texts, today: StoreDate): Promise<Outcome> {
  return changing(actor, async (tx, { rules }, signedIn) => {
    const read = readNewRule(texts, today);
    if ('errors' in read) return refuse({ kind: 'invalid', errors: read.errors });
    const double = doubles(rules, read.rule);
    if (double)
      return invalid(
        'name',
        `There is a rule “${double.name}” for this class on some of these days. End it first.`,
      );
    await tx.insert(taxRules).values(read.rule);
    await record(tx, signedIn, 'tax-rule.added', null, read.rule);
    return succeed(null);
  });
}

/** Ends a rule after a last day, today at the earliest. Refused: a rule that has ended, and a day before it started. */
export function endTaxRule(actor: Actor, id: string, lastDay: string, today: StoreDate): Promise<Outcome> {
  return changing(actor, async (tx, { rules }, signedIn) => {
    const rule = ruleOf(rules, id);
    if (!rule) return refuse({ kind: 'not-found' });
    if (stateOf(rule, today) === 'over') return refuse({ kind: 'changed' });
    const read = readComingDay(lastDay, today);
    if ('error' in read) return invalid('last', read.error);
    const until = read.day.add({ days: 1 }).toString();
    if (until <= rule.from) return invalid('last', 'It has not started by then. Delete it instead.');
    // A later end lengthens the rule, maybe into the days of another.
    const double = doubles(
      rules.filter((other) => other.id !== rule.id),
      { ...rule, until },
    );
    if (double)
      return invalid('last', `There is a rule “${double.name}” for this class on some of these days.`);
    await tx.update(taxRules).set({ until }).where(eq(taxRules.id, rule.id));
    await record(tx, signedIn, 'tax-rule.ended', rule, { ...rule, until });
    return succeed(null);
  });
}

/**
 * Corrects what a rule taxes, its name or its rate; its days stay. Refused: a rule that has ended, one since whose start
 * orders were placed, one that someone else corrected since the page was opened, and an overlap as in `addTaxRule`.
 * @param texts the form's fields, and in `seen` the terms that it showed (`termsSeen`).
 */
export function correctTaxRule(actor: Actor, id: string, texts: Texts, today: StoreDate): Promise<Outcome> {
  return changing(actor, async (tx, { rules, lastDay }, signedIn) => {
    const rule = ruleOf(rules, id);
    if (!rule) return refuse({ kind: 'not-found' });
    if (stateOf(rule, today) === 'over' || texts.seen !== termsSeen(rule)) return refuse({ kind: 'changed' });
    if (hasOrders(rule, lastDay)) return refuse({ kind: 'has-orders' });
    const read = readTerms(texts);
    if ('errors' in read) return refuse({ kind: 'invalid', errors: read.errors });
    const corrected = { ...rule, ...read.terms };
    if (termsSeen(corrected) === termsSeen(rule)) return succeed(null);
    const double = doubles(
      rules.filter((other) => other.id !== rule.id),
      corrected,
    );
    if (double)
      return invalid('name', `There is a rule “${double.name}” for this class on some of these days.`);
    await tx.update(taxRules).set(read.terms).where(eq(taxRules.id, rule.id));
    await record(tx, signedIn, 'tax-rule.corrected', rule, corrected);
    return succeed(null);
  });
}

/** Deletes a rule. Refused: one that has ended, one since whose start orders were placed, and the only one. */
export function removeTaxRule(actor: Actor, id: string, today: StoreDate): Promise<Outcome> {
  return changing(actor, async (tx, { rules, lastDay }, signedIn) => {
    const rule = ruleOf(rules, id);
    if (!rule) return refuse({ kind: 'not-found' });
    if (stateOf(rule, today) === 'over') return refuse({ kind: 'changed' });
    if (hasOrders(rule, lastDay)) return refuse({ kind: 'has-orders' });
    if (rules.length === 1) return refuse({ kind: 'only-rule' });
    await tx.delete(taxRules).where(eq(taxRules.id, rule.id));
    await record(tx, signedIn, 'tax-rule.taken-back', rule, null);
    return succeed(null);
  });
}

/**
 * From this day on only New York's rules apply, with the county's sales tax. Applied again it corrects the county, until
 * orders were placed on that day or later.
 */
export function applyNewYork(
  actor: Actor,
  { from, county }: { from: string; county: string },
  today: StoreDate,
): Promise<Outcome> {
  return changing(actor, async (tx, { rules, lastDay }, signedIn) => {
    const read = readComingDay(from, today);
    if ('error' in read) return invalid('preset', read.error);
    const salesRate = salesTaxOf(county);
    if (salesRate === null) return invalid('county', NO_COUNTY);
    const planned = planPreset(rules, read.day, { lastOrderDay: lastDay, salesRate });
    if ('error' in planned) return invalid('preset', planned.error);
    const { ending, dropping, adding } = planned.plan;
    const until = read.day.toString();
    const ids = (list: readonly TaxRule[]) => list.map(({ id }) => id);
    if (ending.length > 0)
      await tx
        .update(taxRules)
        .set({ until })
        .where(inArray(taxRules.id, ids(ending)));
    if (dropping.length > 0) await tx.delete(taxRules).where(inArray(taxRules.id, ids(dropping)));
    if (adding.length > 0) await tx.insert(taxRules).values(adding);
    for (const rule of ending) await record(tx, signedIn, 'tax-rule.ended', rule, { ...rule, until });
    for (const rule of dropping) await record(tx, signedIn, 'tax-rule.taken-back', rule, null);
    for (const rule of adding) await record(tx, signedIn, 'tax-rule.added', null, rule);
    return succeed(null);
  });
}

/** As they are while no sale is under way. `lastDay` is the store day of the latest order, yyyy-mm-dd, or null. */
type Locked = { rules: readonly TaxRule[]; lastDay: string | null };

/** One change at a time, by a permitted actor with a recent sign-in. Running sales have committed; others wait. */
async function changing(
  actor: Actor,
  work: (tx: Transaction, locked: Locked, actor: SignedIn) => Promise<Outcome>,
): Promise<Outcome> {
  const { zone } = await storeClock();
  const asStaff = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  const outcome = await asStaff<Outcome>(async (tx, actor, abandon) => {
    await lockSettings(tx);
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    const rules = await storedRules(tx);
    const changed = await work(tx, { rules, lastDay: await lastOrderDay(zone, tx) }, actor);
    return changed.ok ? changed : abandon(changed);
  });
  if (outcome.ok) invalidateTaxRules();
  return outcome;
}

/** By its id, or by the shipped estimate's id while that is not stored. */
function ruleOf(rules: readonly TaxRule[], id: string): TaxRule | undefined {
  const shipped = shippedTaxRules.find((rule) => rule.id === id);
  return rules.find((rule) =>
    shipped ? rule.name === shipped.name && rule.from === shipped.from : rule.id === id,
  );
}

/** Stores the shipped estimate as a rule if the store has used it so far, so that it can be ended. */
async function storedRules(tx: Transaction): Promise<TaxRule[]> {
  const read = () => tx.select().from(taxRules).orderBy(asc(taxRules.from), asc(taxRules.name));
  const rows = await read();
  if (rows.length > 0) return rows.map(asTaxRule);
  await tx.insert(taxRules).values(shippedTaxRules.map(({ id: _, ...rule }) => rule));
  return (await read()).map(asTaxRule);
}

const invalid = (field: string, message: string) =>
  refuse<TaxProblem>({ kind: 'invalid', errors: { [field]: [message] } });

type Recorded = Omit<TaxRule, 'id'>;

async function record(
  tx: Transaction,
  actor: SignedIn,
  action: OpenAction,
  before: Recorded | null,
  after: Recorded | null,
): Promise<void> {
  await recordAudit(tx, actor, {
    action,
    subject: 'setting',
    subjectId: 'tax',
    before: before && stateOfRule(before),
    after: after && stateOfRule(after),
  });
}

function stateOfRule({ name, taxClass, rate, from, until }: Recorded): AuditState {
  const last = until === null ? null : parseDate(until)?.subtract({ days: 1 });
  const first = parseDate(from);
  return {
    name,
    on: classLabel(taxClass),
    rate: rateWords(rate),
    from: first ? formatDate(first) : from,
    lastDay: last ? formatDate(last) : 'no end',
  };
}
