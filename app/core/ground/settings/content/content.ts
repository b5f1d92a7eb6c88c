/**
 * Page texts: their placeholders and the values for them. Contact details, license numbers and hotlines are settings; a
 * text names them in braces, so that a changed number changes on every page.
 */
import type { ContentSection } from '#db/schema/settings.ts';
import { addressOf, telephoneHref } from '../contact.ts';
import type { Settings } from '../settings.ts';
import { readInline } from './inline-text.ts';
import { blocksOf } from './page-markdown.ts';

/** The pages whose text can be edited. */
export const contentSlugs = ['about', 'education', 'terms', 'privacy', 'faq', 'accessibility'] as const;
export type ContentSlug = (typeof contentSlugs)[number];

/** The back-office names of the page texts. */
export const contentPages: Readonly<Record<ContentSlug, string>> = {
  about: 'About Us',
  education: 'Cannabis Education',
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  faq: 'FAQ',
  accessibility: 'Accessibility',
};

export function isContentSlug(slug: string | undefined): slug is ContentSlug {
  return (contentSlugs as readonly (string | undefined)[]).includes(slug);
}

/** A piece of text: plain, or marked, or a link. */
export type Piece = string | { text: string; href?: string; strong?: true; emphasis?: true };

export type FilledBlock =
  | { kind: 'paragraph' | 'heading'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] };

export type FilledSection = { heading: string; blocks: FilledBlock[] };

/**
 * A page's text, ready to show. `published` is the store-local date, as yyyy-mm-dd and formatted; null for the shipped
 * text.
 */
export type PageText = {
  title: string;
  intro: Piece[];
  sections: FilledSection[];
  published: { date: string; words: string } | null;
};

/** A text as a page or its preview shows it. */
export type PageView = Omit<PageText, 'published'> & Partial<Pick<PageText, 'published'>>;

/** The values of the placeholders in page texts. */
export function contentValues(settings: Settings): Record<string, Piece> {
  const { store, warnings, pickup, compliance } = settings;
  return {
    storeName: store.name,
    legalName: store.legalName,
    licenseNumber: store.licenseNumber,
    licenseType: store.licenseType,
    phone: { text: store.phone, href: telephoneHref(store.phone) },
    email: { text: store.email, href: `mailto:${store.email}` },
    address: addressOf(store),
    city: store.city,
    minimumAge: String(compliance.minimumAge),
    ageGateDays: String(compliance.ageGateDays),
    holdHours: String(pickup.holdHours),
    horizonDays: String(pickup.horizonDays),
    poisonCenter: { text: warnings.poisonCenter, href: telephoneHref(warnings.poisonCenter) },
    hopeline: { text: warnings.hopeline, href: telephoneHref(warnings.hopeline) },
    hopelineText: warnings.hopelineText,
    crisisLine: { text: warnings.crisisLine, href: telephoneHref(warnings.crisisLine) },
    atm: store.atmOnPremises ? ' There is an ATM on the premises.' : '',
  };
}

/**
 * Parses the text's marks and fills its placeholders. An unknown placeholder stays as written, so that someone sees and
 * corrects it; marks inside a value are not parsed.
 */
export function fillText(text: string, values: Readonly<Record<string, Piece>>): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Exclude<Piece, string>) => {
    const isPlain = !piece.href && !piece.strong && !piece.emphasis;
    const last = pieces.at(-1);
    if (piece.text === '') return;
    if (!isPlain) pieces.push(piece);
    else if (typeof last === 'string') pieces[pieces.length - 1] = last + piece.text;
    else pieces.push(piece.text);
  };
  for (const { text: words, ...style } of readInline(text).pieces) {
    // A link inside a link would lead to two places.
    if (style.href) add({ ...style, text: withoutPlaceholders(words, values) });
    else
      for (const part of words.split(PLACEHOLDERS)) {
        const value = placeholderValue(part, values) ?? part;
        add({ ...style, ...(typeof value === 'string' ? { text: value } : value) });
      }
  }
  return pieces;
}

const PLACEHOLDERS = /(\{[A-Za-z]+\})/g;

function withoutPlaceholders(text: string, values: Readonly<Record<string, Piece>>): string {
  return text.replaceAll(PLACEHOLDERS, (part) => plainText([placeholderValue(part, values) ?? part]));
}

function placeholderValue(part: string, values: Readonly<Record<string, Piece>>): Piece | undefined {
  const name = /^\{([A-Za-z]+)\}$/.exec(part)?.[1];
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Fills every piece of the text and its headings, whatever form it is stored in. */
export function fillPage(
  text: { title: string; intro: string; sections: readonly ContentSection[] },
  values: Readonly<Record<string, Piece>>,
): Omit<PageText, 'published'> {
  return {
    title: text.title,
    intro: fillText(text.intro, values),
    sections: text.sections.map((section) => fillSection(section, values)),
  };
}

export function fillSection(section: ContentSection, values: Readonly<Record<string, Piece>>): FilledSection {
  return {
    // Headings have no marks.
    heading: withoutPlaceholders(section.heading, values),
    blocks: blocksOf(section).map((block) =>
      block.kind === 'list'
        ? { ...block, items: block.items.map((item) => fillText(item, values)) }
        : { kind: block.kind, pieces: fillText(block.text, values) },
    ),
  };
}

/** The text of a section, without its heading. */
export function plainSection({ blocks }: FilledSection): string {
  return blocks
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.pieces]))
    .map(plainText)
    .join(' ');
}

/** The text without marks and links. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}
