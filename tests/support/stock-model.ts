/**
 * Stock as a pure model, unit by unit: what lots contain, who was promised what, and who goes without. It knows
 * nothing of the code it checks. Days are numbers, 0 is today; a lot without an expiry is always good.
 */

export type ModelLot = {
  onHand: number;
  lastDay: number;
  status: 'sellable' | 'quarantined' | 'recalled' | 'expired';
};

export type ModelReservation = {
  /**
   * Pickup, or the end of the hold, in days with their fraction; null once no one waits, when any lot that is good
   * today will do.
   */
  due: number | null;
  quantity: number;
  state: 'holds' | 'sold' | 'released';
  /** The lot of each unit, null without one. */
  units: (number | null)[];
};

export const FOREVER = Number.POSITIVE_INFINITY;

/** One product, its lots and reservations in order of arrival. */
export class StockModel {
  readonly lots: ModelLot[] = [];
  readonly reservations: ModelReservation[] = [];
  today = 0;

  /** The current state, for `restore`. */
  save(): Pick<StockModel, 'lots' | 'reservations'> {
    return structuredClone({ lots: this.lots, reservations: this.reservations });
  }

  restore({ lots, reservations }: ReturnType<StockModel['save']>): void {
    this.lots.splice(0, Infinity, ...lots);
    this.reservations.splice(0, Infinity, ...reservations);
  }

  held(lot: number): number {
    return this.reservations
      .filter(({ state }) => state === 'holds')
      .reduce((sum, { units }) => sum + units.filter((unit) => unit === lot).length, 0);
  }

  receive(quantity: number, lastDay: number): void {
    this.lots.push({ onHand: quantity, lastDay, status: 'sellable' });
    this.cover();
  }

  /** False if that day has fewer units. */
  reserve(quantity: number, due: number): boolean {
    const wanted: ModelReservation = { due, quantity, state: 'holds', units: [] };
    if (!this.bind(wanted, quantity)) return false;
    this.reservations.push(wanted);
    return true;
  }

  /** Its pickup is fixed: its lots are chosen again, unless it already has the first to expire. */
  reschedule(index: number, due: number): boolean {
    const reservation = this.reservations[index];
    if (!reservation) return false;
    const before = { due: reservation.due, units: reservation.units };
    Object.assign(reservation, { due, units: [] });
    if (this.bind(reservation, reservation.quantity)) return true;
    Object.assign(reservation, before);
    return false;
  }

  release(index: number): void {
    const reservation = this.reservations[index];
    if (!reservation || reservation.state === 'released') return;
    this.takeBack(index);
    Object.assign(reservation, { state: 'released', units: [], due: null });
    this.cover();
  }

  /** False where a unit is missing. */
  sell(index: number): boolean {
    const reservation = this.reservations[index];
    if (!reservation || reservation.units.includes(null)) return false;
    for (const unit of reservation.units) {
      const lot = unit === null ? undefined : this.lots[unit];
      if (lot) lot.onHand -= 1;
    }
    reservation.state = 'sold';
    return true;
  }

  takeBack(index: number): void {
    const reservation = this.reservations[index];
    if (reservation?.state !== 'sold') return;
    reservation.state = 'holds';
    reservation.units = reservation.units.map((unit) => {
      const lot = unit === null ? undefined : this.lots[unit];
      if (!lot) return null;
      lot.onHand += 1;
      return lot.status === 'sellable' ? unit : null;
    });
    this.fill(reservation);
  }

  hold(index: number): boolean {
    const reservation = this.reservations[index];
    if (!reservation || !this.bind(reservation, reservation.quantity)) return false;
    reservation.state = 'holds';
    return true;
  }

  /** Its hold restarts. */
  renew(index: number, due: number | null): void {
    const reservation = this.reservations[index];
    if (reservation) reservation.due = due;
  }

  leaveSale(leaving: readonly number[], status: 'quarantined' | 'recalled' | 'expired'): void {
    const onSale = leaving.filter((index) => this.lots[index]?.status === 'sellable');
    for (const index of leaving) {
      const lot = this.lots[index];
      if (lot && (lot.status === 'sellable' || status === 'recalled')) lot.status = status;
    }
    for (const reservation of this.inTurn()) {
      reservation.units = reservation.units.map((unit) =>
        unit !== null && onSale.includes(unit) ? null : unit,
      );
      this.fill(reservation);
    }
  }

  returnToSale(index: number): boolean {
    const lot = this.lots[index];
    if (lot?.status !== 'quarantined' || lot.lastDay < this.today) return lot?.status === 'sellable';
    lot.status = 'sellable';
    this.cover();
    return true;
  }

  /**
   * Staff add or remove units. Removed held units move to other lots, the latest pickup first; for the rest,
   * reservations go without if `goWithout`, else nothing changes. Returns false in that case, or if the lot has
   * fewer.
   */
  adjust(index: number, change: number, goWithout: boolean): boolean {
    const lot = this.lots[index];
    if (!lot || lot.onHand + change < 0) return false;
    const saved = this.save();
    let gone = Math.max(0, this.held(index) - (lot.onHand + change));
    const holders = this.inTurn().toReversed();
    for (const { units, due } of holders)
      for (const [place, unit] of units.entries()) {
        if (gone === 0 || unit !== index) continue;
        const other = this.firstFree(due, index);
        if (other === null) continue;
        units[place] = other;
        gone -= 1;
      }
    if (gone > 0 && !goWithout) {
      this.restore(saved);
      return false;
    }
    for (const { units } of holders)
      for (const [place, unit] of units.entries()) {
        if (gone === 0 || unit !== index) continue;
        units[place] = null;
        gone -= 1;
      }
    lot.onHand += change;
    if (change > 0 && lot.status === 'sellable') this.cover();
    return true;
  }

  nextDay(): void {
    this.today += 1;
    this.leaveSale(
      this.lots.flatMap((lot, index) =>
        lot.status === 'sellable' && lot.lastDay < this.today ? [index] : [],
      ),
      'expired',
    );
  }

  /** The first lot to expire among those good on that day with a free unit. */
  private firstFree(due: number | null, without: number | null = null): number | null {
    const needed = Math.max(Math.floor(due ?? this.today), this.today);
    let best: number | null = null;
    for (const [index, lot] of this.lots.entries()) {
      if (index === without || lot.status !== 'sellable') continue;
      if (lot.lastDay < needed || lot.onHand <= this.held(index)) continue;
      if (best === null || lot.lastDay < (this.lots[best]?.lastDay ?? 0)) best = index;
    }
    return best;
  }

  private bind(reservation: ModelReservation, quantity: number): boolean {
    const listed = this.reservations.includes(reservation);
    const state = reservation.state;
    // A unit that is chosen counts as held for the next.
    reservation.state = 'holds';
    if (!listed) this.reservations.push(reservation);
    for (let unit = 0; unit < quantity; unit++) {
      const lot = this.firstFree(reservation.due);
      if (lot !== null) reservation.units.push(lot);
    }
    const isComplete = reservation.units.length === quantity;
    if (!isComplete) Object.assign(reservation, { state, units: [] });
    if (!listed) this.reservations.pop();
    return isComplete;
  }

  private cover(): void {
    for (const reservation of this.inTurn()) this.fill(reservation);
  }

  /** Units without a lot get one, if there is one. */
  private fill(reservation: ModelReservation): void {
    for (let place = 0; place < reservation.units.length; place++) {
      if (reservation.units[place] === null) reservation.units[place] = this.firstFree(reservation.due);
    }
  }

  /** Earliest pickup or end of hold first, to the hour; of equals, the earlier arrival. */
  private inTurn(): ModelReservation[] {
    return this.reservations
      .filter(({ state }) => state === 'holds')
      .toSorted((left, right) => {
        const days = (left.due ?? Number.MAX_SAFE_INTEGER) - (right.due ?? Number.MAX_SAFE_INTEGER);
        return days || this.reservations.indexOf(left) - this.reservations.indexOf(right);
      });
  }
}
