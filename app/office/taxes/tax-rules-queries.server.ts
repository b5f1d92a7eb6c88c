/** Loads the tax rules for users who change them: each with its state, an example, and what a preset would do. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { NO_COUNTY, salesTaxOf } from '#core/sales/compliance/new-york-counties.ts';
import { isShippedEstimate, newYorkPreset, type TaxRule } from '#core/sales/compliance/tax.ts';
import {
  classLabel,
  firstUntaxed,
  hasOrders,
  planPreset,
  rateWords,
  readComingDay,
  stateOf,
  type TaxRuleState,
  termsSeen,
  type WorkedExample,
  workedExample,
} from '#core/sales/compliance/tax-change.ts';
import { lastOrderDay, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';
import { type CountyChoice, readCountyChoice } from './county-choice-queries.server.ts';

export type TaxRuleLine = {
  id: string;
  name: string;
  taxClass: string;
  on: string;
  rate: string;
  from: string;
  /** null if it has no end. */
  lastDay: string | null;
  state: TaxRuleState;
  /** Its terms as the form that corrects it starts with them, while no order was placed since it started. */
  correctable: { texts: { name: string; taxClass: string; rate: string }; seen: string } | null;
};

export type PresetPreview =
  | {
      date: string;
      county: string;
      label: string;
      ending: string[];
      dropping: string[];
      adding: { name: string; rate: string; on: string }[];
      example: WorkedExample;
    }
  | { date: string; county: string; error: string; of: 'date' | 'county' };

export type TaxScreen = {
  rules: TaxRuleLine[];
  /** For today. */
  example: WorkedExample;
  /** Whether the shipped estimate applies today. */
  isEstimate: boolean;
  /** The first day on which a line would not be taxed at all. */
  gap: WorkedExample | null;
  preset: PresetPreview | null;
  counties: CountyChoice;
};

/**
 * @param preset the start day and the county for New York's preset, as typed; without a county, the one of the address.
 * null for users who may not manage settings.
 */
export async function readTaxScreen(
  actor: Actor,
  today: StoreDate,
  preset: { from: string; county: string | null } | null,
): Promise<TaxScreen | null> {
  if (!may(actor, 'settings.manage')) return null;
  const { zone } = await storeClock();
  const [rules, lastDay, counties] = await Promise.all([
    readTaxRules(),
    lastOrderDay(zone),
    readCountyChoice(),
  ]);
  const wanted = preset && { from: preset.from, county: preset.county ?? counties.proposed ?? '' };
  return {
    counties,
    rules: rules.map((rule) => lineOf(rule, today, lastDay)),
    example: workedExample(rules, today),
    isEstimate: rules.some((rule) => isShippedEstimate(rule) && stateOf(rule, today) === 'in-force'),
    gap: firstUntaxed(rules, today),
    preset: wanted && previewOf(rules, wanted, today, lastDay),
  };
}

function lineOf(rule: TaxRule, today: StoreDate, lastDay: string | null): TaxRuleLine {
  const { id, name, taxClass, rate, from, until } = rule;
  const state = stateOf(rule, today);
  const last = until === null ? null : parseDate(until)?.subtract({ days: 1 });
  return {
    id,
    name,
    taxClass,
    on: classLabel(taxClass),
    rate: rateWords(rate),
    from: dayWords(from),
    lastDay: last ? formatDate(last) : null,
    state,
    correctable:
      state === 'over' || hasOrders(rule, lastDay)
        ? null
        : { texts: { name, taxClass, rate: String(rate / 100) }, seen: termsSeen(rule) },
  };
}

function previewOf(
  rules: readonly TaxRule[],
  typed: { from: string; county: string },
  today: StoreDate,
  lastDay: string | null,
): PresetPreview {
  const { county } = typed;
  const date = typed.from.slice(0, 10);
  const salesRate = salesTaxOf(county);
  if (salesRate === null) return { date, county: '', error: NO_COUNTY, of: 'county' };
  const read = readComingDay(typed.from, today);
  if ('error' in read) return { date, county, error: read.error, of: 'date' };
  const planned = planPreset(rules, read.day, { lastOrderDay: lastDay, salesRate });
  if ('error' in planned) return { date, county, error: planned.error, of: 'date' };
  const { ending, dropping, adding } = planned.plan;
  return {
    date: read.day.toString(),
    county,
    label: formatDate(read.day),
    ending: ending.map(({ name }) => name),
    dropping: dropping.map(({ name }) => name),
    adding: adding.map(({ name, rate, taxClass }) => ({
      name,
      rate: rateWords(rate),
      on: classLabel(taxClass),
    })),
    example: workedExample(newYorkPreset(read.day.toString(), salesRate), read.day),
  };
}

const dayWords = (text: string) => {
  const day = parseDate(text);
  return day ? formatDate(day) : text;
};
