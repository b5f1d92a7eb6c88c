import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { contentVersions } from '#db/schema/settings.ts';
import { readPageText } from '#shop/information/content-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { plainSection } from './content.ts';
import { contentTexts } from './content-form.ts';
import { readContentVersions, readPageTexts } from './content-versions-queries.server.ts';
import { publishContent, restoreContent } from './publish-content.server.ts';
import { shippedContent } from './shipped-content.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Wren Alder' });
});
afterAll(() => fresh.stop());

const typed = (words: string) => ({ title: 'FAQ', intro: 'Ask us.', source: `## Hours\n\n${words}` });
const words = async (slug: 'faq' | 'terms') => (await readPageText(slug)).sections.map(plainSection).join();

test('a text is published as the next version, with an audit entry, starting after the shipped one', async () => {
  expect(await publishContent(admin, 'faq', typed('We open at *ten*.'), 0)).toEqual({
    ok: true,
    value: { version: 1 },
  });
  expect(await words('faq')).toBe('We open at ten.');
  expect(await publishContent(admin, 'faq', typed('At eleven.'), 1)).toMatchObject({
    value: { version: 2 },
  });
  const versions = await readContentVersions(admin, 'faq', 'America/New_York');
  expect(versions?.map(({ version, who }) => [version, who])).toEqual([
    [2, 'Wren Alder'],
    [1, 'Wren Alder'],
    [0, null],
  ]);
  expect(await readPageTexts(admin, 'America/New_York')).toContainEqual(
    expect.objectContaining({ slug: 'faq', version: 2, title: 'FAQ' }),
  );
  const audited = await fresh.db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'setting'), eq(auditLog.subjectId, 'page-text:faq')));
  expect(audited).toHaveLength(2);
});

test('an earlier version and the shipped text can be published again, and no version is changed', async () => {
  expect(await restoreContent(admin, 'faq', 1, 2)).toMatchObject({
    ok: true,
    value: { version: 3 },
  });
  expect(await words('faq')).toBe('We open at ten.');
  expect(await restoreContent(admin, 'faq', 0, 3)).toMatchObject({
    ok: true,
    value: { version: 4 },
  });
  expect((await readPageText('faq')).sections).toHaveLength(shippedContent.faq.sections.length);
  expect(await restoreContent(admin, 'faq', 99, 4)).toEqual({
    ok: false,
    problem: { kind: 'no-such-version' },
  });
  await expect(fresh.db.delete(contentVersions)).rejects.toThrow();
  await expect(fresh.db.update(contentVersions).set({ title: 'x' })).rejects.toThrow();
});

test('when five people publish at once, one succeeds and the others get the current version', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, index) => publishContent(admin, 'terms', typed(`Text ${index}.`), 0)),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  for (const outcome of outcomes.filter(({ ok }) => !ok)) {
    expect(outcome).toMatchObject({ problem: { kind: 'stale', stale: { version: 1 } } });
    if (outcome.ok || outcome.problem.kind !== 'stale') continue;
    expect(outcome.problem.stale.changes.map(({ field }) => field)).toContain('source');
  }
});

test('an unchanged text, an unreadable text, and anyone but an admin are refused', async () => {
  const stored = contentTexts(shippedContent.about);
  expect(await publishContent(admin, 'about', stored, 0)).toEqual({
    ok: false,
    problem: { kind: 'unchanged' },
  });
  const hostile = '<script>alert(1)</script>\u0007'.repeat(40_000);
  expect(await publishContent(admin, 'about', { title: '', intro: '<b>', source: hostile }, 0)).toEqual({
    ok: false,
    problem: {
      kind: 'invalid',
      errors: {
        title: ['Please enter a title.'],
        intro: [expect.stringMatching(/^HTML/)],
        source: ['That is too long; 20,000 characters are the most.'],
      },
    },
  });
  for (const role of ['staff', 'user'] as const) {
    const person = await aPerson(fresh.db, { role });
    expect(await publishContent(person, 'about', typed('x'), 0)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    expect(await restoreContent(person, 'about', 0, 0)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    expect(await readContentVersions(person, 'about', 'UTC')).toBeNull();
    expect(await readPageTexts(person, 'UTC')).toEqual([]);
  }
});

test('publishing texts of an open shop requires a recent sign-in', async () => {
  const newest = (await readContentVersions(admin, 'faq', 'UTC'))?.[0]?.version ?? 0;
  const signedInLongAgo = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
  const refused = { ok: false, problem: { kind: 'confirm-first' } };
  expect(await publishContent(signedInLongAgo, 'faq', typed('Call us.'), newest)).toEqual(refused);
  expect(await restoreContent(signedInLongAgo, 'faq', 0, newest)).toEqual(refused);
});
