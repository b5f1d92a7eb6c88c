/**
 * A month of a shop that reports to the state: sales, refunds, counts, waste, recalls and deliveries, while a process
 * sends them to a stand-in for Metrc that refuses, loses answers and goes down, and processes are killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { moveToWaste } from '#core/goods/stock/waste/move-to-waste.server.ts';
import { planReports } from '#core/goods/tracking/reports/plan-acts.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import type { Database } from '#db/client.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { asDate } from '#kernel/time.ts';
import { setQuantity } from '#seed/metrc/by-hand.ts';
import { goDown } from '#seed/metrc/faults.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { addTransfer } from '#seed/metrc/state.ts';
import { freshDatabase } from './database.ts';
import { openForOrders, storedOrder } from './orders.ts';
import { aPerson } from './people.ts';
import { recallLot } from './recalls.ts';
import {
  AFTER_MONTH,
  aTrackedProduct,
  connectToMetrc,
  LICENSE,
  PLANNING,
  sell,
  startReports,
  type TrackedProduct,
  ZONE,
} from './state-shop.ts';
import { aWitness } from './witness.ts';

export type Month = {
  sales: number;
  adjustments: number;
  deliveries: number;
  /** Packages whose quantity a person changes in Metrc. */
  byHand: number;
  /** Times that the sending process is killed. */
  kills: number;
  databaseKills: number;
  seed: number;
};

/** The clocks go back on 1 November 2026, so this month has an hour twice. */
const FIRST = Temporal.Instant.from('2026-10-16T14:00:00Z');
const DAYS = 30;

/** `lost`: sales that were not made, by their reason. */
export type MonthEnd = {
  byHand: ReadonlyMap<string, number>;
  restarts: number;
  lost: ReadonlyMap<string, number>;
};

/** Numbers from 0 to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function playMonth(
  { db, url, ada, metrc }: { db: Database; url: string; ada: SignedIn; metrc: Metrc },
  month: Month,
): Promise<MonthEnd> {
  const random = dice(month.seed);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new Error('nothing to pick');
    return found;
  };
  const faults = dice(month.seed + 1);
  metrc.faults.choose = ({ method }) => {
    const rolled = faults();
    if (method === 'GET') return rolled < 0.005 ? 'too-many' : null;
    if (rolled < 0.05) return 'refusal';
    if (rolled < 0.06) return 'silence-after-taking';
    if (rolled < 0.07) return 'cut-after-taking';
    if (rolled < 0.08) return 'too-many';
    return rolled < 0.085 ? 'error-500' : null;
  };
  const senders = startSenders(url, metrc.origin);
  const lock = await lockOf(url);
  const products: TrackedProduct[] = [];
  for (let index = 0; index < 40; index++) products.push(await aTrackedProduct(db, metrc, 400));
  const onSale = [...products];
  // Made now: the menu that this process remembers hears of no product after a crash of the database.
  const coming: TrackedProduct[] = [];
  for (let index = 0; index < month.deliveries; index++) coming.push(await aTrackedProduct(db, metrc, 400));
  const byHand = new Map<string, number>();
  const sold: string[] = [];
  const lost = new Map<string, number>();
  const steps = planOf(month, random);
  for (const [index, step] of steps.entries()) {
    const at = FIRST.add({ minutes: Math.floor((index / steps.length) * DAYS * 24 * 60) });
    // No one plans between an act and its date.
    await lock.hold();
    try {
      await act(step, at);
    } finally {
      await lock.release();
    }
  }
  metrc.faults.choose = () => null;
  metrc.faults.downUntil = null;
  await senders.untilDone(db);
  // A person looks at each task, and tries again.
  for (let round = 0; round < 2; round++) {
    await db.execute(sql`update state_acts set status = 'waiting', answer = '' where status = 'refused'`);
    await senders.untilDone(db);
  }
  await senders.stop();
  await lock.end();
  return { byHand, restarts: senders.restarts(), lost };

  async function act(step: Step, at: Temporal.Instant): Promise<void> {
    switch (step) {
      case 'sale':
        await sellTwo(at);
        return dated(at);
      case 'refund': {
        const number = sold.at(-1 - Math.floor(random() * Math.min(sold.length, 9)));
        if (number === undefined) return;
        const { version, items, paymentStatus } = await storedOrder(db, number);
        if (paymentStatus !== 'paid') return;
        const units = whatIsRefunded(random(), items[0]);
        await recordRefund(ada, number, { units, goods: 'returned', reason: 'Wrong jar', version }, at);
        return dated(at);
      }
      case 'adjustment':
        await adjust(at);
        return dated(at);
      case 'delivery': {
        const product = coming.shift();
        if (product) onSale.push(product);
        const transfer = { fromLicense: 'OCM-CULT-24-000002', fromName: 'Other Farm', toLicense: LICENSE };
        const times = { estimatedDeparture: '2026-10-20T08:00:00', estimatedArrival: '2026-10-20T12:00:00' };
        const label = `1A4FF0100000033${String(onSale.length).padStart(9, '0')}`;
        addTransfer(metrc.state, { ...transfer, ...times, packages: [{ label, quantity: 10 }] }, new Date());
        return dated(at);
      }
      case 'recall': {
        const recalled = onSale.shift();
        if (recalled) await recallLot(ada, { lotId: recalled.lotId, reason: 'Yeast' });
        return dated(at);
      }
      case 'close-day': {
        const day = at.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: 1 }).toString();
        await db.execute(sql`
          insert into day_closings (id, key, day, attempt, lots, units, open, note, closed_by, closed_by_name, created_at)
          select gen_random_uuid(), gen_random_uuid(), ${day}::date, 1, 1, 1, '[]', '', ${ada.userId}, 'Ada Owner', ${at.toString()}
          where not exists (select 1 from day_closings where day = ${day}::date)`);
        return;
      }
      case 'by-hand': {
        const { tag } = pick(products);
        const found = metrc.state.packages[tag];
        if (!found || byHand.has(tag)) return;
        const change = random() < 0.5 ? -3 : 2;
        const wanted = { quantity: found.quantity + change, reason: 'Scale Variance', date: '2026-11-10' };
        setQuantity(metrc.state, tag, wanted, new Date());
        byHand.set(tag, change);
        return;
      }
      case 'outage':
        return goDown(metrc.faults, 5 / 60, new Date());
      case 'kill':
        return senders.killOne();
      case 'kill-database':
        return killDatabase(db, lock);
    }
  }

  async function sellTwo(at: Temporal.Instant): Promise<void> {
    const lines = [pick(onSale), pick(onSale)].map((product) => [product, random() < 0.2 ? 2 : 1] as const);
    const [one, other] = lines;
    const own = one && other && one[0] === other[0] ? [one] : lines;
    // Sold out, or the first call after a crash of the database.
    const leftAt = random() < 0.05 ? asDate(at.subtract({ minutes: 20 })) : null;
    const number = await sell(db, ada, own, { checkedOfflineAt: leftAt }, at).catch((error: Error) => {
      lost.set(error.message, (lost.get(error.message) ?? 0) + 1);
      return null;
    });
    if (number !== null) sold.push(number);
  }

  /** Moves a unit to waste, or counts one more or two fewer than there are. */
  async function adjust(at: Temporal.Instant): Promise<void> {
    const { lotId } = pick(onSale);
    const onHand = await unitsIn(lotId);
    if (random() < 0.5) {
      const waste = { key: randomUUID(), lotId, units: 1, weightMg: null };
      const witness = await aWitness(db, `Bo ${randomUUID()}`);
      await moveToWaste(ada, { ...waste, witness, reason: 'damaged', note: '' }, at);
    } else {
      const counted = onHand + (random() < 0.5 ? 1 : -2);
      await countLot(ada, { lotId, counted, expected: onHand, reason: 'count', note: '' }, at);
    }
  }

  async function unitsIn(lotId: number): Promise<number> {
    const { rows } = await db.execute<{ units: number }>(
      sql`select on_hand as units from lots where id = ${lotId}`,
    );
    return rows[0]?.units ?? 0;
  }

  /** The ledger's rows have the time of the simulation. */
  async function dated(at: Temporal.Instant): Promise<void> {
    await lock.date(at);
  }
}

/** Half of all refunds are of the whole order, a third of one unit, and the others of an amount. */
function whatIsRefunded(kind: number, first: { id: string } | undefined) {
  if (kind < 0.5) return 'all';
  return kind < 0.8 && first ? new Map([[first.id, 1]]) : { amount: 500 };
}

type Step =
  | 'sale'
  | 'refund'
  | 'adjustment'
  | 'delivery'
  | 'recall'
  | 'close-day'
  | 'by-hand'
  | 'outage'
  | 'kill'
  | 'kill-database';

/** What happens, in which order. Days are closed in their order, and one outage lasts over the change of clocks. */
function planOf(month: Month, random: () => number): Step[] {
  const many = (step: Step, count: number) => Array.from({ length: count }, () => step);
  const mixed: Step[] = [
    ...many('sale', month.sales),
    ...many('refund', Math.ceil(month.sales / 40)),
    ...many('adjustment', month.adjustments),
    ...many('delivery', month.deliveries),
    ...many('recall', Math.ceil(month.deliveries / 10)),
    ...many('by-hand', month.byHand),
    ...many('kill', month.kills),
    ...many('kill-database', month.databaseKills),
    ...many('outage', 2),
  ]
    .map((step) => ({ step, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ step }) => step);
  const perDay = mixed.length / DAYS;
  const days = Array.from({ length: DAYS }, (_, day) => mixed.slice(day * perDay, (day + 1) * perDay));
  // The sixteenth day ends after the clocks went back.
  return days.flatMap((steps, day): Step[] => [
    ...(day === 15 ? (['outage'] as const) : []),
    ...steps,
    ...(day % 2 === 0 ? (['close-day'] as const) : []),
  ]);
}

/** A connection that keeps planning away, and dates what was written. It survives a crash of the database. */
async function lockOf(url: string) {
  let client = await open();
  await client.query('alter table stock_ledger disable trigger user');
  let last = 0;
  async function open() {
    const opened = new pg.Client({ connectionString: url });
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  }
  return {
    hold: () => client.query('select pg_advisory_lock($1)', [PLANNING]),
    // A crash has released it.
    release: () => client.query('select pg_advisory_unlock($1)', [PLANNING]),
    async date(at: Temporal.Instant) {
      await client.query('update stock_ledger set created_at = $1 where id > $2', [at.toString(), last]);
      const { rows } = await client.query('select coalesce(max(id), 0)::int as last from stock_ledger');
      last = rows[0]?.last ?? 0;
    },
    async reopen() {
      client = await untilAnswered(open);
    },
    end: () => client.end(),
  };
}

/** Kills one backend of the sending process: PostgreSQL ends all others and recovers, as after a crash. */
async function killDatabase(db: Database, lock: { reopen(): Promise<void> }): Promise<void> {
  const { rows } = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
  const pid = rows[0]?.pid;
  if (pid === undefined) return;
  process.kill(pid, 'SIGKILL');
  await pause(200);
  await lock.reopen();
  await untilAnswered(() => db.execute(sql`select 1`));
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(100);
    }
  }
}

/** Two processes at once, as two instances run: when one is killed, the other goes on until it is back. */
function startSenders(url: string, origin: string) {
  const since = String(Date.now());
  const env = { ...process.env, LOG_LEVEL: 'silent' };
  const start = (): ChildProcess =>
    spawn(process.execPath, ['tests/support/state-sender.ts', url, origin, since], {
      ...{ env, stdio: ['pipe', 'ignore', 'ignore'] },
    });
  const running = [start(), start()];
  let restarts = 0;
  return {
    restarts: () => restarts,
    killOne() {
      running.shift()?.kill('SIGKILL');
      running.push(start());
      restarts += 1;
    },
    async untilDone(db: Database) {
      const end = performance.now() + 600_000;
      for (let quiet = 0; quiet < 3; ) {
        if (performance.now() > end) throw new Error('the backlog did not flow off');
        await pause(1000);
        const { rows } = await db.execute<{ open: number }>(
          sql`
          select count(*)::int as open from state_acts as act where status in ('waiting', 'sending')
            and not exists (
              select 1 from state_acts as refused
              where act.sale_id in (refused.id, refused.sale_id) and refused.status = 'refused')`,
        );
        const isDone = rows[0]?.open === 0 && (await planReports({ everything: true }, AFTER_MONTH)) === 0;
        quiet = isDone ? quiet + 1 : 0;
      }
    },
    async stop() {
      for (const sender of running) sender.kill('SIGKILL');
      await pause(100);
    },
  };
}

export type MonthDone = {
  sales: number;
  /** Sales without exactly their receipt, and receipts without a sale. */
  wrongReceipts: string[];
  /** Packages whose difference from their lots no change by hand and no open task explains. */
  unexplained: string[];
  /** Refused acts at the end, by their words. */
  tasks: string[];
  lost: string[];
  figures: Record<string, number>;
  stop(): Promise<void>;
};

/** Plays a month in a shop of its own and compares both sides. */
export async function monthAtMetrc(month: Month): Promise<MonthDone> {
  const fresh = await freshDatabase();
  await keepCommits(fresh.db);
  await openForOrders(fresh.db, 10_000);
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  const ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  const metrc = await connectToMetrc();
  await startReports(fresh.db, '2026-10-01');
  const began = performance.now();
  const end = await playMonth({ db: fresh.db, url: fresh.url, ada, metrc }, month);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { expected, tasks } = await expectedReceipts(fresh.db);
  const live = Object.values(metrc.state.receipts).filter(({ archivedDate }) => archivedDate === null);
  const found = live.map(({ externalNumber, soldAt, transactions }) =>
    lineOf(
      externalNumber ?? '',
      soldAt,
      transactions.map(({ label, quantity, total }) => [label, quantity, Math.round(total * 100)]),
    ),
  );
  const acts = await fresh.db.execute<{ kind: string; many: number }>(
    sql`select kind || ' ' || status as kind, count(*)::int as many from state_acts group by 1 order by 1`,
  );
  return {
    sales: expected.length,
    wrongReceipts: [
      ...expected.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
      ...found.filter((line) => !expected.includes(line)).map((line) => `not ours: ${line}`),
      ...found.filter((line, index) => found.indexOf(line) !== index).map((line) => `twice: ${line}`),
    ],
    unexplained: await unexplained(fresh.db, metrc, end.byHand),
    tasks,
    lost: [...end.lost].map(([why, many]) => `${many} × ${why}`),
    figures: {
      ...Object.fromEntries(acts.rows.map(({ kind, many }) => [kind, many])),
      ...{ seconds, restarts: end.restarts, receipts: live.length, archived: archivedIn(metrc) },
      adjustmentsAtMetrc: metrc.state.adjustments.length,
    },
    stop: async () => {
      await metrc.stop();
      await fresh.stop();
    },
  };
}

/** Databases of tests lose their last commits in a crash, for speed. This one must not. */
async function keepCommits(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  await db.execute(sql.raw(`alter database "${rows[0]?.name}" set synchronous_commit = on`));
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await db.execute(sql`set synchronous_commit = on`);
}

const archivedIn = ({ state }: Metrc) =>
  Object.values(state.receipts).filter(({ archivedDate }) => archivedDate !== null).length;

const lineOf = (number: string, localTime: string, lines: readonly (readonly [string, number, number])[]) =>
  `${number} at ${localTime.slice(0, 19)}: ${[...lines].sort().join(' | ')}`;

/** What the shop's own records say: read from orders and reservations' lots, not from what was planned. */
async function expectedReceipts(db: Database): Promise<{ expected: string[]; tasks: string[] }> {
  const { rows } = await db.execute<{
    number: string;
    at: string;
    tag: string;
    units: number;
    amount: number;
  }>(sql`
    select orders.order_id as number, upper(lots.package_tag) as tag, share.quantity as units,
      to_char(coalesce(left_at, completed_at) at time zone ${ZONE}, 'YYYY-MM-DD"T"HH24:MI:SS') as at,
      item.amount - coalesce((
        select sum((line ->> 'amount')::int) from refunds as refund, jsonb_array_elements(refund.lines) as line
        where refund.order_id = orders.id and refund.goods = 'kept' and (line ->> 'itemId')::uuid = item.id
          and not exists (select 1 from day_closings as closing
            where closing.day = (orders.completed_at at time zone ${ZONE})::date
              and closing.created_at < refund.created_at)), 0)::int as amount
    from orders left join hand_overs on hand_overs.order_id = orders.id
    join order_items as item on item.order_id = orders.id
    join reservation_lots as share on share.reservation_id = item.reservation_id and share.sold
    join lots on lots.id = share.lot_id
    where orders.status = 'completed'
      and not exists (select 1 from state_acts as voiding where voiding.order_id = orders.id and voiding.kind = 'sale-voided')
    order by orders.order_id`);
  const { rows: refused } = await db.execute<{ number: string | null; words: string; kind: string }>(sql`
    select act.kind, act.answer as words, coalesce(act.receipt_number, orders.order_id) as number
    from state_acts as act left join orders on orders.id = act.order_id where act.status = 'refused' and act.kind = 'sale'`);
  // A sale that was refused in the end is a task, not a receipt.
  const open = new Set(refused.flatMap(({ number }) => number ?? []));
  const orders = [...Map.groupBy(rows, ({ number }) => number)].filter(([number]) => !open.has(number));
  return {
    expected: orders.map(([number, lines]) => {
      const byTag = Map.groupBy(lines, ({ tag }) => tag);
      const told = [...byTag].map(
        ([tag, own]) =>
          [
            tag,
            own.reduce((sum, { units }) => sum + units, 0),
            own.reduce((sum, { amount }) => sum + amount, 0),
          ] as const,
      );
      return lineOf(number, lines[0]?.at ?? '', told);
    }),
    tasks: refused.map(({ kind, words }) => `${kind}: ${words}`),
  };
}

/** Differences that neither a change by hand nor a refused act explains. */
async function unexplained(
  db: Database,
  { state }: Metrc,
  byHand: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string; units: number; refused: number }>(sql`
    select upper(lots.package_tag) as tag, lots.on_hand as units, coalesce((
      select sum(ledger.on_hand_change + ledger.set_aside_change) from state_acts as act
      join state_act_rows as line on line.act_id = act.id and line.lot_id = lots.id
      join stock_ledger as ledger on ledger.id = line.ledger_id where act.status = 'refused'), 0)::int as refused
    from lots where package_tag is not null`);
  return rows.flatMap(({ tag, units, refused }) => {
    const there = state.packages[tag]?.quantity ?? 0;
    const explained = units + (byHand.get(tag) ?? 0) - refused;
    return there === explained ? [] : [`${tag}: ${units} here, ${there} there, ${explained} explained`];
  });
}
