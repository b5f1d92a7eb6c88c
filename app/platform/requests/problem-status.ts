/**
 * Defines the HTTP status of every refusal: one list, read by the forms of all wings and by the API. A problem whose
 * kind is not listed does not compile (decision 105).
 */

// biome-ignore format: lists of words read better in lines.
const kindsByStatus = {
  /** The input cannot be used as it is, or the press has nothing to change. */
  400: [
    'malformed', 'already-added', 'already-on', 'app-is-on', 'declined', 'email-not-usable',
    'email-not-verified', 'hold-over', 'key-missing', 'last-way-in', 'name-by-admin', 'no-code', 'no-tablet',
    'no-day', 'mapping', 'not-a-month', 'note-invalid', 'not-offered', 'not-on', 'not-open', 'not-proved', 'not-valid', 'own-pin', 'password-missing', 'pin-missing', 'same-email', 'second-factor',
    'set-up-over', 'text-code-only', 'too-easy', 'too-late', 'too-many-passkeys', 'unreachable', 'wrong-pin',
  ],
  /** Who is asking is not known, or not proven. */
  401: [
    'not-signed-in', 'invalid-credentials', 'not-known', 'signed-out', 'wrong-code', 'wrong-password',
    'wrong-text-code',
  ],
  /** Known, but not allowed. */
  403: ['not-allowed', 'confirm-first', 'banned'],
  /** Also for things of other people: they look exactly like things that do not exist. */
  404: ['not-found', 'no-product'],
  405: ['wrong-method'],
  /** Its state has changed, it is no longer free, or a rule of the law or the store forbids it. */
  409: [
    'stale', 'conflict', 'cash', 'change-invalid', 'already-banned', 'already-closed', 'counting', 'figures-changed', 'future', 'last-admin', 'link-over',
    'no-license', 'no-such-version', 'not-banned', 'not-closed', 'not-last', 'not-next', 'not-over', 'set-outside',
    'too-many-pictures', 'address-forbidden', 'address-unknown', 'admin-edits', 'admin-releases', 'age', 'already-ended',
    'already-open', 'already-reversed', 'already-undone', 'amount-invalid', 'batch-invalid', 'batch-missing',
    'batch-taken', 'batch-unknown', 'cart-changed', 'cash-changed', 'changed', 'changed-often',
    'choice-missing', 'choose', 'closed', 'count-invalid', 'count-old', 'counted', 'counted-twice', 'csv', 'day-ahead',
    'day-missing', 'day-too-old', 'not-connected', 'reasons-missing',
    'customer-here', 'date-invalid', 'dead-link', 'decided', 'destroyed', 'email-taken', 'empty', 'ended',
    'entry-not-found', 'expired', 'expires', 'expires-before-pickup', 'expiry-promised', 'farm-closed', 'full',
    'refunded-by-other', 'hand-over-only', 'handed-over', 'has-account', 'held-by-state', 'has-orders', 'has-products', 'id', 'in-a-bag', 'in-recall',
    'later-closure', 'license-unseen', 'lot', 'missed-too-many', 'more-than-own', 'missing-info', 'mixed-classes', 'more-than-there', 'drawer-open',
    'incomplete', 'moved-often', 'moved-on', 'name', 'name-taken', 'never-left', 'never-sold-again', 'next-not-found',
    'no-amount', 'no-one', 'not-lower', 'not-owed', 'no-birth-date', 'cannot-be', 'no-drawer', 'too-many-labels', 'no-files', 'no-goods', 'no-lots', 'no-phone', 'no-recipients', 'no-such-payment-step',
    'no-such-step', 'no-such-target', 'no-version', 'none-chosen', 'none-open', 'none-returned', 'none-taken', 'none-waits',
    'not-accepted', 'not-active', 'not-available', 'not-completed', 'not-counted', 'not-draft', 'not-here', 'not-in-order', 'not-its-use', 'not-in-units',
    'not-now', 'not-offline', 'not-on-menu', 'not-paid', 'not-pending', 'not-plain', 'not-recent',
    'not-sending', 'not-staff', 'not-tested', 'note-missing', 'nothing-chosen', 'nothing-left', 'nothing-new',
    'nothing-to-apply', 'nothing-to-count', 'nothing-to-undo', 'off', 'off-sale', 'on-sheet', 'only-rule',
    'open', 'open-differences', 'open-orders', 'order-code', 'ordered', 'other-lot', 'over', 'over-limit',
    'over-staff-day', 'over-staff-limit', 'over-their-limit', 'own', 'own-count', 'own-rights', 'packed-by', 'paid', 'papers-missing', 'over-offer', 'offer-over', 'too-many-offers', 'field', 'below-floor',
    'papers-on-sale', 'paused', 'pickup-ahead', 'price-changed', 'product-unknown', 'quantity-invalid',
    'ready', 'reason-missing', 'recount', 'refund-only', 'replaying', 'reservation-gone', 'reserved',
    'same-again', 'same-unit', 'second-gone', 'second-missing', 'second-same', 'sent-before', 'settled', 'shop-closed', 'shop-reports',
    'sign-in-too-old', 'slot-closed', 'slot-full', 'slot-missing', 'slot-not-open', 'slot-unavailable',
    'start-ahead', 'start-invalid', 'start-too-old', 'state-down', 'still-open', 'still-sending',
    'test-on-sale', 'time-ahead', 'time-before', 'time-invalid', 'time-missing', 'too-close', 'too-many',
    'too-many-lots', 'too-many-messages', 'too-many-units', 'too-much', 'too-old-for-staff',
    'undo-late', 'undone', 'unit', 'units-and-amount', 'units-invalid', 'units-missing', 'units-to-pack',
    'units-to-take-out', 'unsent', 'upload', 'walk-in', 'warned', 'weight-invalid', 'which-product',
    'witness-gone', 'witness-missing', 'witness-same', 'works-here', 'wrong-reason', 'wrong-status', 'yes-refused',
  ],
  /** A link that is over. */
  410: ['already-confirmed', 'link-not-valid', 'not-started'],
  413: ['too-large'],
  415: ['wrong-type'],
  /** The customer has to fill in or change something, or a file cannot be used. */
  422: [
    'invalid', 'aborted', 'birth-date-locked', 'birth-date-missing', 'birth-date-needed', 'broken',
    'after-quote', 'column-missing', 'column-twice', 'encoding', 'large-workbook', 'long-field', 'many-columns', 'no-data', 'no-pdf', 'no-rows', 'too-many-rows',
    'not-jpeg-or-png', 'not-recorded', 'nul', 'open-quote', 'other-file', 'row-too-large', 'row-too-wide', 'wrong-rows',
    'cart-empty', 'check-year', 'heic', 'missing', 'no-lines', 'not-stored', 'pickup-time-missing',
    'rejected', 'stalled', 'too-long', 'too-many-days', 'too-many-files', 'too-many-lines', 'too-many-pixels', 'too-much-held',
    'too-small', 'under-age',
  ],
  429: ['too-many-attempts', 'too-many-codes', 'too-many-links', 'too-many-orders', 'too-soon'],
  /** Our fault. */
  500: ['failed'],
  /** Not now: the answer says when to try again. */
  503: ['busy', 'disk-full', 'no-answer', 'not-saved', 'order-failed', 'unavailable'],
} as const;

/** The kind of a problem that may be answered to a browser or a program. */
export type KnownKind = (typeof kindsByStatus)[keyof typeof kindsByStatus][number];

const statuses: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(kindsByStatus).flatMap(([status, kinds]) => kinds.map((kind) => [kind, Number(status)])),
);

/** The HTTP status of a refusal. */
export function statusOf({ kind }: { readonly kind: KnownKind }): number {
  return statuses[kind] ?? 400;
}

/**
 * The HTTP status of a refused upload: a file that cannot be used is a 422, whatever is wrong with it. A problem may
 * have another one inside it, such as what is wrong with the file, or with the lot it belongs to.
 */
export function uploadStatusOf(
  problem:
    | { readonly kind: KnownKind }
    | { readonly kind: string; readonly problem: { readonly kind: KnownKind } },
): number {
  const status = statusOf('problem' in problem ? problem.problem : (problem as { readonly kind: KnownKind }));
  return status === 400 || status === 413 || status === 415 ? 422 : status;
}

/** Every kind that has a status. */
export const knownKinds: readonly string[] = Object.values(kindsByStatus).flat();
