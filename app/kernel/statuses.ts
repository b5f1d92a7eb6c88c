/**
 * Lists every stored status and kind in one place: the schema, its check constraints, the types, the labels and the
 * colors come from these lists.
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

/** Statuses of an order that still has to be handed over; the others are final. */
export const openOrderStatuses = ['pending', 'confirmed', 'packing', 'ready'] as const;

/** The event recorded when an order enters a status. */
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

/** Checkout creates `pay_on_pickup`; an order that staff create from a reservation starts as `pending`. */
export const paymentStatuses = ['pay_on_pickup', 'pending', 'paid', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** In the order a reservation usually passes through them; selects list them in this order. */
export const reservationStatuses = [
  'pending',
  'reserved',
  'submitted',
  'confirmed',
  'fulfilled',
  'cancelled',
] as const;
export type ReservationStatus = (typeof reservationStatuses)[number];

/** Reservation statuses that hold units. */
export const holdingStatuses = reservationStatuses.filter(
  (status) => status !== 'fulfilled' && status !== 'cancelled',
);

export const lotStatuses = ['sellable', 'untested', 'quarantined', 'recalled', 'expired'] as const;
export type LotStatus = (typeof lotStatuses)[number];

export const testStatuses = ['TestPassed', 'RetestPassed', 'NotTested', 'TestFailed'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** What is dropped in together, and matched with lots or products afterwards. */
export const dropKinds = ['certificate', 'picture'] as const;
export type DropKind = (typeof dropKinds)[number];

/** The categories that the possession limits count. */
export const limitCategories = ['flower', 'concentrate', 'edible'] as const;
export type LimitCategory = (typeof limitCategories)[number];

/**
 * The status of a sign-in code sent by text message: `failed` is retried while the code is still valid, `refused` means
 * the gateway rejected that phone for good.
 */
export const textCodeStatuses = ['waiting', 'sent', 'failed', 'refused'] as const;
export type TextCodeStatus = (typeof textCodeStatuses)[number];

/** `kept`: no mail server is configured, so the message is read under Sent mail. */
export const mailStatuses = ['waiting', 'sent', 'kept', 'failed'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** What the link in a private mail opens: an account, a new customer or staff account, or nothing by itself. */
export const mailLinkTargets = ['account', 'sign-up', 'invitation', 'nothing'] as const;
export type MailLinkTarget = (typeof mailLinkTargets)[number];

/** `waiting`: for its first attempt, or for the next one; `failed`: it was given up. */
export const webhookDeliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

/** Why an endpoint of webhooks gets nothing: staff turned it off, it answered 410, or it failed for days. */
export const webhookStops = ['staff', 'gone', 'failing', 'left'] as const;
export type WebhookStop = (typeof webhookStops)[number];

export const notificationTypes = ['order', 'account', 'other'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The channels a notification can use. */
export const channels = ['bell', 'email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** A user without a row is a customer (`user`). Specification section 3. */
export const roles = ['user', 'staff', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an admin ticks for a person at work, in the order of the form. What each allows: `permissionsOfRight`. */
export const rights = ['count', 'receive', 'release', 'pause', 'close', 'money', 'people'] as const;
export type Right = (typeof rights)[number];

/** The kinds of ID the law accepts. A photo of an ID on a phone is not accepted. */
export const idKinds = ['driver_license', 'state_id', 'passport', 'military_id'] as const;
export type IdKind = (typeof idKinds)[number];

/** Why staff refuse to hand over an order at the counter. */
export const idRefusals = ['under_age', 'expired', 'mismatch', 'unreadable', 'intoxicated', 'other'] as const;
export type IdRefusal = (typeof idRefusals)[number];

/** Why a customer at the counter does not take a ready order now; it waits for them. */
export const putOffReasons = ['later', 'no_cash'] as const;
export type PutOffReason = (typeof putOffReasons)[number];

/** Why staff reject a person's age; the customer sees the reason in words. */
export const ageRejections = ['under_age', 'mismatch', 'expired', 'unreadable', 'other'] as const;
export type AgeRejection = (typeof ageRejections)[number];

/** What happened to the goods of a refund: the customer kept them, or returned them at the counter. */
export const refundGoods = ['kept', 'returned'] as const;
export type RefundGoods = (typeof refundGoods)[number];

/** What a customer's photo shows: their license, or themselves. */
export const photoKinds = ['license', 'profile'] as const;
export type PhotoKind = (typeof photoKinds)[number];

/** The status of a photo's file: being written, in use, to be deleted. */
export const photoStates = ['arriving', 'kept', 'leaving'] as const;

/** What a person's activity history records. Specification section 3; `license_verified` is an addition to its list. */
export const activityTypes = [
  'login',
  'mobile_login',
  'location_change',
  'profile_update',
  'security_alert',
  'license_verified',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** What an offer changes about the price of a unit: a percentage off, cents off, or the price itself. */
export const offerKinds = ['percent', 'off', 'price'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** `stopped` means that staff stopped the promotion while it was being sent. */
export const promotionStatuses = ['draft', 'sending', 'sent', 'stopped'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/**
 * The status of one recipient of a promotion: `skipped` means they no longer wanted it or were no longer allowed to get
 * it when their turn came.
 */
export const promotionRecipientStatuses = ['waiting', 'told', 'skipped'] as const;

/** A recall that is `active` waits for answers and returned units. An exercise goes from draft to ended. */
export const recallStatuses = ['draft', 'active', 'ended'] as const;
export type RecallStatus = (typeof recallStatuses)[number];

/** The message to one buyer: `unreachable` means that the account is deleted, `not-sent` that it is an exercise. */
export const recallPersonStatuses = ['waiting', 'sent', 'unreachable', 'not-sent'] as const;
export type RecallPersonStatus = (typeof recallPersonStatuses)[number];

/** What a buyer answers about the units of a recalled lot. */
export const recallAnswers = ['brings-back', 'used-up'] as const;
export type RecallAnswer = (typeof recallAnswers)[number];

/** A closure is `undone` when its days open again after all. */
export const closureStatuses = ['active', 'undone'] as const;
export type ClosureStatus = (typeof closureStatuses)[number];

/**
 * The message of a closure to one customer. `sending` is written before it is sent, so that an undo knows who may have
 * it; `not-sent` means that no message was wanted, or that the closure was undone first; `unreachable` that the account
 * is deleted.
 */
export const closurePersonStatuses = ['waiting', 'sending', 'sent', 'not-sent', 'unreachable'] as const;
export type ClosurePersonStatus = (typeof closurePersonStatuses)[number];

/** How a call to a customer of a closure went. */
export const closureCalls = ['moves', 'cancels', 'left-message', 'no-answer'] as const;
export type ClosureCall = (typeof closureCalls)[number];

/** What was done to many products at once. */
export const productBatchKinds = ['edit', 'delete', 'import'] as const;
export type ProductBatchKind = (typeof productBatchKinds)[number];

/**
 * The stages of a product import: `reading` compares the file with the products; the two stages after the preview
 * write.
 */
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

/** The outcome for a row of an imported file; a row without a product name is dropped. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'rejected', 'dropped'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
/** How often an important date repeats. */
export const dateRepeats = ['never', 'quarterly', 'yearly'] as const;
export type DateRepeat = (typeof dateRepeats)[number];

/** How cash moves in and out of the drawer other than by sales and refunds: to the safe, out for something, in from elsewhere. */
export const drawerEntryKinds = ['drop', 'pay-out', 'pay-in'] as const;
export type DrawerEntryKind = (typeof drawerEntryKinds)[number];

/** Why units became waste. `returned`: cannabis that a customer brought back. */
export const wasteReasons = [
  'damaged',
  'expired',
  'failed-test',
  'contaminated',
  'returned',
  'recalled',
  'other',
] as const;
export type WasteReason = (typeof wasteReasons)[number];

/** How waste was destroyed. */
export const destructionMethods = ['ground', 'composted', 'incinerated', 'hauler', 'other'] as const;
export type DestructionMethod = (typeof destructionMethods)[number];

/** A run of the backup. `failed` includes one that was interrupted. */
export const backupStatuses = ['running', 'good', 'failed'] as const;
export type BackupStatus = (typeof backupStatuses)[number];

/** Who started a backup: its schedule, an admin in the office, or the command at the terminal. */
export const backupCauses = ['schedule', 'office', 'command'] as const;
export type BackupCause = (typeof backupCauses)[number];

/** Parts of the shop that the owner is emailed about when one passes its bound, in the order of the page. */
export const watchedParts = [
  'jobs',
  'mail',
  'errors',
  'disk',
  'writes',
  'backup',
  'stock',
  'newcomers',
  'clock',
  'schema',
] as const;
export type WatchedPart = (typeof watchedParts)[number];

/**
 * What failed: a request, by an error, by rows that another transaction had locked, or by a database that did not answer;
 * or a page in a browser.
 */
export const failureKinds = ['failed', 'busy', 'away', 'browser'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** What an admin sets in the office of services outside the shop: a form each, and the passphrase that the shop makes. */
export const shopConnectionKinds = [
  'mail',
  'sms',
  'backup',
  'backup-passphrase',
  'google',
  'apple',
  'provider',
  'tracking',
] as const;
export type ShopConnectionKind = (typeof shopConnectionKinds)[number];
/** What an admin did with one. */
export const connectionChanges = ['set-up', 'changed', 'removed'] as const;
export type ConnectionChange = (typeof connectionChanges)[number];

/** How the shop's lots and the state's packages can differ. */
export const stateDifferenceKinds = [
  'not-at-state',
  'no-lot',
  'quantity',
  'no-tag',
  'other-unit',
  'not-passed',
  'on-hold',
  'on-recall',
  'investigated',
  'receipt-missing',
  'receipt-unknown',
  'receipt-differs',
] as const;
export type StateDifferenceKind = (typeof stateDifferenceKinds)[number];

/**
 * What the shop reports to the state's system. `sale-changed`: other amounts of a sale that was reported. `sale-voided`:
 * the whole sale came back before its day was closed. `day-closed`: the receipt of a sale is final, because its day was closed.
 */
export const stateActKinds = [
  'sale',
  'sale-changed',
  'sale-voided',
  'adjustment',
  'package-empty',
  'day-closed',
] as const;
export type StateActKind = (typeof stateActKinds)[number];

/**
 * `sending`: asked, and no answer stored yet. `refused`: the state's system, or the shop before it asked, said no, and a
 * person decides. `skipped`: it is not reported by the shop, because a person decided so, or it is older than its reports.
 */
export const stateActStatuses = ['waiting', 'sending', 'sent', 'refused', 'skipped'] as const;
export type StateActStatus = (typeof stateActStatuses)[number];

/** Why units of a package changed, for the state's reason of an adjustment. */
export const stateReasons = [
  'count',
  'damaged',
  'sample',
  'theft',
  'return',
  'correction',
  'waste-damaged',
  'waste-expired',
  'waste-failed-test',
  'waste-contaminated',
  'waste-returned',
  'waste-recalled',
  'waste-other',
] as const;
export type StateReason = (typeof stateReasons)[number];

/** Why the state does not let a package be sold, the most serious first. */
export const stateHoldReasons = ['on-recall', 'on-hold', 'investigated', 'not-passed'] as const;
export type StateHoldReason = (typeof stateHoldReasons)[number];

/** What is read from the state's system again and again. */
export const stateReadKinds = ['packages', 'deliveries'] as const;
export type StateReadKind = (typeof stateReadKinds)[number];

/** Whose commands a printer takes; `zebra` prints labels alone. */
export const printerMakers = ['star', 'epson', 'zebra'] as const;
export type PrinterMaker = (typeof printerMakers)[number];

/** `network`: the printer asks the shop itself, by its maker's protocol; `tablet`: a tablet asks for it, and passes papers on. */
export const printerConnections = ['network', 'tablet'] as const;
export type PrinterConnection = (typeof printerConnections)[number];

export const paperStates = ['ok', 'low', 'out', 'open', 'error'] as const;
export type PaperState = (typeof paperStates)[number];

/** `drawer` opens the cash drawer and prints nothing; `labels` are those of an order's bag and units. */
export const printKinds = ['receipt', 'slip', 'labels', 'test', 'drawer'] as const;
export type PrintKind = (typeof printKinds)[number];

/**
 * `sent`: the printer was told of it; `asked`: it took the paper's bytes and never said what became of them, so staff
 * look; `failed`: it said that it could not print.
 */
export const printJobStatuses = ['waiting', 'sent', 'printed', 'failed', 'asked'] as const;
export type PrintJobStatus = (typeof printJobStatuses)[number];

/**
 * Where rows of a move come from: the former shop's database, what a shop like this one exported, or files of other systems
 * that were uploaded in the office.
 */
export const moveSources = ['former', 'export', 'files'] as const;
export type MoveSource = (typeof moveSources)[number];

/** `dry-run` reads and reports, `undo` deletes what a run wrote. */
export const moveKinds = ['dry-run', 'run', 'undo'] as const;
export type MoveKind = (typeof moveKinds)[number];

/** Who waits at the store: for an order that was reserved, or to buy at the counter. */
export const lanes = ['pickup', 'walk-in'] as const;
export type Lane = (typeof lanes)[number];

/** What the office does with uploaded files: columns are chosen, they are tried, then moved, and undone while that is possible. */
export const fileMoveStatuses = [
  'choosing',
  'trying',
  'tried',
  'moving',
  'moved',
  'undoing',
  'undone',
  'failed',
] as const;
export type FileMoveStatus = (typeof fileMoveStatuses)[number];

/** Where a wrong price was met: ordered online, bought by a walk-in, or handed over on a tablet without a network. */
export const saleWays = ['online', 'counter', 'offline'] as const;
export type SaleWay = (typeof saleWays)[number];

/** What becomes of a difference that was paid: refunded at the next visit, or on record only. */
export const correctionSettlements = ['visit', 'noted'] as const;
export type CorrectionSettlement = (typeof correctionSettlements)[number];

export const correctionStatuses = ['running', 'done', 'undone'] as const;
export type CorrectionStatus = (typeof correctionStatuses)[number];

/**
 * One line of a price correction: not reached yet; its open order or reservation costs less now; refund due at the next
 * visit; refunded; on record only; it ended without a payment, or nothing of it is left; undone.
 */
export const correctedLineStatuses = [
  'waiting',
  'lowered',
  'owed',
  'paid',
  'noted',
  'nothing',
  'undone',
] as const;
export type CorrectedLineStatus = (typeof correctedLineStatuses)[number];
