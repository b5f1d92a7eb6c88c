/** Renders what is inside a binder; some tables can be taken along alone, as a PDF. */
import { spanQuery } from '#core/records/books/span.ts';

type Table = { name: string; title: string; about: string; paper: string | null };
type Days = { from: string; to: string };

const certificates: Table = {
  ...{ name: 'certificates', title: 'Certificates', paper: null },
  about: 'The stored PDF of each of these lots.',
};

/** @param days null while the dates are not valid */
export function BinderContents({ tables, days }: { tables: readonly Table[]; days: Days | null }) {
  return (
    <>
      <h2 className="mt-10 mb-3 text-lg">Inside</h2>
      <dl className="max-w-4xl divide-y divide-line border-y border-line text-sm">
        {[...tables, certificates].map(({ name, title, about, paper }) => (
          <div key={name} className="grid gap-x-6 py-2 sm:grid-cols-[14rem_1fr]">
            <dt className="font-semibold">{title}</dt>
            <dd className="text-ink-soft">
              {about}
              {paper && days ? (
                <a
                  href={`/admin/binder/paper?${spanQuery(days)}&table=${paper}`}
                  className="flex min-h-11 w-fit items-center text-spruce-700 underline underline-offset-4"
                >
                  PDF of these days<span className="sr-only">: {title}</span>
                </a>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
