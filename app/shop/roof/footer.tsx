/** Renders the footer: the farm in two sentences, directions and hours, the small print, and the legal banner last. */

import { WarningBanner } from '#core/ground/frame/warning-banner.tsx';
import { VisitUs } from '#shop/information/posted-hours.tsx';
import type { ShellData } from '#shop/kit/shell-data.ts';
import { CachedPart } from '#ui/cached-part.tsx';
import { Mark } from '#ui/mark.tsx';
import { ShellLink } from './nav-link.tsx';
import { footerLinks } from './navigation.ts';
import { SignInLink } from './sign-in.tsx';

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline sm:min-h-8';

type FooterProps = Pick<ShellData, 'store' | 'warnings'> & { isGuest: boolean; isPaused: boolean };

export function Footer({ data: { store, warnings, visitor, pause } }: { data: ShellData }) {
  const props: FooterProps = { store, warnings, isGuest: visitor === null, isPaused: pause !== null };
  return (
    <CachedPart as="footer" className="mt-24 print:hidden" name="footer" part={FooterContents} by={props} />
  );
}

/** Without what a shop that is not open yet does not have. */
function smallPrint({ year, legalName, licenseType, licenseNumber, address }: ShellData['store']): string {
  const license = [licenseType, licenseNumber].filter(Boolean).join(', ');
  const sentences = [
    `© ${year} ${legalName}`.trim(),
    license ? `Licensed in New York State: ${license}` : 'No license number yet',
    address,
  ];
  return `${sentences.filter(Boolean).join('. ')}.`;
}

function FooterContents({ store, warnings, isGuest, isPaused }: FooterProps) {
  return (
    <>
      <div className="bg-spruce-900 text-sm text-white">
        <div className="shell grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-12 md:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[5fr_4fr_auto]">
          <div className="max-w-xl">
            <p className="flex flex-wrap items-center gap-3 font-display text-xl font-medium wrap-anywhere">
              <Mark className="size-9 shrink-0" onDark />
              {store.name}
            </p>
            {store.description ? <p className="mt-4 text-white/85">{store.description}</p> : null}
          </div>
          <VisitUs id="visit-us" title="Visit us" visit={{ ...store, isPaused }} />
          <nav aria-label="Footer" className="md:max-lg:col-span-2">
            <ul className="grid gap-x-10 sm:grid-cols-2 md:max-lg:flex md:max-lg:flex-wrap lg:grid-cols-1">
              {footerLinks.map((each) => (
                <li key={each.to}>
                  <ShellLink link={each} className={link} />
                </li>
              ))}
              {isGuest ? (
                <li>
                  <SignInLink mode="admin" className={link}>
                    Admin Sign-In
                  </SignInLink>
                </li>
              ) : null}
            </ul>
          </nav>
          <p className="border-t border-white/20 pt-6 text-xs wrap-anywhere text-white/85 md:col-span-2 lg:col-span-3">
            {smallPrint(store)}
          </p>
        </div>
      </div>
      <WarningBanner warnings={warnings} licenseNumber={store.licenseNumber} />
    </>
  );
}
