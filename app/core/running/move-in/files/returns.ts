/**
 * Returns that have a number of their own, and the earlier sales they are taken off: of the number they name, or else of the
 * same customer with the same product at the same price. Pure.
 */
import { productKey, type SaleLine } from './sale-lines.ts';

/** A return, until its sale is found. Amounts in cents. */
export type Return = {
  where: string;
  moment: string;
  system: string;
  /** The number of its sale, as the sale has it; '' if it is not named. */
  of: string;
  /** What the file says of the customer; '' for nothing, which matches no sale. */
  who: string;
  /** null for an amount without a product. */
  line: SaleLine | null;
  amount: number;
};

/** The sale for which returns are looked for. `total` in cents. */
export type Seller = {
  system: string;
  number: string;
  moment: string;
  who: string;
  sold: readonly SaleLine[];
  total: number;
};

const unitPrice = ({ net, quantity }: SaleLine): number => Math.round((net ?? 0) / quantity);

const keyOf = (system: string, who: string, line: SaleLine | null): string =>
  JSON.stringify([system, who, line && productKey(line), line && unitPrice(line)]);

/** Each return is taken off one sale, once, whatever the order of the file. */
export function openReturns(returns: readonly Return[]) {
  const open = new Map<string, Return[]>();
  const put = (key: string, one: Return) => {
    const known = open.get(key);
    if (known) known.push(one);
    else open.set(key, [one]);
  };
  const named = (system: string, number: string) => JSON.stringify([system, number]);
  for (const one of returns)
    if (one.of !== '') put(named(one.system, one.of), one);
    else if (one.line !== null || one.who !== '') put(keyOf(one.system, one.who, one.line), one);
  const taken = new Set<Return>();
  /** The first that fits. */
  const take = (key: string, fits: (one: Return) => boolean): Return | null => {
    const waiting = open.get(key) ?? [];
    const at = waiting.findIndex(fits);
    const [found] = at === -1 ? [] : waiting.splice(at, 1);
    if (found) taken.add(found);
    return found ?? null;
  };
  return {
    /** The returns of a sale. Of those that do not name it, as many units as it sold, and never more than its total. */
    of({ system, number, moment, who, sold, total }: Seller): Return[] {
      const found: Return[] = [];
      let rest = total;
      const add = (key: string, fits: (one: Return) => boolean) => {
        for (;;) {
          const one = take(key, (each) => each.moment >= moment && fits(each));
          if (one === null) return;
          found.push(one);
          rest -= one.amount;
        }
      };
      add(named(system, number), () => true);
      for (const line of sold) {
        let units = line.quantity;
        add(keyOf(system, who, line), (one) => {
          const isOne = one.amount <= rest && (one.line?.quantity ?? 0) <= units;
          if (isOne) units -= one.line?.quantity ?? 0;
          return isOne;
        });
      }
      add(keyOf(system, who, null), ({ amount }) => amount <= rest);
      return found;
    },
    /** Those whose sale was not found, and those that were taken off one. */
    end: () => ({
      left: returns.filter((one) => !taken.has(one)),
      taken: returns.filter((one) => taken.has(one)),
    }),
  };
}

export type OpenReturns = ReturnType<typeof openReturns>;
