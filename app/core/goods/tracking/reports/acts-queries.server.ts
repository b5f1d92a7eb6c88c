/** Reads what the shop reports to the state's system: the list, one act, and what a person has to decide. */
import { and, asc, count, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { stateActs } from '#db/schema/tracking.ts';
import type { StateActKind, StateActStatus } from '#kernel/statuses.ts';
import { asDate, parseDate, startOfDay } from '#kernel/time.ts';
import type { ActListState } from './act-list.ts';
import { type Cure, cureOf, type RefusalKind, refusalKindOf, tagIn } from './refusal-cure.ts';
import { type ActRow, actRowOf, type ReadAct, selectActPage, selectActs } from './select-acts.server.ts';

const SHOWN = 25;
export const TASKS_ON_PAGE = 25;

/** What a refused act needs: the state's words are its `answer`. */
export type Task = ActRow & { cure: Cure };

const keysetOf = ({ sort }: ActListState): Keyset => ({
  columns: [
    { expression: stateActs.happenedAt, type: 'timestamptz' },
    { expression: stateActs.id, type: 'bigint' },
  ],
  descending: sort.startsWith('-'),
});

/** Null for actors who may not count stock. */
export async function readActs(
  actor: Actor,
  state: ActListState,
  { now, zone }: { now: Temporal.Instant; zone: string },
): Promise<KeysetPage<ActRow> | null> {
  if (!may(actor, 'inventory.see')) return null;
  const matching = actsOf(state, zone);
  const page = await readKeysetPage(keysetOf(state), state.position, SHOWN, (query) =>
    selectActPage(database(), query.key)
      .where(and(matching, query.where))
      .orderBy(...query.orderBy)
      .limit(query.limit),
  );
  return { ...page, rows: page.rows.map((row) => actRowOf(row, now, zone)) };
}

/** Every matching act in the list's order. Does not check permissions: `exportActs` does. */
export async function* eachAct(db: Database, state: ActListState, zone: string): AsyncGenerator<ReadAct> {
  const matching = actsOf(state, zone);
  yield* eachRow(keysetOf(state), (query) =>
    selectActPage(db, query.key)
      .where(and(matching, query.where))
      .orderBy(...query.orderBy)
      .limit(query.limit),
  );
}

/** Days are store-local, and of what happened. */
function actsOf({ filters }: ActListState, zone: string): SQL | undefined {
  const { find = '', kind, status } = filters;
  const [from, to] = [
    filters.from ? parseDate(filters.from) : null,
    filters.to ? parseDate(filters.to) : null,
  ];
  const wanted = find.trim().replaceAll(/[\\%_]/g, '\\$&');
  return and(
    wanted === ''
      ? undefined
      : or(
          ilike(stateActs.receiptNumber, `${wanted}%`),
          eq(stateActs.stateId, find.trim()),
          sql`array_to_string(${stateActs.tags}, ' ') ilike ${`%${wanted}%`}`,
        ),
    kind ? eq(stateActs.kind, kind as StateActKind) : undefined,
    // What is being sent still waits for its answer.
    status === 'waiting'
      ? inArray(stateActs.status, ['waiting', 'sending'])
      : status
        ? eq(stateActs.status, status as StateActStatus)
        : undefined,
    from ? gte(stateActs.happenedAt, asDate(startOfDay(from, zone))) : undefined,
    to ? lt(stateActs.happenedAt, asDate(startOfDay(to.add({ days: 1 }), zone))) : undefined,
  );
}

/** Null for actors who may not count stock, and for an act that does not exist. */
export async function readAct(
  actor: Actor,
  id: number,
  { now, zone }: { now: Temporal.Instant; zone: string },
): Promise<(ActRow & { cure: Cure | null; tries: number }) | null> {
  if (!may(actor, 'inventory.see')) return null;
  const [found] = await selectActs().where(eq(stateActs.id, id));
  if (!found) return null;
  const cure = found.act.status === 'refused' ? cureOfAct(found) : null;
  return { ...actRowOf(found, now, zone), cure, tries: found.act.tries };
}

const isRefused = eq(stateActs.status, 'refused');

/** A page of refused acts, oldest first, from 1 on. Null for actors who may not count stock. */
export async function readTasks(
  actor: Actor,
  page: number,
  { now, zone }: { now: Temporal.Instant; zone: string },
): Promise<{ rows: Task[]; total: number; kinds: { kind: RefusalKind; tasks: number }[] } | null> {
  if (!may(actor, 'inventory.see')) return null;
  const [rows, answers] = await Promise.all([
    selectActs()
      .where(isRefused)
      .orderBy(asc(stateActs.id))
      .limit(TASKS_ON_PAGE)
      .offset((page - 1) * TASKS_ON_PAGE),
    // Their words are few, however many were refused.
    database()
      .select({ answer: stateActs.answer, tasks: count() })
      .from(stateActs)
      .where(isRefused)
      .groupBy(stateActs.answer),
  ]);
  const kinds = new Map<RefusalKind, number>();
  for (const { answer, tasks } of answers) {
    const kind = refusalKindOf(answer);
    kinds.set(kind, (kinds.get(kind) ?? 0) + tasks);
  }
  return {
    rows: rows.map((row) => ({ ...actRowOf(row, now, zone), cure: cureOfAct(row) })),
    total: answers.reduce((sum, { tasks }) => sum + tasks, 0),
    kinds: [...kinds].map(([kind, tasks]) => ({ kind, tasks })),
  };
}

/** What the words mean for the package that they name, or the act's only one. */
function cureOfAct({ act, order, lots }: ReadAct): Cure {
  const tag = tagIn(act.answer);
  const named = lots.find((lot) => lot.tag === tag) ?? (lots.length === 1 ? lots[0] : undefined);
  const units = act.kind === 'adjustment' ? act.units : (named?.units ?? null);
  return cureOf({
    ...{ kind: act.kind, words: act.answer, lot: named ?? null, order },
    units: units === 0 ? null : units,
  });
}
