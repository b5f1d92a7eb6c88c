/**
 * Reads what a search says about price, THC and order: 'gummies under $20' searches 'gummies' with a highest price. Words
 * would find 'under $20' in '20 × 5 mg'. 'under 30 ml' is an amount and stays, and so does what names no bound.
 */

/** What the search says beside its words. Prices in cents, THC in basis points. */
export type SearchTerms = {
  /** The search without these terms. */
  q: string;
  minPrice?: number;
  maxPrice?: number;
  minThc?: number;
  maxThc?: number;
  sort?: 'price' | 'newest';
};

/** An amount of money, a number that has no unit of something else behind it. */
const MONEY = String.raw`(?:\$\s*(\d{1,5}(?:\.\d{1,2})?)|(\d{1,5}(?:\.\d{1,2})?)(?:\s*(?:dollars?|bucks?|usd)\b|(?![\d.]|\s*(?:[%x×:/]|mgs?\b|milli|g\b|gs\b|grams?\b|oz\b|ounces?\b|ml\b|packs?\b|ct\b|count\b|pcs?\b|pieces?\b|thc\b|cbd\b))))`;

const pattern = (text: string) => new RegExp(text.replaceAll('MONEY', MONEY), 'i');

const BETWEEN = pattern(String.raw`(?:\b(?:between|from)\s+)?MONEY\s*(?:-|–|\bto\b|\band\b)\s*MONEY`);
const BELOW = pattern(
  String.raw`\b(?:under|below|beneath|less\s+than|cheaper\s+than|up\s+to|max(?:imum)?|at\s+most|no\s+more\s+than)\s+MONEY`,
);
const ABOVE = pattern(String.raw`\b(?:over|above|more\s+than|at\s+least|min(?:imum)?|starting\s+at)\s+MONEY`);
const AMOUNT = /(?:^|\s)\$\s*(\d{1,5}(?:\.\d{1,2})?)(?:\s*(?:or\s+(?:less|under)|max))?(?![\d.])/i;
const CHEAP = /\b(?:cheap(?:est|er)?|inexpensive|budget|low(?:est)?\s+priced?)\b/i;
/** 'thc over 20', 'under 15% thc': the number beside THC is a percentage, not a price. */
const THC_BOUND =
  /(?:\bwith\s+)?\bthc\s+(?:(over|above|more\s+than|at\s+least)|under|below|less\s+than|up\s+to)\s+(\d{1,2}(?:\.\d{1,2})?)(?![\d.]|\s*mg)\s*%?|\b(?:(over|above|more\s+than|at\s+least)|under|below|less\s+than|up\s+to)\s+(\d{1,2}(?:\.\d{1,2})?)\s*%?\s*thc\b/i;
/** 0 %, and not hemp's 0.3 %: the shopper may have to pass a test. */
const NO_THC = /\b(?:no|zero|0\s*%?|without|non)[\s-]+thc\b|\bthc[\s-]+free\b/i;
/** 'high cbd', 'low thc': the menu lists what has CBD or THC by name, and ranks nothing by strength. */
const STRENGTH =
  /\b(?:high|higher|highest|low|lower|lowest|rich|more|less)[\s-]+(?:in[\s-]+)?(?=(?:thc|cbd)\b)/gi;
const LOW_THC = /\b(?:low|lower|lowest|less)[\s-]+(?:in[\s-]+)?thc\b/i;
const NEW =
  /^(?:what(?:['’]?s|\s+is)?\s+)?(?:new(?:est)?|latest|just\s+in)(?:\s+(?:arrivals?|products?|in|this\s+(?:week|month)|today))?\??$/i;

const cents = (...amounts: (string | undefined)[]): number =>
  Math.round(Number(amounts.find((amount) => amount !== undefined)) * 100);

const without = (q: string, found: RegExp | string): string =>
  q.replace(found, ' ').replaceAll(/\s+/g, ' ').trim();

export function readSearchTerms(typed: string): SearchTerms {
  if (NEW.test(typed.trim())) return { q: '', sort: 'newest' };
  const potent = readPotency(typed);
  const priced = readPrice(potent.q);
  let { q } = priced;
  const terms: SearchTerms = { ...potent, ...priced };
  if (CHEAP.test(q)) {
    q = without(q, CHEAP);
    terms.sort = 'price';
  }
  if (NO_THC.test(q)) {
    q = without(q, NO_THC);
    terms.maxThc = 0;
  }
  if (/\bcbd\b/i.test(q)) q = without(q, LOW_THC);
  return { ...terms, q: without(q, STRENGTH) };
}

function readPotency(q: string): SearchTerms {
  const found = THC_BOUND.exec(q);
  if (!found) return { q };
  const [whole, above, percent, otherAbove, otherPercent] = found;
  const bound = cents(percent, otherPercent);
  return { q: without(q, whole), ...(above || otherAbove ? { minThc: bound } : { maxThc: bound }) };
}

function readPrice(q: string): SearchTerms {
  const between = BETWEEN.exec(q);
  // Two bare numbers are as likely a ratio or a pack: '1 to 1'.
  if (between && (/\$|dollar|buck|usd/i.test(between[0]) || /^(?:between|from)/i.test(between[0]))) {
    const [one, other] = [cents(between[1], between[2]), cents(between[3], between[4])];
    return { q: without(q, between[0]), minPrice: Math.min(one, other), maxPrice: Math.max(one, other) };
  }
  const below = BELOW.exec(q);
  const above = ABOVE.exec(q);
  const rest = [below, above].reduce((text, found) => (found ? without(text, found[0]) : text), q);
  if (below || above)
    return {
      q: rest,
      ...(above ? { minPrice: cents(above[1], above[2]) } : {}),
      ...(below ? { maxPrice: cents(below[1], below[2]) } : {}),
    };
  const amount = AMOUNT.exec(q);
  return amount ? { q: without(q, amount[0]), maxPrice: cents(amount[1]) } : { q };
}
