/**
 * What printers ask over the network: whether there is a paper, the paper, and what became of it. Each request is one
 * transaction, under the printer's lock.
 */
import { asDate, systemClock } from '#kernel/time.ts';
import { endOn, type Given, nextOn, type Outcome, type Poll, takeOn } from './jobs-of-printer.server.ts';
import { noteContact, onPrinter, type PrinterAddress } from './on-printer.server.ts';

/**
 * The next paper for it: `job` is null if there is none, or it is still busy with the one before.
 * @param takes whether the answer brings the paper itself, as Epson's does
 * @returns null for an address that no printer has
 */
export function pollPrinter(
  address: PrinterAddress,
  poll: Poll,
  { takes }: { takes: boolean },
  clock = systemClock,
) {
  return onPrinter(address, async (tx, printer) => {
    const now = asDate(clock());
    await noteContact(tx, printer, poll.paper, now);
    return { printer, job: await nextOn(tx, printer, poll, { now, takes }) };
  });
}

/**
 * The paper that the printer was told of, for its bytes. Asked again, it is the same one.
 * @param named by the printer; null if it names none, as older ones do
 * @returns 'nothing' if it was told of none; null for an address that no printer has
 */
export function takeJob(
  address: PrinterAddress,
  named: string | null,
  clock = systemClock,
): Promise<Given | 'nothing' | null> {
  return onPrinter<Given | 'nothing'>(address, async (tx, printer) => {
    const now = asDate(clock());
    await noteContact(tx, printer, null, now);
    const job = await takeOn(tx, printer, named, now);
    return job ? { printer, job } : 'nothing';
  });
}

/** Sent again, it changes nothing. @returns false for an address that no printer has */
export async function endJob(
  address: PrinterAddress,
  outcome: Outcome,
  clock = systemClock,
): Promise<boolean> {
  const known = await onPrinter(address, async (tx, printer) => {
    const now = asDate(clock());
    await noteContact(tx, printer, outcome.paper, now);
    await endOn(tx, printer, outcome, now);
    return true;
  });
  return known === true;
}
