/** Renders where the farm is and when it is open: the address links to directions, the number calls. */

import { telephoneHref } from '#core/ground/settings/contact.ts';
import type { HoursRow, PostedWeek } from '#core/sales/pickup/posted-week.ts';
import { DirectionsLink } from '#ui/directions-link.tsx';

type Visit = {
  name: string;
  /** On one line. */
  address: string;
  phone: string;
  hours: PostedWeek;
  /** Whether reservations are taken right now. */
  isPaused: boolean;
};

const link = 'inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-8';

/** @param id of its heading; like `title`, unique for each place on a page. */
export function VisitUs({ id, title, visit }: { id: string; title: string; visit: Visit }) {
  return (
    <section aria-labelledby={id} className="max-md:@container">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <address className="mt-3 flex flex-col items-start text-sm not-italic">
        <DirectionsLink address={visit.address} className={link} />
        <a href={telephoneHref(visit.phone)} className={`figures ${link}`}>
          <span className="sr-only">Phone </span>
          {visit.phone}
        </a>
      </address>
      <HoursTable hours={visit.hours} />
      {visit.isPaused ? <p className="mt-2 text-sm">Reservations are paused for now.</p> : null}
    </section>
  );
}

function HoursTable({ hours: { week, different } }: { hours: PostedWeek }) {
  return (
    <table className="figures mt-3 w-full max-w-sm text-left text-sm max-[22em]:text-[0.8125rem]">
      <caption className="sr-only">Opening hours</caption>
      <tbody>
        {week.map((row) => (
          <Row key={row.days} row={row} />
        ))}
      </tbody>
      {different.length > 0 ? (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={2} className="pt-3 pb-1 font-semibold">
              Holidays and special hours
            </th>
          </tr>
          {different.map((row) => (
            <Row key={row.days} row={row} />
          ))}
        </tbody>
      ) : null}
    </table>
  );
}

function Row({ row }: { row: HoursRow }) {
  return (
    <tr className="align-top">
      <th scope="row" className="py-0.5 pr-3 font-normal max-[22em]:pr-1.5">
        {row.days}
      </th>
      <td className="py-0.5 @min-[17rem]:whitespace-nowrap">{row.hours}</td>
    </tr>
  );
}
