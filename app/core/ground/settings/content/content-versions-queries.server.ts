/** Reads the versions of page texts, for people who edit them. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { contentVersions } from '#db/schema/settings.ts';
import { fitsInteger } from '#kernel/number.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { type ContentSlug, contentSlugs } from './content.ts';
import type { ContentText } from './content-form.ts';
import { shippedContent } from './shipped-content.ts';

export type ContentVersion = {
  /** 0 is the shipped text, until another is published. */
  version: number;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone; null for the shipped text. */
  at: string | null;
  /** Null when the shop itself wrote it. */
  who: string | null;
  text: ContentText;
};

/** How many versions the page of a text lists; each one can be opened by its number. */
const LISTED = 50;

const columns = {
  version: contentVersions.version,
  title: contentVersions.title,
  intro: contentVersions.intro,
  sections: contentVersions.sections,
  publishedAt: contentVersions.publishedAt,
  who: users.name,
};

/** The newest version of every page. Empty for people who may not edit them. */
export async function readPageTexts(
  actor: Actor,
  zone: string,
): Promise<{ slug: ContentSlug; version: number; at: string | null; who: string | null; title: string }[]> {
  if (!may(actor, 'settings.manage')) return [];
  return Promise.all(
    contentSlugs.map(async (slug) => {
      const [newest = shippedVersion(slug)] = await readVersions(slug, zone, 1);
      return { slug, version: newest.version, at: newest.at, who: newest.who, title: newest.text.title };
    }),
  );
}

/** The newest versions, newest first, with the shipped text last. null for people who may not edit them. */
export async function readContentVersions(
  actor: Actor,
  slug: ContentSlug,
  zone: string,
): Promise<readonly [ContentVersion, ...ContentVersion[]] | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [newest, ...older] = await readVersions(slug, zone, LISTED);
  return newest
    ? [newest, ...older, ...(older.length < LISTED - 1 ? [shippedVersion(slug)] : [])]
    : [shippedVersion(slug)];
}

async function readVersions(slug: ContentSlug, zone: string, limit: number): Promise<ContentVersion[]> {
  const rows = await database()
    .select(columns)
    .from(contentVersions)
    .leftJoin(users, eq(users.id, contentVersions.publishedBy))
    .where(eq(contentVersions.slug, slug))
    .orderBy(desc(contentVersions.version))
    .limit(limit);
  return rows.map(({ version, publishedAt, who, ...text }) => ({
    version,
    at: formatDateTime(instantOf(publishedAt), zone),
    who,
    text,
  }));
}

const shippedVersion = (slug: ContentSlug): ContentVersion => ({
  version: 0,
  at: null,
  who: null,
  text: shippedContent[slug],
});

/** A stored version, for a command; 0 is the shipped text. null if it does not exist. */
export async function readContentVersion(
  tx: Transaction,
  slug: ContentSlug,
  version: number,
): Promise<ContentText | null> {
  if (version === 0) return shippedContent[slug];
  if (!fitsInteger(version)) return null;
  const [row] = await tx
    .select({
      title: contentVersions.title,
      intro: contentVersions.intro,
      sections: contentVersions.sections,
    })
    .from(contentVersions)
    .where(and(eq(contentVersions.slug, slug), eq(contentVersions.version, version)));
  return row ?? null;
}

/** The number of the newest version, 0 without one. */
export async function newestContentVersion(tx: Transaction, slug: ContentSlug): Promise<number> {
  const [row] = await tx
    .select({ newest: sql<number>`coalesce(max(${contentVersions.version}), 0)::int` })
    .from(contentVersions)
    .where(eq(contentVersions.slug, slug));
  return row?.newest ?? 0;
}
