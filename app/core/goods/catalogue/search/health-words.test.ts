import { describe, expect, test } from 'vitest';
import { asksAboutHealth, isHealthWord } from './health-words.ts';
import { allWords } from './search.ts';

const onMenu = new Set(['paint', 'sleeve', 'calamus', 'treats', 'relix']);
const asks = (q: string) => asksAboutHealth(allWords(q), (word) => onMenu.has(word));

/** Why each is a question about health, and its searches. */
const questions: Readonly<Record<string, readonly string[]>> = {
  'an ailment: naming a product for it claims to treat it': [
    'pain, pains, painkillers, joint pain, pain relief, anxiety, ANXIOUS, stress, de-stress, stressed out, nausea, nauseous',
    'insomnia, insomniac, depression, depressed, headaches, migraine, migraines, cancer, PTSD, ADHD, arthritis cream, cramps',
    'inflammation, epilepsy, hangover, fatigue, panic attack, sore throat, sick, eczema, menopause, injury, nightmares',
    'numb fingers, rash, sore muscle, upset stomach, blood pressure, hot flashes, weight loss, dolor, insomnio',
  ],
  'an effect: the farm does not promise what a product does to a body': [
    'sleep, Sleeping, sleepless nights, sleepy, help me sleep, sleep gummies, relax, relaxing gummies, calm, energy, focus',
    'appetite, hungry, munchies, munchy, mood, uplifting, mellow, happy, giggly, stoned, buzz, high, get high, couchlock, couch lock, feel good, melatonin, nighttime, chill',
  ],
  'strength: potency is not promoted': ['strongest, strong weed, most potent, high potency, highest thc'],
  'medicine: the farm is not a pharmacy': [
    'cure, medicine, medicinal, medical, doctor, patient, prescription, treatment, therapy, remedy, heal, health, wellness',
  ],
  'a complaint of several words': [
    'for my back, my back, bad knee, stiff neck, salve for my joints, ate too much help',
  ],
  'good for something of this kind': ['for pain, good for anxiety, weed for pain, what helps with stress'],
  'the last of many words': ['something to take to get me really very nice but not paranoid'],
};

describe.each(Object.entries(questions))('%s', (_, searches) => {
  test.each(searches.flatMap((line) => line.split(', ')))('%s', (q) => {
    expect(asks(q)).toBe(true);
  });
});

test.each(
  `slepe slep slepy sleap insomia insomina insomnea anxeity anxity axiety anixety anxietey depresion deppresion headake
  migrane migranes stres strees relaxin relx releif nasuea nausia apetite artritis inflamation pian enrgy fibermyalgia
  medcine exzema`.split(/\s+/),
)('%s asks about health, with a typo', (q) => {
  expect(asks(q)).toBe(true);
});

/** Why each is not a question about health, and its searches. */
const others: Readonly<Record<string, readonly string[]>> = {
  'only resembles one': [
    'paint, painting, sleeve, sheep, steep, sweep, train, potato, calamus, treats, relix, tried',
  ],
  'means something else': [
    'curing jar, cured, plaid, highland, chiller, strongbox, concentrate, rest, medium, focal, stroll',
    'back, backpack, head band, joints, salve for hands, too, much, my joint, skin',
  ],
  'is the name of a strain': ['cough, strawberry cough, chronic, trainwreck, amnesia haze'],
  'says what is sold': ['sweet, gummies, baked goods, pre-roll, indica, 3.5 g, low dose, blue dream, '],
};

describe.each(Object.entries(others))('a search that %s does not ask about health', (_, searches) => {
  test.each(searches.flatMap((line) => line.split(', ')))('%s', (q) => {
    expect(asks(q)).toBe(false);
  });
});

test('every shipped flagged claim about health contains a health word', () => {
  const claims =
    'cure cures heal heals healing relief relieves pain anxiety insomnia medicine medicinal therapy therapeutic';
  for (const word of claims.split(' ')) expect(isHealthWord(word), word).toBe(true);
});
