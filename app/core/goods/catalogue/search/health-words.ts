/**
 * Detects words for ailments and effects. A licensed store makes no health claims and does not promote potency
 * (docs/law.md, Advertising), so a search for one of them finds no product: not by its own words, a synonym or a
 * corrected typo.
 */
import { isEnglishWord } from './english-words.ts';
import { typosBetween } from './search-vocabulary.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** A word that starts with one of these is a health word. */
const STEMS = words(`
  addict anxi allerg alzheim antidepress antiinflam aphrodis appetit arthrit asthma autis bipolar bloat calm cancer chemo
  cholesterol constipat cramp dement depress detox diabet diagnos diarrh digest disease disorder dizz drows eczema
  endometrio epilep euphor fatigue fibromyalg glaucoma hallucinat hangover headache heal heartburn hypertens immun inflam
  injur insomn lupus medicin medicat menopaus menstru migrain nause neuropath oncolog opioid overdos painful
  painkill palliat paranoi parkinson poisoned pregnan prescri psoria psycho relax relief reliev restless sclero seizure
  sedat schizo sicknes sleep sober sooth spasm stomachache stress symptom tension therap tinnitus tourette toothache
  tranquil trauma tremor tumor tumour vertigo vomit wellness withdrawal
`);

/** Whole words only, because other words start alike: 'painting', 'cured', 'focal', 'treats', 'highland'. */
const WHOLE = new Set(
  words(`
  ache aches aching achy acne adhd aids asleep awake backache bedtime colitis concussion crohn crohns cure cures doze
  energetic energize energized energizing energy epileptic fever fibro flu focus focused focusing headaches hiv hunger
  hungry hurt hurting hurts ibs libido lyme medical migraines mood moods ms nausea nerves nervous nightmare nightmares ocd
  pain pains panic patient patients pms ptsd recovery remedies remedy restful sad sadness sciatica sick snooze sore
  soreness stroke tired tiredness treatment treatments unwind vitality wellbeing
  doctor doctors pharmacist
  melatonin munchies munchy muscle muscles nighttime numb numbing numbness rash rashes rested stomach tummy
  ansiedad dolor dolores dormir duermo estres insomnio
  buzz buzzed chill chilled couchlock creativity giggly happy high higher highest mellow stoned uplift uplifted
  uplifting
  potency potent strong stronger strongest
  `),
);

/** The words that are mistyped most often. */
const OFTEN_MISTYPED = words(`
  sleep sleepy sleeping insomnia anxiety anxious stress stressed stressful relax relaxing relaxation relief nausea
  nauseous appetite depression depressed headache migraine cancer arthritis epilepsy seizure inflammation fibromyalgia
  glaucoma therapy therapeutic medicine medicinal medical healing health healthy diabetes trauma allergies calming
  sedative pain pains painkiller panic energy focus fatigue hangover cramps spasms asthma eczema psoriasis prescription
  tired stoned strongest
`);

/** 'for my back', 'bad knee': a complaint, which only its words together tell. */
const BODY = new Set(
  words(`
  ankle ankles back belly bone bones brain elbow gut head heart hip hips joints knee knees leg legs lungs muscle muscles
  neck nerve shoulder shoulders spine stomach throat tummy wrist wrists
  `),
);

const codesOf = (word: string) => Array.from(word, (_, at) => word.charCodeAt(at));
const MISTYPED_CODES = OFTEN_MISTYPED.map(codesOf);
const SHORTEST_MISTYPED = 4;

/** Whether this lower-case word names an ailment or an effect. */
export function isHealthWord(word: string): boolean {
  return WHOLE.has(word) || STEMS.some((stem) => word.startsWith(stem));
}

/**
 * Whether the words of a search (`allWords`) ask about health, including split in two ('in flammation'), misspelled,
 * and as a complaint of several words.
 * @param isOnMenu whether the menu contains exactly this word; such a word never counts as misspelled
 */
export function asksAboutHealth(asked: readonly string[], isOnMenu: (word: string) => boolean): boolean {
  const pairs = asked.slice(1).map((word, at) => [asked[at] as string, word] as const);
  return (
    asked.some(isHealthWord) ||
    pairs.some(([first, second]) => OFTEN_MISTYPED.includes(first + second)) ||
    pairs.some(([first, second]) => isComplaint(first, second)) ||
    asked.some((word) => !isOnMenu(word) && isMistyped(word))
  );
}

/** What only two words together tell. */
const PAIRS = new Set([
  'blood pressure',
  'couch lock',
  'hot flash',
  'hot flashes',
  'lose weight',
  'weight loss',
  'feel good',
]);

/** 'my back', 'bad knee'; and 'too much', of which the counter must hear. */
function isComplaint(first: string, second: string): boolean {
  if (PAIRS.has(`${first} ${second}`)) return true;
  if (first === 'too') return second === 'much';
  return (first === 'my' || first === 'bad' || first === 'stiff') && BODY.has(second);
}

function isMistyped(word: string): boolean {
  if (word.length < SHORTEST_MISTYPED || !/^[a-z]+$/.test(word) || isEnglishWord(word)) return false;
  const codes = codesOf(word);
  return MISTYPED_CODES.some((known) => {
    const allowed = known.length > 7 ? 2 : 1;
    return known[0] === codes[0] && typosBetween(known, codes, allowed) <= allowed;
  });
}
