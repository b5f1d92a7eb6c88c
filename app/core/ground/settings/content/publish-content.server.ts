/**
 * Publishes a page text as a new version; published versions are permanent (docs/law.md, Records). The database's
 * announcement invalidates guests' cached pages.
 */

import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { contentVersions } from '#db/schema/settings.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { staleChanges } from '#ui/form/refusal.ts';
import { isShopOpen } from '../save-settings.server.ts';
import { publishingNeedsRecentSignIn } from '../settings-rules.ts';
import type { ContentSlug } from './content.ts';
import {
  type ContentProblem,
  type ContentText,
  type ContentTexts,
  contentFields,
  contentTexts,
  readContentForm,
} from './content-form.ts';
import { newestContentVersion, readContentVersion } from './content-versions-queries.server.ts';

type Published = Result<{ version: number }, ContentProblem>;

/**
 * Publishes the typed text. Refused: people who may not manage settings, a text that does not parse, one equal to the
 * newest version, one based on another version than the newest, and an old sign-in.
 * @param began the version that the form showed.
 */
export async function publishContent(
  actor: Actor,
  slug: ContentSlug,
  typed: ContentTexts,
  began: number,
): Promise<Published> {
  const asStaff = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Published>(async (tx, actor) => {
    const read = readContentForm(typed);
    if (!read.ok) return refuse({ kind: 'invalid', errors: read.problem });
    return publish(tx, actor, slug, { text: read.value, typed, began, restored: null });
  });
}

/** Publishes an earlier version again; 0 is the shipped text. Refused as above. */
export async function restoreContent(
  actor: Actor,
  slug: ContentSlug,
  version: number,
  began: number,
): Promise<Published> {
  const asStaff = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Published>(async (tx, actor) => {
    const text = await readContentVersion(tx, slug, version);
    if (!text) return refuse({ kind: 'no-such-version' });
    return publish(tx, actor, slug, { text, typed: contentTexts(text), began, restored: version });
  });
}

async function publish(
  tx: Transaction,
  actor: SignedIn,
  slug: ContentSlug,
  wanted: { text: ContentText; typed: ContentTexts; began: number; restored: number | null },
): Promise<Published> {
  if (publishingNeedsRecentSignIn(await isShopOpen(tx)) && !(await holdSession(tx, actor, { recent: true })))
    return refuse({ kind: 'confirm-first' });
  // Of two people who publish the same page at once, the second sees what the first has published.
  await lockAdvisoryOf(tx, 'pageText', slug);
  const newest = await newestContentVersion(tx, slug);
  const stored = await readContentVersion(tx, slug, newest);
  if (!stored) throw new Error('the newest version is not there');
  if (newest !== wanted.began) return refuse(await stale(tx, slug, { newest, stored }, wanted));
  const { text } = wanted;
  if (JSON.stringify(contentTexts(text)) === JSON.stringify(contentTexts(stored)))
    return refuse({ kind: 'unchanged' });
  const version = newest + 1;
  await tx.insert(contentVersions).values({ slug, version, ...text, publishedBy: actor.userId });
  await recordAudit(tx, actor, {
    action: wanted.restored === null ? 'page-text.published' : 'page-text.restored',
    subject: 'setting',
    subjectId: `page-text:${slug}`,
    before: { version: newest, title: stored.title },
    after: {
      version,
      title: text.title,
      ...(wanted.restored === null ? {} : { asIn: wanted.restored }),
    },
  });
  return succeed({ version });
}

async function stale(
  tx: Transaction,
  slug: ContentSlug,
  { newest, stored }: { newest: number; stored: ContentText },
  { began, typed }: { began: number; typed: ContentTexts },
): Promise<ContentProblem> {
  const base = await readContentVersion(tx, slug, began);
  const changes = staleChanges(contentFields, {
    base: base ? contentTexts(base) : {},
    theirs: contentTexts(stored),
    mine: typed,
  });
  return {
    kind: 'stale',
    stale: {
      version: newest,
      changes: changes.map((change) =>
        change.field === 'source'
          ? { ...change, theirsText: `the text of version ${newest}`, mineText: 'the text below' }
          : change,
      ),
    },
  };
}
