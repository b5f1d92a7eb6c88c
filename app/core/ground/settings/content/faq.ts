/**
 * The FAQ's questions, from its text: a part with headings inside is a group of questions, and a part without is one
 * question. What the page shows and what search engines read come from here.
 */
import { type FilledBlock, type FilledSection, plainText } from './content.ts';

/** `heading` is null for questions outside of any group. `intro` is what a group says before its first question. */
export type FaqGroup = { heading: string | null; intro: FilledBlock[]; questions: FilledSection[] };

export function faqGroups(sections: readonly FilledSection[]): FaqGroup[] {
  const groups: FaqGroup[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (section.blocks.some(({ kind }) => kind === 'heading')) groups.push(groupOf(section));
    else if (last?.heading === null) last.questions.push(section);
    else groups.push({ heading: null, intro: [], questions: [section] });
  }
  return groups;
}

function groupOf({ heading, blocks }: FilledSection): FaqGroup {
  const group: FaqGroup = { heading, intro: [], questions: [] };
  for (const block of blocks) {
    if (block.kind === 'heading') group.questions.push({ heading: plainText(block.pieces), blocks: [] });
    else (group.questions.at(-1)?.blocks ?? group.intro).push(block);
  }
  return group;
}
