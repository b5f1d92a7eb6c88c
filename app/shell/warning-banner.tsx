/** The law's warnings: full width, black on yellow, never softened (docs/law.md, Warnings and wording). */
import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { telephoneHref } from '#features/settings/contact.ts';
import type { WarningSettings } from '#features/settings/settings.ts';
import { useView } from './use-view.ts';

export function WarningBanner({
  warnings,
  licenseNumber,
  view,
}: {
  warnings: WarningSettings;
  licenseNumber: string;
  view: number;
}) {
  const shown = useView(view);
  const rotating = warnings.rotating[shown % warnings.rotating.length];
  return (
    <section aria-label="Health warnings" className="bg-warning text-black">
      <div className="shell grid gap-x-10 gap-y-5 py-7 text-sm md:grid-cols-[1fr_1fr]">
        <div className="flex gap-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
          <div>
            <p className="font-semibold">{warnings.current}</p>
            <p data-rotating-warning className="mt-2 font-semibold">
              {rotating}
            </p>
          </div>
        </div>
        <div>
          <p>{warnings.hopelineText}</p>
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4">
            <Line label="Poison Center" number={warnings.poisonCenter} />
            <Line label="HOPEline" number={warnings.hopeline} />
            <Line label="Crisis Lifeline" number={warnings.crisisLine} note="call or text" />
            <dt className="py-0.5">NYS license</dt>
            <dd className="py-0.5 font-semibold">{licenseNumber}</dd>
          </dl>
        </div>
      </div>
    </section>
  );
}

function Line({ label, number, note }: { label: string; number: string; note?: string }) {
  return (
    <Fragment>
      <dt className="py-0.5">{label}</dt>
      <dd className="py-0.5">
        <a href={telephoneHref(number)} className="font-semibold underline underline-offset-2">
          {number}
        </a>
        {note ? ` (${note})` : null}
      </dd>
    </Fragment>
  );
}
