/** Reads recalls: the list, one with its progress, and its people. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { masked } from '#core/accounts/customers/reveal.ts';
import { WALK_IN_HOST } from '#core/accounts/identity/accounts/no-one.ts';
import { type Actor, may, mayTrace } from '#core/ground/access/actor.ts';
import type { SentOn } from '#core/ground/notifications/sent-by.ts';
import { sentOn } from '#core/ground/notifications/sent-on-queries.server.ts';
import { database } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { recallLots, recallPeople, recalls } from '#db/schema/recalls.ts';
import { isUuid } from '#kernel/ids.ts';
import type { RecallAnswer, RecallPersonStatus } from '#kernel/statuses.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import type { RecallLot } from './recall.ts';
import { readRecallLots } from './recall-lots-queries.server.ts';
import type { RecallPeopleState, RecallPersonState } from './recall-people.ts';
import { type Reader, returnedByPerson } from './trace-queries.server.ts';

const ROWS_ON_A_PAGE = 25;

/** The recalls that cover a lot, drafts included, newest first. Empty for people who may not count stock. */
export async function readRecallsOfLot(actor: Actor, lotId: number) {
  if (!may(actor, 'inventory.see')) return [];
  return database()
    .select({
      id: recalls.id,
      number: recalls.number,
      title: recalls.title,
      status: recalls.status,
      isExercise: recalls.isExercise,
    })
    .from(recallLots)
    .innerJoin(recalls, eq(recalls.id, recallLots.recallId))
    .where(eq(recallLots.lotId, lotId))
    .orderBy(desc(recalls.number))
    .limit(20);
}

export type RecallRecord = typeof recalls.$inferSelect & { lots: RecallLot[] };

/** null if there is none, and for people who may not see who has a lot. */
export async function readRecall(actor: Actor, id: string): Promise<RecallRecord | null> {
  if (!mayTrace(actor) || !isUuid(id)) return null;
  const [row] = await database().select().from(recalls).where(eq(recalls.id, id));
  return row ? { ...row, lots: await readRecallLots(id) } : null;
}

/** How many people are in which state. One person is in several: sent, opened, answered. */
export type RecallProgress = Record<RecallPersonState, number> & {
  people: number;
  /** When the last email was sent; null before the first one. */
  lastEmailAt: Date | null;
  /** Units that came back since the start. */
  returnedUnits: number;
};

/** Since the recall started: what came back before is not on its people's account. */
const returnsOf = ({ lots, startedAt }: Pick<RecallRecord, 'lots' | 'startedAt'>) =>
  returnedByPerson(
    lots.map(({ id }) => id),
    sql`ledger.created_at >= ${startedAt ?? new Date(0)}`,
  );

/** The status of the email to a person; null before it is written. */
const emailStatus = sql`coalesce(mail.status, email.status)`;
const isDeleted = sql`(person.status = 'unreachable' or person.user_id is null)`;

/**
 * The states that the people of a recall are filtered and counted by. Everyone who is notified is in one of the first
 * four. Without a mail server, an email that waits is not sent.
 */
const conditions = (sendsEmail: boolean) =>
  ({
    waiting: sql`(person.status = 'waiting' and person.user_id is not null
      or person.status = 'sent' and ${sendsEmail} and ${emailStatus} is not distinct from 'waiting')`,
    sent: sql`(person.status = 'sent' and ${emailStatus} is not distinct from 'sent')`,
    'no-email': sql`(person.status = 'sent' and person.user_id is not null
      and (${emailStatus} is null or ${emailStatus} = 'kept' or ${emailStatus} = 'waiting' and not ${sendsEmail}))`,
    unreachable: sql`(${isDeleted} or person.status = 'sent' and ${emailStatus} is not distinct from 'failed')`,
    opened: sql`person.opened_at is not null`,
    'brings-back': sql`person.answer = 'brings-back'`,
    'used-up': sql`person.answer = 'used-up'`,
    returned: sql`coalesce(back.units, 0) > 0`,
    call: sql`person.status in ('sent', 'unreachable') and person.answer is null and coalesce(back.units, 0) = 0`,
  }) as const satisfies Record<RecallPersonState, unknown>;

const peopleOf = (recall: RecallRecord) => sql`recall_people as person
  left join (${returnsOf(recall)}) as back on back.user_id = person.user_id
  left join deliveries as email on email.event_id = ${recall.eventId} and email.user_id = person.user_id
    and email.channel = 'email'
  left join mail_messages as mail on mail.id = email.mail_id`;

export async function readProgress(
  recall: RecallRecord,
  reader: Reader = database(),
): Promise<RecallProgress> {
  const counts = Object.entries(conditions(mailLeavesTheHouse())).map(
    ([state, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.identifier(state)}`,
  );
  const { rows } = await reader.execute<RecallProgress & { lastEmail: number | null }>(sql`
    select count(*)::int as people, coalesce(sum(back.units), 0)::int as "returnedUnits",
      (extract(epoch from max(mail.sent_at)) * 1000)::float8 as "lastEmail", ${sql.join(counts, sql`, `)}
    from ${peopleOf(recall)} where person.recall_id = ${recall.id}`);
  const [progress] = rows;
  if (!progress) throw new Error('counts are one row');
  const { lastEmail, ...rest } = progress;
  return { ...rest, lastEmailAt: lastEmail === null ? null : new Date(lastEmail) };
}

export type RecallPerson = {
  number: number;
  customerId: string | null;
  /** null for a walk-in, and once the account is deleted. */
  customer: string | null;
  isWalkIn: boolean;
  email: string | null;
  /** The whole number; pages mask it. */
  phone: string | null;
  units: number;
  returned: number;
  status: RecallPersonStatus;
  /** The channels of the message, with what became of it there. */
  channels: SentOn[];
  /** When the email was sent; without one, when the message was written. */
  sentAt: Date | null;
  openedAt: Date | null;
  answer: RecallAnswer | null;
  answeredAt: Date | null;
  answeredByName: string | null;
};

const keyset: Keyset = {
  columns: [{ expression: sql`person.number`, type: 'integer' }],
  descending: false,
};

/** Chooses the rows by the recall alone, and reads the rest of these few. */
function selectPeople(
  db: Reader,
  recall: RecallRecord,
  { filters: { state, find } }: Pick<RecallPeopleState, 'filters'>,
  { key, where, orderBy, limit }: KeysetQuery,
): PromiseLike<(RecallPerson & { key: string[] })[]> {
  const chosen = db
    .select({
      number: sql<number>`person.number`.as('number'),
      returned: sql<number>`coalesce(back.units, 0)`.as('returned'),
      emailedAt: sql`mail.sent_at`.as('emailed_at'),
      place: sql<number>`row_number() over (order by ${sql.join(orderBy, sql`, `)})`.as('place'),
      key,
    })
    .from(peopleOf(recall))
    .where(
      and(
        sql`person.recall_id = ${recall.id}`,
        state ? conditions(mailLeavesTheHouse())[state as RecallPersonState] : undefined,
        find
          ? sql`exists (select from users where users.id = person.user_id
              and (users.name ilike ${likeText(find)} or users.email ilike ${likeText(find)}))`
          : undefined,
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit)
    .as('chosen');
  const ofActive = <T>(column: SQL<T>) =>
    sql<T | null>`case when ${customerProfiles.status} = 'active' then ${column} end`;
  return db
    .select({
      number: recallPeople.number,
      customerId: ofActive(sql<string>`${users.id}`),
      customer: ofActive(sql<string>`${users.name}`),
      email: ofActive(sql<string>`${users.email}`),
      phone: customerProfiles.phone,
      isWalkIn: sql<boolean>`coalesce(${users.email} like ${`%@${WALK_IN_HOST}`}, false)`,
      units: recallPeople.units,
      returned: chosen.returned,
      status: recallPeople.status,
      channels: sentOn(recall.eventId, recallPeople.userId),
      sentAt: sql<Date | null>`coalesce(chosen.emailed_at, ${recallPeople.sentAt})`.mapWith(
        recallPeople.sentAt,
      ),
      openedAt: recallPeople.openedAt,
      answer: recallPeople.answer,
      answeredAt: recallPeople.answeredAt,
      answeredByName: recallPeople.answeredByName,
      key: chosen.key,
    })
    .from(chosen)
    .innerJoin(recallPeople, eq(recallPeople.number, sql`chosen.number`))
    .leftJoin(users, eq(users.id, recallPeople.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, recallPeople.userId))
    .orderBy(sql`chosen.place`);
}

const likeText = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** One page of a recall's people, phones masked. The caller has read the recall as the actor who asks. */
export async function readPeople(
  recall: RecallRecord,
  state: RecallPeopleState,
): Promise<KeysetPage<RecallPerson>> {
  const page = await readKeysetPage(keyset, state.position, ROWS_ON_A_PAGE, (query) =>
    selectPeople(database(), recall, state, query),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, phone: masked(row.phone) })) };
}

/** One person of a recall, the phone masked; null if there is none. */
export async function readPerson(recall: RecallRecord, number: number): Promise<RecallPerson | null> {
  const at = { direction: 'after', key: [number - 1] } as const;
  const { rows } = await readKeysetPage(keyset, at, 1, (query) =>
    selectPeople(database(), recall, { filters: {} }, query),
  );
  const [person] = rows;
  return person?.number === number ? { ...person, phone: masked(person.phone) } : null;
}

/** Everyone, with whole phone numbers. It checks no permission: the export does. */
export const eachPerson = (db: Reader, recall: RecallRecord) =>
  eachRow(keyset, (query) => selectPeople(db, recall, { filters: {} }, query));

export type RecallWork = { id: string; number: number; title: string; people: number; unanswered: number };

/** The active recalls, newest first, with how many people have not answered; empty for people without the permission. */
export async function readRecallWork(actor: Actor): Promise<RecallWork[]> {
  if (!may(actor, 'inventory.see')) return [];
  const active = await database()
    .select({ id: recalls.id })
    .from(recalls)
    .where(and(eq(recalls.status, 'active'), eq(recalls.isExercise, false)))
    .orderBy(desc(recalls.number))
    .limit(20);
  const records = await Promise.all(active.map(({ id }) => readRecall(actor, id)));
  return Promise.all(
    records
      .filter((record) => record !== null)
      .map(async (record) => {
        const { people, call } = await readProgress(record);
        return { id: record.id, number: record.number, title: record.title, people, unanswered: call };
      }),
  );
}
