/** Invisible text counts as empty, in every form that accepts text. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changeDecisionForm } from '#core/accounts/customers/age-decision-form.ts';
import { takeLicenseBackForm } from '#core/accounts/customers/license-decision.ts';
import { address, fullName } from '#core/accounts/customers/profile-fields.ts';
import { categoryNames, readImportRow } from '#core/goods/catalogue/imports/read-import-row.ts';
import { readAlt } from '#core/goods/catalogue/pictures/picture-limits.ts';
import { readProductFields } from '#core/goods/catalogue/products/product-fields.ts';
import { readReason } from '#core/goods/stock/lots/lots.ts';
import { savedViewSchema } from '#core/ground/saved-views/saved-view.ts';
import { readContentForm } from '#core/ground/settings/content/content-form.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { readSettingsField } from '#core/ground/settings/settings-field.ts';
import { readSynonyms } from '#core/ground/settings/synonyms.ts';
import { storeDateForm } from '#core/records/dates/store-date-form.ts';
import { banForm } from '#core/sales/bans/ban.ts';
import { readNewRule } from '#core/sales/compliance/tax-change.ts';
import { refundForm } from '#core/sales/orders/refunds/refund-form.ts';
import { parseDate } from '#kernel/time.ts';
import { noteForm } from '#office/customers/note-form.ts';
import { readPapers } from '#office/lots/lot-form.ts';
import { orderEditForm } from '#office/orders/order-edit-form.ts';
import { statusForm } from '#office/orders/order-status-form.ts';
import { exceptionSection } from '#office/pickup-hours/exceptions-section.ts';
import { promotionForm } from '#office/promotions/promotion-form.ts';
import { readWordList } from '#office/settings/flagged-words-section.ts';

const today = parseDate('2031-05-05');
if (!today) throw new Error('no day');

/** Whether a form accepts this text in one of its fields, with valid others. */
const taken = (schema: z.ZodType, field: string, others: Record<string, unknown> = {}) => {
  return (words: string) => {
    const parsed = schema.safeParse({ ...others, [field]: words });
    const own = parsed.error?.issues.some(({ path }) => path.length === 0 || path[0] === field);
    return { ok: !own, value: (parsed.data as Record<string, unknown> | undefined)?.[field] };
  };
};
const bare = (schema: z.ZodType) => (words: string) => taken(z.object({ words: schema }), 'words')(words);

type Door = (words: string) => { ok: boolean; value?: unknown };

const content =
  (field: 'title' | 'source'): Door =>
  (words) => {
    const typed = { title: 'Title', intro: '', source: '## Part\n\nText.', [field]: words };
    if (field === 'source') typed.source = `## Part\n\n${words}`;
    const read = readContentForm(typed);
    return { ok: read.ok, value: read.ok ? read.value.title : undefined };
  };

const importRow =
  (column: number): Door =>
  (words) => {
    const cells = ['Name', 'B-1'];
    cells[column] = words;
    const row = readImportRow(
      { line: 2, cells },
      {
        mapping: { name: 0, batchNumber: 1 },
        header: ['Product', 'Batch'],
        today: '2031-05-05',
        options: { categoryId: 1, productType: 'cannabis', incomplete: 'off-sale' },
        categories: categoryNames([], [], new Map(), new Map()),
      },
    );
    return row.kind === 'read'
      ? { ok: true, value: column === 0 ? row.values.name : row.values.batchNumber }
      : { ok: false };
  };

const settingsField =
  (isLong: boolean): Door =>
  (words) => {
    const read = readSettingsField({ kind: 'text', key: 'x', label: 'X', longest: 200, isLong }, words);
    return 'error' in read ? { ok: false } : { ok: true, value: read.value };
  };

const product =
  (field: 'name' | 'description'): Door =>
  (words) => {
    const read = readProductFields({ [field]: words }, [field]);
    return read.ok ? { ok: true, value: read.values[field] } : { ok: false };
  };

/** Required texts: invisible text is refused there. */
const needed: Record<string, Door> = {
  'a person’s name': bare(fullName),
  'a note about a customer': taken(noteForm, 'note'),
  'the reason for a ban': taken(banForm, 'reason'),
  'the reason for undoing a license verification': taken(takeLicenseBackForm, 'reason'),
  'the reason of an edit of an order': taken(orderEditForm, 'reason', { version: 1, slot: '', note: '' }),
  'the reason for a refund': taken(refundForm, 'reason', { version: 1 }),
  'the reason about a lot': (words) => readReason(words),
  'the reason for changing an age decision': taken(changeDecisionForm, 'reason', {
    from: 'rejected',
    decision: 'approved',
    version: 1,
  }),
  'a batch number': (words) => {
    const read = readPapers({ batchNumber: words });
    return read.ok ? { ok: true, value: read.papers.batchNumber } : { ok: false };
  },
  'a product’s name': product('name'),
  'a name in an imported row': importRow(0),
  'a setting on one line': settingsField(false),
  'a setting of several lines': settingsField(true),
  'the title of a page text': content('title'),
  'the name of a tax rule': (words) => {
    const read = readNewRule({ taxClass: '*', name: words, rate: '1', from: today.toString() }, today);
    return 'errors' in read ? { ok: false } : { ok: true, value: read.rule.name };
  },
  'the title of a promotion': taken(promotionForm, 'title', { words: 'Text', kind: 'news' }),
  'the name of a view': taken(savedViewSchema, 'name', { list: 'orders', query: '' }),
  'the title of an important date': taken(storeDateForm, 'title', {
    dueOn: '2031-05-06',
    repeat: 'never',
    reminderDays: '',
    note: '',
  }),
};

/** Optional texts: invisible text counts as none. */
const optional: Record<string, Door> = {
  'an address': bare(address),
  'a reason about an order': taken(statusForm, 'reason', { status: 'ready', version: 1 }),
  'a description': product('description'),
  'a batch in an imported row': importRow(1),
  'the note of a special day': (words) => {
    const read = exceptionSection(today).read({ kind: 'closed', note: words }, defaultSettings().pickup);
    const [day] = read.ok ? (read.value.exceptions ?? []) : [];
    return { ok: read.ok, value: day?.note ?? '' };
  },
};

const unseen = ['\u200b\u200d', '\u00ad', '\u2060\ufeff', '\ufe0f', '\u202e\u2066', '\u0007\u009b', '\u3164'];
const refused = ['in\u202egnp.exe', 'a\u2067b', 'a\u001b[2Jb', 'a\u0007b', 'a\u0092b'];

describe.each(Object.entries({ ...needed, ...optional }))('%s', (name, read) => {
  test.each(unseen)('is empty where nothing of it is visible: %j', (words) => {
    const { ok, value } = read(words);
    if (name in needed) expect(ok).toBe(false);
    else expect([ok, value || null]).toEqual([true, null]);
  });

  test.each(refused)('is refused, or stored without what misleads: %j', (words) => {
    const { ok, value } = read(words);
    if (ok) expect(value).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    else expect(ok).toBe(false);
  });

  test.each(['Jos\u00e9 👩🏽‍🌾', 'نیم\u200cبها', 'राम'])('is stored in any script: %s', (words) => {
    const { ok, value } = read(words);
    expect(ok).toBe(true);
    if (typeof value === 'string') expect(value).toBe(words);
  });

  test('drops what a paste adds', () => {
    const { ok, value } = read('Pre\u00adroll\u200b');
    expect(ok).toBe(true);
    if (typeof value === 'string') expect(value).toBe('Preroll');
  });
});

test('text of pages, lists and pictures follows the same rules', () => {
  for (const words of unseen) {
    expect(readContentForm({ title: 'A', intro: '', source: `## Part\n\n${words}` }).ok).toBe(false);
    expect(readContentForm({ title: 'A', intro: '', source: `## ${words}\n\nText.` }).ok).toBe(false);
    expect(readWordList(words)).toEqual([]);
    expect(readSynonyms(`edible = ${words}`).problem).not.toBeNull();
    expect(readAlt(words)).toBe('');
  }
  expect(readAlt('a\u202eb')).toBe('ab');
});
