/** Builds what search engines read about the store: schema.org, as JSON-LD. */

import { telephoneHref } from '#core/ground/settings/contact.ts';
import type { StoreSettings } from '#core/ground/settings/settings.ts';
import { type PostedHours, WEEKDAYS } from '#core/sales/pickup/hours.ts';

/** @param origin the shop's public address. Hours are the weekly ones, in the store's time. */
export function storeJsonLd(store: StoreSettings, { weekly }: Pick<PostedHours, 'weekly'>, origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Store',
    '@id': `${origin}/#store`,
    name: store.name,
    legalName: store.legalName,
    ...(store.description ? { description: store.description } : {}),
    url: `${origin}/`,
    image: `${origin}/art/og.jpg`,
    telephone: telephoneHref(store.phone).replace('tel:', ''),
    email: store.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: store.addressLine,
      addressLocality: store.city,
      addressRegion: store.state,
      postalCode: store.zipcode,
      addressCountry: 'US',
    },
    openingHoursSpecification: WEEKDAYS.flatMap(({ day, name }) =>
      weekly[day].map(({ opens, closes }) => ({
        ...{ '@type': 'OpeningHoursSpecification', dayOfWeek: `https://schema.org/${name}`, opens, closes },
      })),
    ),
    currenciesAccepted: 'USD',
    paymentAccepted: 'Cash',
  };
}
