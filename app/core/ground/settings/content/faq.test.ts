import { expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { contentValues, fillPage, plainSection } from './content.ts';
import { faqGroups } from './faq.ts';
import { readMarkdown } from './page-markdown.ts';
import { shippedContent } from './shipped-content.ts';

const values = contentValues(defaultSettings());
const groupsOf = (source: string) => {
  const { sections, problems } = readMarkdown(source);
  expect(problems).toEqual([]);
  return faqGroups(fillPage({ title: '', intro: '', sections }, values).sections).map((group) => [
    group.heading,
    plainSection({ heading: '', blocks: group.intro }),
    ...group.questions.map((question) => `${question.heading} ${plainSection(question)}`),
  ]);
};

test('a part with headings inside is a group of questions, and parts without are questions of one list', () => {
  expect(
    groupsOf(
      '## Parking?\nBehind the barn.\n\n## Dogs?\nYes.\n\n## Paying\nCash only.\n\n### Cards?\nNo.\n\n- Not one.\n\n### Checks?\nNo.',
    ),
  ).toEqual([
    [null, '', 'Parking? Behind the barn.', 'Dogs? Yes.'],
    ['Paying', 'Cash only.', 'Cards? No. Not one.', 'Checks? No.'],
  ]);
});

test('the shipped questions are in four groups, each with an answer', () => {
  const groups = faqGroups(fillPage(shippedContent.faq, values).sections);
  expect(groups.map(({ heading }) => heading)).toEqual([
    'Before you come',
    'Reserving and picking up',
    'Paying and returning',
    'Safety and your data',
  ]);
  const questions = groups.flatMap((group) => group.questions);
  expect(questions).toHaveLength(15);
  for (const question of questions) expect(plainSection(question)).not.toBe('');
});
