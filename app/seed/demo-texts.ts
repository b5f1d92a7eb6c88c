/** The demo store's page texts. A real shop begins with texts that are true of any farm (shipped-content.ts). */
import { blocksOf } from '#core/ground/settings/content/page-markdown.ts';
import { type ShippedText, shippedContent } from '#core/ground/settings/content/shipped-content.ts';

const about: ShippedText = {
  title: 'About Us',
  intro:
    '{storeName} lies near {city}, in the western Catskills, where two branches of a river meet and run on as one.',
  sections: [
    {
      heading: 'A hillside and two streams',
      paragraphs: [
        'For thirty years the farm grew hay, then apples, then very little. We cleared the old rows in a wet spring, mended the barn before the house, and planted the first cannabis the season the license came.',
        'The valley does much of the work. Mornings are cool, fog lifts off the water by nine, and the slope drains so well that the plants never stand in the wet.',
      ],
    },
    {
      heading: 'Small on purpose',
      paragraphs: [
        'We grow in rows we can walk in an afternoon. Every plant is seen every day by someone who knows it. We cut by hand, hang in the barn, and cure in glass until the jar says so, not the calendar.',
        'Everything on the menu is grown, cured or packed here, a few hundred steps from the counter where you pick it up. The trout flies, mugs and candles come from neighbors.',
      ],
    },
    {
      heading: 'Licensed, tested, traceable',
      paragraphs: [
        'We hold a New York State {licenseType} license, number {licenseNumber}. An independent licensed laboratory tests every batch before it goes on the menu, and the batch number stays on it all the way to your bag.',
        'Ask us at the counter. We will show you the certificate and, if you have time, the row it grew in. We will also tell you when something is not for you.',
      ],
    },
  ],
};

/** What the sample store says differently, by the words that it replaces. */
const ownWords: Readonly<Record<string, string>> = {
  'A licensed cannabis farm in {city}, New York.':
    'A licensed family farm near {city}, New York, that grows, packs and sells its own cannabis and has a small shop for fly-fishing and home goods.',
  'Do I pay online for merchandise?': 'Do I pay online for fly-fishing and home decor?',
};

const inOwnWords = (text: string): string =>
  Object.entries(ownWords).reduce((written, [from, to]) => written.replace(from, to), text);

const faq: ShippedText = {
  ...shippedContent.faq,
  sections: shippedContent.faq.sections.map((section) => ({
    heading: section.heading,
    blocks: blocksOf(section).map((block) =>
      block.kind === 'list' ? block : { ...block, text: inOwnWords(block.text) },
    ),
  })),
};

export const demoContent = { ...shippedContent, about, faq };
