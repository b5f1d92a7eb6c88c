/**
 * Page texts: their placeholders and what stands in for them. Contact details, license numbers and hotlines
 * are settings; a text names them in braces, so that a changed number changes on every page.
 */
import type { ContentSection } from '#db/schema/settings.ts';
import { addressOf, telephoneHref } from './contact.ts';
import type { Settings } from './settings.ts';

/** The pages whose text is content. */
export const contentSlugs = ['about', 'education', 'terms', 'privacy', 'faq'] as const;
export type ContentSlug = (typeof contentSlugs)[number];

/** Running text, with links where a number can be called or an address written to. */
export type Piece = string | { text: string; href: string };

export type FilledSection = { heading: string; paragraphs: Piece[][]; list: Piece[][] };

/** A page's text, ready to show. `published` is the store-local date, as yyyy-mm-dd and for people; null for the shipped text. */
export type PageText = {
  title: string;
  intro: Piece[];
  sections: FilledSection[];
  published: { date: string; words: string } | null;
};

/** What the placeholders of page texts stand for. */
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

/** The text with its placeholders filled. One that nobody knows stays as it is written, so that it is seen and corrected. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, Piece>>): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else if (piece !== '') pieces.push(piece);
  };
  for (const part of text.split(/(\{[A-Za-z]+\})/)) {
    const name = /^\{([A-Za-z]+)\}$/.exec(part)?.[1];
    add(name !== undefined && Object.hasOwn(values, name) ? (values[name] ?? part) : part);
  }
  return pieces;
}

export function fillSection(section: ContentSection, values: Readonly<Record<string, Piece>>): FilledSection {
  return {
    heading: plainText(fillPlaceholders(section.heading, values)),
    paragraphs: section.paragraphs.map((paragraph) => fillPlaceholders(paragraph, values)),
    list: (section.list ?? []).map((item) => fillPlaceholders(item, values)),
  };
}

/** The words without the links. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}
