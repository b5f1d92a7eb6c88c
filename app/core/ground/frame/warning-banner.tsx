/** Renders the law's warnings: full width, black on yellow, never softened (docs/law.md, Warnings and wording). */
import { telephoneHref } from '#core/ground/settings/contact.ts';
import type { WarningSettings } from '#core/ground/settings/settings.ts';
import { TriangleAlert } from '#ui/icons.ts';
import { useView, viewsOf } from './use-view.ts';

export function WarningBanner({
  warnings,
  licenseNumber,
}: {
  warnings: WarningSettings;
  licenseNumber: string;
}) {
  useView();
  return (
    <section aria-label="Health warnings" className="bg-warning text-black">
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 py-7 text-sm md:grid-cols-[1fr_1fr]">
        <div className="flex gap-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
          <div>
            <p className="font-semibold">{warnings.current}</p>
            {warnings.rotating.map((warning, at, { length }) => (
              <p
                key={viewsOf(at, length)}
                data-rotating-warning={viewsOf(at, length)}
                className="mt-2 font-semibold"
              >
                {warning}
              </p>
            ))}
          </div>
        </div>
        <div>
          <p>{warnings.hopelineText}</p>
          <dl className="mt-3">
            <Line label="Poison Center" number={warnings.poisonCenter} />
            <Line label="HOPEline" number={warnings.hopeline} />
            <Line label="Crisis Lifeline" number={warnings.crisisLine} note="call or text" />
            {licenseNumber ? (
              <div className={line}>
                <dt className={term}>NYS license</dt>
                <dd translate="no" className="font-semibold">
                  {licenseNumber}
                </dd>
              </div>
            ) : null}
          </dl>
        </div>
      </div>
    </section>
  );
}

/** The number goes below its name when they do not fit on one line. */
const line = 'flex flex-wrap gap-x-4 py-0.5';
const term = 'min-w-27';

function Line({ label, number, note }: { label: string; number: string; note?: string }) {
  return (
    <div className={line}>
      <dt className={term}>{label}</dt>
      <dd>
        <a href={telephoneHref(number)} className="font-semibold underline underline-offset-2">
          {number}
        </a>
        {note ? ` (${note})` : null}
      </dd>
    </div>
  );
}
