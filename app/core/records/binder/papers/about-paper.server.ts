/** What the head of a paper says: the business, the days, who made it and when. */
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { asDate, formatDateTime, type systemClock } from '#kernel/time.ts';
import type { PaperAbout } from './draw-records.server.ts';

/** @param by the name of who made it. @param days 'Nov 1, 2026 to Nov 30, 2026' */
export async function aboutPaper(
  by: string | null,
  title: string,
  days: string,
  now: ReturnType<typeof systemClock>,
): Promise<PaperAbout> {
  const { store } = await readSettings();
  return {
    ...{
      title,
      days,
      made: `${formatDateTime(now, store.zone)}${by === null ? '' : ` by ${by}`}`,
      at: asDate(now),
      mark: await rehearsalMark(),
    },
    store: {
      ...{ name: store.name, legalName: store.legalName, license: store.licenseNumber },
      address: `${store.addressLine}, ${store.city}, ${store.state} ${store.zipcode}`,
    },
  };
}
