/** Loads the counties of New York with their sales tax, and which of them the store's address is in. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import {
  countyLabel,
  countyOf,
  newYorkCounties,
  salesTaxOf,
} from '#core/sales/compliance/new-york-counties.ts';
import { rateWords } from '#core/sales/compliance/tax-change.ts';

export type CountyChoice = {
  counties: readonly { name: string; label: string; rate: string }[];
  /** By the ZIP code of the store; null if that is empty or elsewhere. */
  proposed: string | null;
  zipcode: string;
};

export async function readCountyChoice(): Promise<CountyChoice> {
  const { store } = await readSettings();
  return {
    counties: newYorkCounties.map((name) => ({
      name,
      label: countyLabel(name),
      rate: rateWords(salesTaxOf(name) ?? 0),
    })),
    proposed: countyOf(store),
    zipcode: store.zipcode,
  };
}
