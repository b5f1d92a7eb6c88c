/** The lists of the back office that a person arranges. Pure. */

/** The lists that offer views, by their names. */
export const listsWithViews = [
  'orders',
  'inventory',
  'age-verification',
  'customers',
  'users',
  'pickup-reservations',
  'lots',
] as const;
