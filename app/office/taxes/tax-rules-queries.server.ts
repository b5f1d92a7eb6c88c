/** Loads the tax rules for users who change them: each with its state, an example, and what a preset would do. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import { isShippedEstimate, type TaxRule } from '#core/sales/compliance/tax.ts';
import {
  classLabel,
  firstUntaxed,
  planPreset,
  rateWords,
  readComingDay,
  stateOf,
  type TaxRuleState,
  type WorkedExample,
  workedExample,
} from '#core/sales/compliance/tax-change.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';

export type TaxRuleLine = {
  id: string;
  name: string;
  on: string;
  rate: string;
  from: string;
  /** null if it has no end. */
  lastDay: string | null;
  state: TaxRuleState;
};

export type PresetPreview =
  | {
      date: string;
      label: string;
      ending: string[];
      dropping: string[];
      adding: { name: string; rate: string; on: string }[];
      example: WorkedExample;
    }
  | { date: string; error: string };

export type TaxScreen = {
  rules: TaxRuleLine[];
  /** For today. */
  example: WorkedExample;
  /** Whether the shipped estimate applies today. */
  isEstimate: boolean;
  /** The first day on which a line would not be taxed at all. */
  gap: WorkedExample | null;
  preset: PresetPreview | null;
};

/** @param preset the start day for New York's preset, as typed. null for users who may not manage settings. */
export async function readTaxScreen(
  actor: Actor,
  today: StoreDate,
  preset: string | null,
): Promise<TaxScreen | null> {
  if (!may(actor, 'settings.manage')) return null;
  const rules = await readTaxRules();
  return {
    rules: rules.map((rule) => lineOf(rule, today)),
    example: workedExample(rules, today),
    isEstimate: rules.some((rule) => isShippedEstimate(rule) && stateOf(rule, today) === 'in-force'),
    gap: firstUntaxed(rules, today),
    preset: preset === null ? null : previewOf(rules, preset, today),
  };
}

function lineOf(rule: TaxRule, today: StoreDate): TaxRuleLine {
  const { id, name, taxClass, rate, from, until } = rule;
  const last = until === null ? null : parseDate(until)?.subtract({ days: 1 });
  return {
    id,
    name,
    on: classLabel(taxClass),
    rate: rateWords(rate),
    from: dayWords(from),
    lastDay: last ? formatDate(last) : null,
    state: stateOf(rule, today),
  };
}

function previewOf(rules: readonly TaxRule[], typed: string, today: StoreDate): PresetPreview {
  const date = typed.slice(0, 10);
  const read = readComingDay(typed, today);
  if ('error' in read) return { date, error: read.error };
  const planned = planPreset(rules, read.day, today);
  if ('error' in planned) return { date, error: planned.error };
  const { ending, dropping, adding } = planned.plan;
  const after = adding.map((rule): TaxRule => ({ ...rule, id: rule.name }));
  return {
    date: read.day.toString(),
    label: formatDate(read.day),
    ending: ending.map(({ name }) => name),
    dropping: dropping.map(({ name }) => name),
    adding: adding.map(({ name, rate, taxClass }) => ({
      name,
      rate: rateWords(rate),
      on: classLabel(taxClass),
    })),
    example: workedExample(after, read.day),
  };
}

const dayWords = (text: string) => {
  const day = parseDate(text);
  return day ? formatDate(day) : text;
};
