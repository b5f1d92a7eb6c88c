/**
 * The names of every status and kind that is stored, once: the schema, its check constraints, the types, the
 * words and the colors come from these lists.
 */

/** Specification section 4; shown by `orderStatusLabel`. */
export const orderStatuses = [
  'pending',
  'confirmed',
  'packing',
  'ready',
  'completed',
  'cancelled',
  'no_show',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The event that is recorded when an order comes into a status. */
export const orderStatusEvents = {
  pending: 'order-placed',
  confirmed: 'order-confirmed',
  packing: 'order-packing',
  ready: 'order-ready',
  completed: 'order-completed',
  cancelled: 'order-cancelled',
  no_show: 'order-not-picked-up',
} as const satisfies Record<OrderStatus, string>;
export type OrderStatusEvent = (typeof orderStatusEvents)[OrderStatus];

/** Checkout makes `pay_on_pickup`; an order that staff make from a reservation starts as `pending`. */
export const paymentStatuses = ['pay_on_pickup', 'pending', 'paid', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** In the order in which a reservation usually passes through them; selectors list them so. */
export const reservationStatuses = [
  'pending',
  'reserved',
  'submitted',
  'confirmed',
  'fulfilled',
  'cancelled',
] as const;
export type ReservationStatus = (typeof reservationStatuses)[number];

/** Of a reservation: units are held for it. */
export const holdingStatuses = reservationStatuses.filter(
  (status) => status !== 'fulfilled' && status !== 'cancelled',
);

export const lotStatuses = ['sellable', 'untested', 'quarantined', 'recalled', 'expired'] as const;
export type LotStatus = (typeof lotStatuses)[number];

export const testStatuses = ['TestPassed', 'RetestPassed', 'NotTested', 'TestFailed'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** What the possession limits count. */
export const limitCategories = ['flower', 'concentrate', 'edible'] as const;
export type LimitCategory = (typeof limitCategories)[number];

/**
 * What became of a sign-in code by text message: `failed` is tried again while the code can be entered, `refused` is
 * the gateway's last word about that phone.
 */
export const textCodeStatuses = ['waiting', 'sent', 'failed', 'refused'] as const;
export type TextCodeStatus = (typeof textCodeStatuses)[number];

/** `kept`: no mail server is configured, so the message is read under Sent mail. */
export const mailStatuses = ['waiting', 'sent', 'kept', 'failed'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** What the link of a private mail opens: an account, a new account of a customer or of staff, or nothing by itself. */
export const mailLinkTargets = ['account', 'sign-up', 'invitation', 'nothing'] as const;
export type MailLinkTarget = (typeof mailLinkTargets)[number];

export const notificationTypes = ['order', 'account', 'other'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The channels a notification takes. */
export const channels = ['bell', 'email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** A user without a row is a customer (`user`). Specification section 3. */
export const roles = ['user', 'staff', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The kinds of ID the law accepts. A picture of one on a phone is none of them. */
export const idKinds = ['driver_license', 'state_id', 'passport', 'military_id'] as const;
export type IdKind = (typeof idKinds)[number];

/** Why the counter does not hand an order over. */
export const idRefusals = ['under_age', 'expired', 'mismatch', 'unreadable', 'intoxicated', 'other'] as const;
export type IdRefusal = (typeof idRefusals)[number];

/** Why staff reject somebody's age; the customer is told so in words. */
export const ageRejections = ['under_age', 'mismatch', 'expired', 'unreadable', 'other'] as const;
export type AgeRejection = (typeof ageRejections)[number];

/** What became of the goods behind a refund: the customer keeps them, or they came back over the counter. */
export const refundGoods = ['kept', 'returned'] as const;
export type RefundGoods = (typeof refundGoods)[number];

/** What a customer's photo shows: their license, or themselves. */
export const photoKinds = ['license', 'profile'] as const;
export type PhotoKind = (typeof photoKinds)[number];

/** Of a photo's file: being written, in use, to be removed. */
export const photoStates = ['arriving', 'kept', 'leaving'] as const;

/** What a person's own history tells of. Specification section 3; `license_verified` is used beside its list. */
export const activityTypes = [
  'login',
  'mobile_login',
  'location_change',
  'profile_update',
  'security_alert',
  'license_verified',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** Of a promotion: `stopped` is one that somebody ended while it was being sent. */
export const promotionStatuses = ['draft', 'sending', 'sent', 'stopped'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** Of one person a promotion was meant for: `skipped` is who wanted or was allowed none any more when it was their turn. */
export const promotionRecipientStatuses = ['waiting', 'told', 'skipped'] as const;

/** What was done to many products at once. */
export const productBatchKinds = ['edit', 'delete', 'import'] as const;
export type ProductBatchKind = (typeof productBatchKinds)[number];

/** What an import of products is at: `reading` compares the file with the products, the next two write. */
export const importStatuses = [
  'reading',
  'previewed',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What becomes of a row of an imported file; one without a product's name is dropped. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'rejected', 'dropped'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
/** How often a date that matters comes again. */
export const dateRepeats = ['never', 'quarterly', 'yearly'] as const;
export type DateRepeat = (typeof dateRepeats)[number];
