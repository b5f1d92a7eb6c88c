/**
 * How the store is reached, as pages write it. Apart from the schemas of the settings, because pages carry it
 * to the browser, where the parser would be dead weight (and its test for eval a violation of our policy).
 */
import type { StoreSettings } from './settings.ts';

/** The store's address on one line. */
export function addressOf(store: StoreSettings): string {
  return `${store.addressLine}, ${store.city}, ${store.state} ${store.zipcode}`;
}

/** A number as a tel: link wants it, '(607) 555-0142' → '+16075550142'. Short codes such as 988 stay as they are. */
export function telephoneHref(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `tel:+${digits}` : `tel:${digits}`;
}
