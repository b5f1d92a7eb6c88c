/**
 * Detects text that reads like money off or free goods, in the words American shops use: such offers may be advertised
 * only with terms and dates (docs/law.md, Promotions). A warning, never a refusal: it is sometimes wrong.
 */

const any = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'), 'gi');

/** The same words with another meaning, removed before the search. */
const harmless = any(
  /\b(?:gluten|sugar|dairy|fat|nut|peanut|soy|lactose|smoke|nicotine|tobacco|alcohol|drug|pesticide|chemical|toxin|additive|solvent|cruelty|allergen|preservative|caffeine|hands|toll|carbon|plastic|stress|worry|hassle|care|risk|frost|snow|ice|rent)[\s-]free\b/,
  /\b(?:feel|feels|set|be|are|is|you're|it's) free to\b|\bfree\s+(?:to|of|from|range|parking|admission|entry|entrance|wi-?fi|time|hand|standing|flowing|shuttle|rides? home|and open)\b/,
  /\b(?:great|good) deal (?:of|more|less|to)\b|\bdeal(?:s|ing)? (?:with|in)\b|\b(?:big|real) deal\b/,
  /\b(?:security|ground|head|height|customs|overhead) clearance\b/,
  /\b(?:not|never|no longer) for sale\b|\b(?:point|bill) of sale\b|\bsales? (?:of|to|floor|counter|staff)\b/,
  /\bhappy hours? (?:spent|together|outside|outdoors)\b/,
);

const count = /(?:\d+|one|two|three|four|five|six|ten)/.source;
const goods = /(?:pre-?rolls?|joints?|grams?|eighths?|edibles?|gumm(?:y|ies)|vapes?|items?)/.source;

const moneyOff = any(
  // Fractions and amounts: '50% off', 'twenty percent less', '$5 off', 'half price', 'save $10'.
  /(?:%|\bper ?cent)\s*(?:off\b|less\b|lower\b|cheaper\b|back\b|discount|reduction|savings)/,
  /\$\s*\d[\d.,]*\s*(?:off|less|back|rebate)\b|\b\d+\s*(?:¢|(?:dollars?|bucks?|cents?)\b)\s*off\b/,
  /\b(?:half|third|quarter)[\s-]+off\b|\bhalf[\s-]?priced?\b|\b1\s*[/⁄]\s*2\s*(?:off|price)\b/,
  /\bsav(?:e|es|ing)\s+(?:(?:up to|as much as|at least|over|an?|extra|additional|another)\s+)*(?:\$\s*\d|\d+\s*(?:%|per ?cent|dollars?|bucks?))/,
  /\bsave (?:big|money|on (?:your|every|all|any))\b|\b(?:big|huge|extra|instant) savings\b|\band save\b/,
  // Bundles: 'BOGO', 'buy one get one', '2 for 1', '3 for $100', 'free with'.
  /\bbogof?(?:\s?\d+)?\b|\bb\dg\d\b|\btwo-?fers?\b|\b2-?fers?\b|\b2\s?-?4\s?-?1\b/,
  /\bbuy one\b|\bbuy (?:two|three|four|five|\d+|any|an?|the first|more)\b[^.!?\n]{0,40}?\bget\b/,
  new RegExp(
    `\\b${count}[\\s-]+for[\\s-]+(?:\\$\\s*\\d+|(?:one|two|three|\\d+)\\b|the price of\\b)(?!\\s*(?:days?|weeks?|months?|years?|hours?|minutes?|people|persons|guests|to|-|–))`,
  ),
  new RegExp(`\\bfree\\s+(?:with|when|gifts?|samples?|stuff|swag|merch|${goods})\\b`),
  /\bget\b[^.!?\n]{0,30}\bfree\b|\b(?:second|third|next|other|2nd|3rd) (?:one )?(?:is )?(?:free|on us)\b/,
  /\bfreebies?\b|\bgive-?aways?\b|\bgiving away\b|\bgift with\b|\bcomplimentary\b|\bon the house\b|\bwith (?:any|every|each) purchase\b/,
  // Prices: 'price drop', 'marked down', 'was $50, now $40', 'penny pre-rolls'.
  /\bdiscount|\bsales?\b(?! tax)|\bclearance\b|\bliquidation\b|\bblow-?outs?\b|\bdoor[\s-]?busters?\b/,
  /\bmark-?downs?\b|\bmarked down\b|\bprice[\s-]?(?:drops?|cuts?|slash(?:es)?|break|match|rollback)\b|\broll-?backs?\b/,
  /\b(?:cut|slash|drop|lower|reduc|slic)(?:ed|p?ed|p?ing|ing|s|es|e)? (?:our |the |all )?prices?\b|\bprices? (?:are |were |is |have been )?(?:cut|slashed|dropped|lowered|reduced|down)\b/,
  /\b(?:low|lower|lowest|reduced|special|unbeatable|rock[\s-]bottom|introductory|wholesale) (?:prices?|pricing)\b/,
  /\b(?:was|were|reg\.?|regularly|normally|usually)\s+\$\s*\d|\bnow (?:only|just)?\s*\$\s*\d/,
  new RegExp(`\\bpenny\\s+(?:deals?|sales?|days?|upgrades?|add-?ons?|each|${goods})\\b`),
  /\b(?:for|only|just) (?:a|one|1) (?:penny|cent)\b|\bfor pennies\b|\$0?\.01\b/,
  new RegExp(`\\bdollar\\s+(?:deals?|days?|${goods})\\b`),
  // Occasions and means: 'happy hour', 'deal', 'coupon', 'double points'.
  /\bdeals?\b|\bbargains?\b|\bhappy[\s-]hours?\b|\bearly[\s-]bird (?:specials?|pric)|\bspecial offers?\b|\blimited[\s-]time offers?\b|\b(?:daily|weekly|weekend|today's|holiday) specials?\b/,
  /\bcoupons?\b|\bvouchers?\b|\brebates?\b|\bcash[\s-]?back\b|\bpromo(?:tional|tion)? codes?\b|\b(?:double|triple|bonus|extra|2x|3x) points\b|\bwe(?:'ll)? (?:pay|cover) (?:the |your )?(?:sales )?tax/,
);

/** Whether it reads like money off: then it is an offer, whatever it is called. */
export function readsLikeMoneyOff(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replaceAll(/[ \t]+/g, ' ');
  return plain.replaceAll(harmless, ' · ').search(moneyOff) !== -1;
}
