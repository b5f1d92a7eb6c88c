/**
 * Shown to visitors who say that they are too young. A quiet page outside the shop's frame: it saves nothing in their
 * browser, offers nothing, and has no menu that leads into the shop.
 */

import { Link } from 'react-router';
import { licenseLine, telephoneHref } from '#core/ground/settings/contact.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { MINIMUM_AGE } from '#kernel/age.ts';
import { buttonClass } from '#ui/button.tsx';
import { Landscape } from '#ui/landscape.tsx';
import { Mark } from '#ui/mark.tsx';
import type { Route } from './+types/restricted.page';

export async function loader() {
  const { store, warnings, compliance } = await readSettings();
  const { name, licenseNumber, licenseType } = store;
  const { crisisLine, hopeline, poisonCenter } = warnings;
  return {
    store: { name, licenseNumber, licenseType },
    minimumAge: compliance.minimumAge,
    helpLines: { crisisLine, hopeline, poisonCenter },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: [`For adults ${loaderData?.minimumAge ?? MINIMUM_AGE} and older`, loaderData?.store.name]
      .filter(Boolean)
      .join(' · '),
  },
  { name: 'robots', content: 'noindex' },
];

export default function Restricted({ loaderData: { store, minimumAge, helpLines } }: Route.ComponentProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-linear-to-b from-paper from-55% to-cream">
      <main className="relative z-10 mx-auto flex w-full max-w-xl flex-col items-center px-5 pt-[6vh] pb-8 text-center">
        <Mark className="size-12" />
        <p className="mt-3 font-display text-lg font-medium text-spruce-700 wrap-anywhere">{store.name}</p>
        <h1 className="mt-8 text-3xl sm:text-4xl">Come back when you are {minimumAge}</h1>
        <p className="mt-4 max-w-md text-ink-soft">
          {minimumAge === MINIMUM_AGE ? 'By New York law, this shop is' : 'This shop is'} for adults{' '}
          {minimumAge} and older, so we cannot show you around. We do not save your answer. You can close this
          page.
        </p>
        <section
          aria-labelledby="help-lines"
          className="mt-8 w-full max-w-md border-t border-line pt-6 text-left text-sm"
        >
          <h2 id="help-lines" className="font-sans text-sm font-semibold tracking-normal">
            If you would like to talk to someone
          </h2>
          <dl className="mt-2 text-ink-soft">
            <HelpLine number={helpLines.crisisLine}>Crisis Lifeline, call or text, at any hour</HelpLine>
            <HelpLine number={helpLines.hopeline}>
              New York State HOPEline, about alcohol, cannabis and other substances
            </HelpLine>
            <HelpLine number={helpLines.poisonCenter}>Poison Center, if someone has taken something</HelpLine>
          </dl>
        </section>
        <Link to="/" className={buttonClass('secondary', 'normal', 'mt-8')}>
          Back to the question
        </Link>
      </main>
      <footer className="relative mt-auto">
        <Landscape className="block h-auto min-h-36 w-full" />
        <p className="-mt-px bg-spruce-900 px-5 py-3 text-center text-xs text-white">{licenseLine(store)}</p>
      </footer>
    </div>
  );
}

function HelpLine({ number, children }: { number: string; children: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-5">
      <dt className="min-w-34">
        <a
          href={telephoneHref(number)}
          className="inline-flex min-h-11 items-center font-semibold text-spruce-700 underline underline-offset-2"
        >
          {number}
        </a>
      </dt>
      <dd className="flex-1 basis-28 py-2.5">{children}</dd>
    </div>
  );
}
