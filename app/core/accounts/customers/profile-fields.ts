/** The fields of a profile, as sign-up and the profile page accept them (specification sections 2 and 5). */
import type { StoreDate } from '#kernel/time.ts';
import { optionalText, typedLine } from '#platform/requests/typed-text.ts';
import { isUsState } from './us-states.ts';

const NAME_WITH_LINK = 'Please enter a name without web addresses or links.';

/**
 * A person's name. A name that contains a web address is refused: names appear in mail, and a person who signs up with
 * a stranger's address could send them a link in our name. Read as mail programs read it, in any characters.
 */
export const fullName = typedLine(120, 'full name')
  .min(1, 'Please enter your full name.')
  .refine((name) => !holdsLink(name), NAME_WITH_LINK);

/** The name of another person, by the same rule, where a form may leave it out: then null. */
export const optionalFullName = optionalText(120, 'full name').refine(
  (name) => name === null || !holdsLink(name),
  NAME_WITH_LINK,
);

function holdsLink(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/[。｡․]/g, '.');
  return /[/\\@:<>]|www\.|[\p{L}\p{N}]{2,}\.[\p{L}]{2,}/iu.test(plain);
}

export const phone = optionalText(40, 'phone number').refine(
  (text) => text === null || (/^[+()\d\s.\-/x]+$/i.test(text) && text.replaceAll(/\D/g, '').length >= 7),
  'Please enter a phone number like (607) 555-0142.',
);

export const address = optionalText(300, 'address');

/** Some states print asterisks inside the number; a number of asterisks alone is a masked one. */
export const licenseId = optionalText(40, "driver's license ID").superRefine((text, { addIssue }) => {
  if (text === null) return;
  if (!/^[A-Za-z0-9 *.-]+$/.test(text)) addIssue('A license ID has letters, digits and dashes only.');
  else if (text.replaceAll(/[^A-Za-z0-9]/g, '').length < 3)
    addIssue('Enter the whole number as it is on your license.');
});

/** The postal code of a state, district or territory. */
export const licenseState = optionalText(2, 'state of issue').refine(
  (text) => text === null || isUsState(text),
  'Please choose a state from the list.',
);

/** Whether a living person can be born on this day: not after `today` (store-local), not over 120 years back. */
export function isPlausibleBirthDate(date: StoreDate | null, today: StoreDate): boolean {
  if (date === null) return false;
  const years = today.year - date.year;
  return years <= 120 && date.until(today).sign >= 0;
}
