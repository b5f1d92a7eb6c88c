/** Loads the texts of the information pages. */
import { desc, eq } from 'drizzle-orm';
import {
  type ContentSlug,
  contentValues,
  fillPage,
  type PageText,
} from '#core/ground/settings/content/content.ts';
import { shippedContent } from '#core/ground/settings/content/shipped-content.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { contentVersions } from '#db/schema/settings.ts';
import { formatDate, instantOf, storeDate } from '#kernel/time.ts';
import { noteShown } from '#platform/pages/shown.ts';

/** A page's newest published text with its placeholders filled; the shipped text if none is published yet. */
export async function readPageText(slug: ContentSlug): Promise<PageText> {
  noteShown(`content_versions:${slug}`);
  const [settings, [stored]] = await Promise.all([
    readSettings(),
    database()
      .select({
        title: contentVersions.title,
        intro: contentVersions.intro,
        sections: contentVersions.sections,
        publishedAt: contentVersions.publishedAt,
      })
      .from(contentVersions)
      .where(eq(contentVersions.slug, slug))
      .orderBy(desc(contentVersions.version))
      .limit(1),
  ]);
  const day = stored ? storeDate(instantOf(stored.publishedAt), settings.store.zone) : null;
  const text = stored ?? shippedContent[slug];
  return {
    ...fillPage(text, contentValues(settings)),
    published: day ? { date: day.toString(), words: formatDate(day) } : null,
  };
}
