/** The two lines above the header: who is licensed to sell to whom, and how to reach the farm. */
import { Mail, MapPin, Phone } from 'lucide-react';
import { telephoneHref } from '#features/settings/contact.ts';
import type { ShellStore } from './shell-data.ts';

export function TopBars({ store }: { store: ShellStore }) {
  return (
    <section aria-label="License and contact" className="text-xs">
      <div className="bg-spruce-900 text-white">
        <p className="shell flex flex-wrap items-center justify-between gap-x-6 py-1.5">
          <span>NYS license {store.licenseNumber}</span>
          <span>{store.adultsOnlyNotice}</span>
        </p>
      </div>
      <address className="border-b border-line not-italic text-ink-soft">
        <ul className="shell flex flex-wrap items-center gap-x-3 py-0.5 sm:gap-x-6">
          <li>
            <a href={telephoneHref(store.phone)} className={contact}>
              <Phone aria-hidden="true" className={icon} />
              <span className="sr-only">Phone </span>
              {store.phone}
            </a>
          </li>
          <li>
            <a href={`mailto:${store.email}`} className={contact}>
              <Mail aria-hidden="true" className={icon} />
              <span className="sr-only">E-mail </span>
              <span className="break-all">{store.email}</span>
            </a>
          </li>
          <li className="inline-flex min-h-7 items-center gap-1.5 sm:ml-auto">
            <MapPin aria-hidden="true" className={icon} />
            <span className="sr-only">Address </span>
            {store.address}
          </li>
        </ul>
      </address>
    </section>
  );
}

const contact = 'inline-flex min-h-7 items-center gap-1.5 underline-offset-4 hover:text-ink hover:underline';
const icon = 'size-3.5 shrink-0 text-spruce-500';
