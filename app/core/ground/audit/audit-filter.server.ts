/** Turns the audit log's filters into conditions: each uses an index, or a scan along the time index. */
import { and, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { isAccount } from '#core/ground/access/account-queries.server.ts';
import { database } from '#db/client.ts';
import {
  auditBatchText,
  auditFindText,
  auditLog,
  IMPORT_REASON,
  isUnusualOfImport,
} from '#db/schema/audit.ts';
import { productFindText, products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { asDate, parseDate, startOfDay } from '#kernel/time.ts';
import { importActions } from './audit.ts';
import { actionsWith } from './audit-actions.ts';
import { type AuditKind, type AuditListState, auditKinds, subjectLabel } from './audit-list.ts';

/** Days are the store's. */
export async function auditFilter(
  { filters }: Pick<AuditListState, 'filters'>,
  zone: string,
): Promise<SQL | undefined> {
  const { find, who, thing, kind, subject, from, until } = filters;
  const first = from ? parseDate(from) : null;
  const last = until ? parseDate(until) : null;
  return and(
    // Every word must occur, anywhere.
    ...(await Promise.all((find ?? '').split(/\s+/).filter(Boolean).map(says))),
    who ? or(ilike(auditLog.actorName, `%${literal(who)}%`), isAccount(auditLog.actorId, who)) : undefined,
    thing ? await about(thing) : undefined,
    kind ? ofKind(kind as AuditKind) : undefined,
    subject ? eq(auditLog.subjectType, subject) : undefined,
    first ? gte(auditLog.createdAt, asDate(startOfDay(first, zone))) : undefined,
    last ? lt(auditLog.createdAt, asDate(startOfDay(last.add({ days: 1 }), zone))) : undefined,
  );
}

/** Beyond this many products with a word, the condition no longer lists them. */
const MOST_NAMED = 1000;

/**
 * Whether the entry contains the word; an import's entry also matches by its product. Most of an import's entries have
 * the same two texts, so checking their action and reason needs no index.
 */
async function says(word: string): Promise<SQL> {
  const like = `%${literal(word)}%`;
  const called = database()
    .select({ id: sql<string>`${products.id}::text`.as('id') })
    .from(products)
    .where(sql`${productFindText(products)} ilike ${like}`);
  const named = await called.limit(MOST_NAMED + 1);
  const isOfThem =
    named.length > MOST_NAMED
      ? inArray(auditLog.subjectId, called)
      : sql`${auditLog.subjectId} = any(${sql.param(named.map(({ id }) => id))}::text[])`;
  const usual = Object.values(importActions).filter((action) =>
    `${action} ${IMPORT_REASON}`.toLowerCase().includes(word.toLowerCase()),
  );
  const isImported = isNotNull(auditLog.batchId);
  return (
    or(
      and(isNull(auditLog.batchId), sql`${auditFindText(auditLog)} ilike ${like}`),
      // The screen's words for an action, which the entry does not contain.
      and(isNull(auditLog.batchId), inArray(auditLog.action, actionsWith(word))),
      and(isImported, eq(auditLog.subjectType, 'product'), isOfThem),
      and(isUnusualOfImport(auditLog), sql`${auditBatchText(auditLog)} ilike ${like}`),
      usual.length > 0
        ? and(isImported, eq(auditLog.reason, IMPORT_REASON), inArray(auditLog.action, usual))
        : undefined,
    ) ?? sql`false`
  );
}

const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

function ofKind(kind: AuditKind): SQL | undefined {
  return or(
    ...auditKinds[kind].actions.map((action) =>
      action.includes('*')
        ? sql`${auditLog.action} like ${literal(action).replaceAll('*', '%')}`
        : eq(auditLog.action, action),
    ),
  );
}

/** The one thing that a text names: an order by number, a person by address, anything by its own id. */
async function about(text: string): Promise<SQL> {
  const given = text.trim();
  const number = given.toUpperCase();
  if (/^ORD\d{3,10}$/.test(number)) {
    const found = await database().select({ id: orders.id }).from(orders).where(eq(orders.orderId, number));
    return isOne(['order'], found[0]?.id);
  }
  if (given.includes('@')) {
    const found = await database()
      .select({ id: users.id })
      .from(users)
      .where(sql`lower(${users.email}) = ${given.toLowerCase()}`);
    return isOne(['customer', 'user'], found[0]?.id);
  }
  if (/^\d{1,9}$/.test(given)) return isOne(['product', 'lot'], given);
  return isOne(Object.keys(subjectLabel), given);
}

/** Both columns of the subject index. */
function isOne(types: readonly string[], id: string | undefined): SQL {
  if (id === undefined) return sql`false`;
  return and(inArray(auditLog.subjectType, [...types]), eq(auditLog.subjectId, id)) ?? sql`false`;
}
