/** Loads where and how pickup works, and the days ahead that differ. */
import { addressOf } from '#core/ground/settings/contact.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { type AnnouncedDays, announcedDays } from '#core/sales/pickup/announced-days.ts';

export type PickupPlace = {
  name: string;
  address: string;
  phone: string;
  atmOnPremises: boolean;
  minimumAge: number;
};

export const readPickupPlace = async (): Promise<PickupPlace> => pickupPlace(await readSettings());

export function pickupPlace({ store, compliance }: Settings): PickupPlace {
  return {
    name: store.name,
    address: addressOf(store),
    phone: store.phone,
    atmOnPremises: store.atmOnPremises,
    minimumAge: compliance.minimumAge,
  };
}

/** Days ahead that differ, and why, for a page with pickup times. */
export async function readAnnouncedDays(): Promise<AnnouncedDays[]> {
  const { today } = await storeClock();
  return announcedDays((await readSettings()).pickup, today);
}
