/**
 * Renders the two lines above the header: the license and age notice, and how to reach the farm. On phones the second
 * is no taller than its links: the address has two lines, and the email address is behind its word. Large text wraps.
 * The owner of a shop that is not open yet sees what has no value.
 */

import { telephoneHref } from '#core/ground/settings/contact.ts';
import type { ShellStore } from '#shop/kit/shell-data.ts';
import { Mail, MapPin, Phone } from '#ui/icons.ts';

export function TopBars({ store }: { store: ShellStore }) {
  return (
    <section aria-label="License and contact" className="text-[0.75rem] leading-snug sm:text-xs">
      <div className="bg-spruce-900 text-white">
        <p className="shell flex flex-wrap items-center justify-between gap-x-6 py-1 sm:py-1.5">
          <span translate={store.licenseNumber ? 'no' : undefined}>
            {store.licenseNumber ? `NYS license ${store.licenseNumber}` : 'No license number yet'}
          </span>
          <span>{store.adultsOnlyNotice}</span>
        </p>
      </div>
      <address className="border-b border-line not-italic text-ink-soft">
        <ul className="shell flex items-center justify-between gap-x-2 max-sm:flex-wrap sm:justify-start sm:gap-x-6">
          {store.phone ? (
            <li>
              <a href={telephoneHref(store.phone)} className={contact}>
                <Phone aria-hidden="true" className={icon} />
                <span className="sr-only">Phone </span>
                {store.phone}
              </a>
            </li>
          ) : null}
          <li className="flex min-h-11 min-w-0 items-center gap-1.5 max-sm:flex-1 max-sm:basis-24 sm:order-last sm:ml-auto">
            <MapPin aria-hidden="true" className={icon} />
            <span className="text-balance max-sm:leading-tight">
              <span className="sr-only">Address </span>
              {store.address || 'No address yet'}
            </span>
          </li>
          {store.email ? (
            <li>
              <a href={`mailto:${store.email}`} className={contact}>
                <Mail aria-hidden="true" className={icon} />
                <span className="sm:sr-only max-[22rem]:sr-only">Email </span>
                <span className="max-sm:sr-only">{store.email}</span>
              </a>
            </li>
          ) : null}
        </ul>
      </address>
    </section>
  );
}

// The focus ring is inside: the header covers what is below the row. A narrow phone shows the icon of the email alone.
const contact =
  '-mx-1.5 inline-flex max-[22rem]:min-w-11 max-[22rem]:justify-center min-h-11 items-center px-1.5 -outline-offset-3 gap-1.5 sm:whitespace-nowrap underline-offset-4 hover:text-ink hover:underline';
const icon = 'size-3.5 shrink-0 text-spruce-500';
