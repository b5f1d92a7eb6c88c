/**
 * Formats the store's contact details for pages. Separate from the settings' schemas, because browsers load this file,
 * where the parser would be dead weight (and its test for eval a violation of our policy).
 */
import type { StoreSettings } from './settings.ts';

/** The store's address on one line; '' while the shop, which is not open yet, has none. */
export function addressOf(store: StoreSettings): string {
  const place = [store.state, store.zipcode].filter(Boolean).join(' ');
  return [store.addressLine, store.city, place].filter(Boolean).join(', ');
}

/** 'Licensed in New York State · Microbusiness license OCM-…'; '' while the shop, which is not open yet, has no license. */
export function licenseLine(store: Pick<StoreSettings, 'licenseType' | 'licenseNumber'>): string {
  return store.licenseNumber
    ? `Licensed in New York State · ${store.licenseType} license ${store.licenseNumber}`
    : '';
}

/** A number for a tel: link, '(607) 555-0142' → '+16075550142'. Short codes such as 988 stay unchanged. */
export function telephoneHref(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `tel:+${digits}` : `tel:${digits}`;
}
