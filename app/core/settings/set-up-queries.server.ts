/** Reads the progress of a store's set-up. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { contentVersions, settingsVersions } from '#db/schema/settings.ts';
import { type SetUpStepName, stepsDone } from './set-up-steps.ts';
import { defaultSettings } from './settings.ts';
import { readSettings } from './settings-queries.server.ts';

export type SetUp = { isOpen: boolean; isHidden: boolean; done: SetUpStepName[]; confirmed: string[] };

/** Null for people who may not manage settings. */
export async function readSetUp(actor: Actor): Promise<SetUp | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [settings, saved, [tax], [story], [product]] = await Promise.all([
    readSettings(),
    database().selectDistinct({ name: settingsVersions.name }).from(settingsVersions),
    database().select({ id: taxRules.id }).from(taxRules).limit(1),
    database()
      .select({ id: contentVersions.id })
      .from(contentVersions)
      .where(and(eq(contentVersions.slug, 'about'), isNotNull(contentVersions.publishedBy)))
      .limit(1),
    database()
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.forSale, true), isNull(products.archivedAt)))
      .limit(1),
  ]);
  const done = stepsDone(settings, defaultSettings().store, {
    saved: saved.map(({ name }) => name),
    hasTaxRules: tax !== undefined,
    hasOwnStory: story !== undefined,
    hasProducts: product !== undefined,
  });
  const { isOpen, isSetUpHidden, confirmed } = settings.opening;
  return { isOpen, isHidden: isSetUpHidden, done: [...done], confirmed };
}
