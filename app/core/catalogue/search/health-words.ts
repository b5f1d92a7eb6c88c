/**
 * Detects words for ailments and effects. A licensed store makes no health claims (docs/law.md, Advertising),
 * so a search for one of them finds no product: not by its own words, a synonym or a corrected typo.
 */
import { typosBetween } from './search-vocabulary.ts';

/** A word that starts with one of these is a health word. */
const STEMS = [
  'addict anxi allerg alzheim antidepress antiinflam appetit arthrit asthma autis bipolar calm cancer chemo cholesterol',
  'cramp dement depress detox diabet diagnos diarrh disease disorder dizz drows eczema endometrio epilep euphor',
  'fatigue fibromyalg glaucoma hallucinat hangover headache heal hypertens illness immun inflam insomn lupus medicin',
  'medicat menopaus menstru migrain nause neuropath oncolog opioid painful painkill palliat paranoi parkinson psoria',
  'psycho relax relief reliev restless sclero seizure sedat schizo sicknes sleep sober sooth spasm stomachache stress',
  'symptom tension therap tinnitus tourette toothache tranquil trauma tremor tumor tumour vertigo vomit wellness',
]
  .join(' ')
  .split(' ');

/** Whole words only, because other words start alike: 'painting', 'cured', 'focal', 'treats'. */
const WHOLE = new Set(
  [
    'ache aches aching achy acne adhd aids asleep awake backache bedtime colitis concussion crohn crohns cure cures doze',
    'energize energized energizing energy epileptic fever flu focus focused headaches hiv ibs libido lyme medical mood',
    'mellow moods ms nervous pain pains payn panic pms ptsd remedies remedy sad sadness sciatica sick snooze sore soreness',
    'stroke tired tiredness treatment treatments unwind uplift uplifted uplifting vitality wellbeing',
  ]
    .join(' ')
    .split(' '),
);

/** The most often misspelled words; shorter ones are too similar to other words. */
const OFTEN_MISTYPED = [
  'sleep sleepy sleeping insomnia anxiety anxious stress stressed stressful relax relaxing relaxation relief nausea',
  'nauseous appetite depression depressed headache migraine cancer arthritis epilepsy seizure inflammation fibromyalgia',
  'glaucoma therapy therapeutic medicine medicinal healing health healthy diabetes trauma allergies calming sedative',
]
  .join(' ')
  .split(' ');

const codesOf = (word: string) => Array.from(word, (_, at) => word.charCodeAt(at));
const MISTYPED_CODES = OFTEN_MISTYPED.map(codesOf);
const SHORTEST_MISTYPED = 4;

/** Whether this lower-case word names an ailment or an effect. */
export function isHealthWord(word: string): boolean {
  return WHOLE.has(word) || STEMS.some((stem) => word.startsWith(stem));
}

/**
 * Whether the words of a search (`searchWords`) ask about health, including split in two ('in flammation')
 * and misspelled.
 * @param isOnMenu whether the menu contains exactly this word; such a word never counts as misspelled
 */
export function asksAboutHealth(words: readonly string[], isOnMenu: (word: string) => boolean): boolean {
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return (
    words.some(isHealthWord) ||
    joined.some((word) => OFTEN_MISTYPED.includes(word)) ||
    words.some((word) => !isOnMenu(word) && isMistyped(word))
  );
}

function isMistyped(word: string): boolean {
  if (word.length < SHORTEST_MISTYPED || !/^[a-z]+$/.test(word)) return false;
  const codes = codesOf(word);
  return MISTYPED_CODES.some((known) => {
    const allowed = known.length > 7 ? 2 : 1;
    return known[0] === codes[0] && typosBetween(known, codes, allowed) <= allowed;
  });
}

/**
 * Whether a search for these words means a product with this name: the name contains every word of the
 * search, and the search is the whole name or has a word that is not a health word. 'sleepy hollow' finds the
 * candle 'Sleepy Hollow'; 'sleepy' does not.
 */
export function isNameSearch(words: readonly string[], nameWords: readonly string[]): boolean {
  if (!words.every((word) => nameWords.includes(word))) return false;
  return !words.every(isHealthWord) || nameWords.every((word) => words.includes(word));
}
