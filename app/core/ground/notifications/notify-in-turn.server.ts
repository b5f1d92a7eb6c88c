/**
 * Notifies a list of people a few at a time, in a job that enqueues itself until everyone has had their turn. Orders'
 * mail goes out in between, and while a mail server is down the rest of the list waits.
 */
import { safetyJob } from '#core/ground/mail/sending-jobs.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { countWaiting } from '#platform/jobs.ts';
import { whenQuiet } from '#platform/quiet.ts';

/** People per job. */
export const AT_A_TIME = 50;
/** The most messages waiting to go out: while a mail server is down, the rest waits in the list. */
const MOST_UNDER_WAY = 500;
/** Seconds until it checks again whether they have gone out. */
const LATER = 10;

type Turns<Person> = {
  /** The next people of the list, at most `AT_A_TIME`; none when all had their turn. */
  next(): Promise<readonly Person[]>;
  /** Prepares what all of them share, and returns what notifies one. It must be safe to repeat. */
  prepare(): Promise<(person: Person) => Promise<void>>;
  /** Enqueues the job that calls this again, now or after some seconds. */
  again(tx: Transaction, seconds?: number): Promise<void>;
  /** Records that the list is done. */
  end(tx: Transaction): Promise<void>;
};

/** Messages use `safetyJob`. */
export async function notifyInTurn<Person>({ next, prepare, again, end }: Turns<Person>): Promise<void> {
  if ((await countWaiting(safetyJob)) >= MOST_UNDER_WAY) return inTransaction((tx) => again(tx, LATER));
  const people = await next();
  if (people.length === 0) return inTransaction(end);
  const notifyOne = await prepare();
  for (const person of people) {
    await whenQuiet();
    await notifyOne(person);
  }
  await inTransaction((tx) => again(tx));
}
