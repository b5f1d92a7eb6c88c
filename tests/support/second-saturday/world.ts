/**
 * What is really in bags, in the drawer and out of the door, as a person in the store sees it, whatever the shop says. The
 * checks at the end compare the shop's records with it.
 */
import { setTimeout as pause } from 'node:timers/promises';

type Units = Map<string, number>;

/** One bag that left the store. `isOffline`: from a tablet without a network. */
export type Left = {
  number: string;
  id: string;
  at: number;
  units: Units;
  isOffline: boolean;
};

export class World {
  /** By order, then by batch. */
  readonly bags = new Map<string, Units>();
  readonly left: Left[] = [];
  /** Rows of 'Take out first' whose units a hand took out. */
  private readonly taken = new Set<string>();
  /** Cents in the drawer. */
  cash = 0;
  /** Cents that a tablet without a network took: they are counted once it has sent its work. */
  envelope = 0;

  /** Orders with a hand in their bag: a scan or a tick that is not answered yet. */
  private readonly hands = new Map<string, number>();

  /** A bag with a colleague's hand in it does not leave. */
  async withHand<T>(number: string, work: () => Promise<T>): Promise<T> {
    const add = (by: number) => this.hands.set(number, (this.hands.get(number) ?? 0) + by);
    add(1);
    try {
      return await work();
    } finally {
      add(-1);
    }
  }

  async noHand(number: string): Promise<void> {
    while ((this.hands.get(number) ?? 0) > 0) await pause(10);
  }

  bagOf(number: string): Units {
    const bag = this.bags.get(number) ?? new Map<string, number>();
    this.bags.set(number, bag);
    return bag;
  }

  put(number: string, batch: string): void {
    const bag = this.bagOf(number);
    bag.set(batch, (bag.get(batch) ?? 0) + 1);
  }

  /** Once for a row, no matter who pressed it. */
  takeOut(number: string, row: { id: string; units: number; batchNumber: string }): void {
    if (this.taken.has(row.id)) return;
    this.taken.add(row.id);
    const bag = this.bagOf(number);
    const left = (bag.get(row.batchNumber) ?? 0) - row.units;
    if (left < 0) throw new Error(`${number} has no ${row.units} of ${row.batchNumber} to take out`);
    if (left === 0) bag.delete(row.batchNumber);
    else bag.set(row.batchNumber, left);
  }

  /** The bag goes out of the door with the person of this ID. */
  leave(number: string, id: string, isOffline = false): void {
    if (this.left.some((one) => one.number === number)) throw new Error(`${number} left twice`);
    this.left.push({ number, id, at: Date.now(), units: this.bagOf(number), isOffline });
    this.bags.delete(number);
  }

  /** The customer brings the bag back, as it was. */
  comeBack(number: string): void {
    const at = this.left.findIndex((one) => one.number === number);
    const [back] = this.left.splice(at, 1);
    if (back) this.bags.set(number, back.units);
  }
}

export const unitsIn = (units: Units): number => [...units.values()].reduce((sum, many) => sum + many, 0);
