/**
 * The table of everything people are told: which event goes where by itself, and with which short words. Titles,
 * messages and mails, which speak of the thing itself, stand in the room that causes the event. A new event is one
 * row of `notificationTable`, and one more of `choiceTable` where people may choose about it apart from others.
 */
import type { Channel, NotificationType } from '#kernel/statuses.ts';

type ChoiceRow = {
  /** The switch that it follows: Order Updates, Account Updates or Promotional Updates. */
  type: NotificationType;
  /** Its line in the grid of preferences. */
  label: string;
  /** Channels that no preference switches off. */
  always?: readonly Channel[];
  /** Asked for by the person in each case, so that it needs no switch of its kind. */
  isAskedFor?: true;
  /** What the shop tells its own people: no line of the grid, which customers see. */
  isForAdmins?: true;
  /** Whether a text message is sent where nothing else was chosen: what cannot wait until somebody looks. */
  texts?: true;
};

/** What people choose about, in the order of the grid. */
export const choiceTable = {
  'order-reserved': { type: 'order', label: 'Order reserved' },
  'order-confirmed': { type: 'order', label: 'Order accepted by the farm' },
  'order-changed': { type: 'order', label: 'Order changed or moved', texts: true },
  'order-ready': { type: 'order', label: 'Order ready for pickup', texts: true },
  'order-completed': { type: 'order', label: 'Order completed, with the receipt' },
  'order-ended': { type: 'order', label: 'Order cancelled or not picked up', texts: true },
  'order-short': { type: 'order', label: 'Something in it is no longer available', texts: true },
  reservation: { type: 'order', label: 'Reservations without a pickup time' },
  'hold-expiring': { type: 'order', label: 'A reservation is about to end', texts: true },
  verification: { type: 'account', label: 'License and age decisions' },
  security: { type: 'account', label: 'Security of your account', always: ['email'] },
  'store-dates': {
    type: 'account',
    label: 'Dates that matter',
    always: ['bell', 'email'],
    isForAdmins: true,
  },
  'back-in-stock': { type: 'other', label: 'Back in stock, where you asked for it', isAskedFor: true },
  promotion: { type: 'other', label: 'News and offers' },
} as const satisfies Readonly<Record<string, ChoiceRow>>;

export type Choice = keyof typeof choiceTable;

export const choices = Object.keys(choiceTable) as readonly Choice[];

export const choiceRow = (choice: Choice): ChoiceRow => choiceTable[choice];

type TableRow = {
  choice: Choice;
  /**
   * What a locked screen and a text message say. Anybody may read over the shoulder, so neither product nor trade is
   * named; plain ASCII, at most 80 characters, so that a text message with a link is one message.
   */
  brief: string;
};

/** By the kind of the event, or by a name where no event of the worker's stands behind it. */
export const notificationTable = {
  'order-placed': { choice: 'order-reserved', brief: 'Your order is reserved.' },
  'order-confirmed': { choice: 'order-confirmed', brief: 'The farm accepted your order.' },
  'order-ready': { choice: 'order-ready', brief: 'Your order is ready for pickup.' },
  'order-completed': { choice: 'order-completed', brief: 'Your order is completed. Thank you.' },
  'order-cancelled': { choice: 'order-ended', brief: 'Your order is cancelled. You owe nothing.' },
  'order-not-picked-up': { choice: 'order-ended', brief: 'Your order was not picked up. You owe nothing.' },
  'order-refunded': { choice: 'order-completed', brief: 'A refund of your order is recorded.' },
  'order-changed': { choice: 'order-changed', brief: 'Your order has changed. Please look at it.' },
  'order-moved': { choice: 'order-changed', brief: 'Your pickup has moved.' },
  'order-short': { choice: 'order-short', brief: 'Your order needs a change. Please look at it.' },
  'order-complete-again': { choice: 'order-short', brief: 'Your order is complete again.' },
  'receipt-requested': { choice: 'order-completed', brief: 'We emailed you the receipt.' },
  'reservation-made': { choice: 'reservation', brief: 'Your reservation needs a pickup time.' },
  'reservation-changed': { choice: 'reservation', brief: 'Your reservation has changed.' },
  'reservation-cancelled': { choice: 'reservation', brief: 'Your reservation is cancelled.' },
  'reservation-expiring': {
    choice: 'hold-expiring',
    brief: 'Your reservation ends soon. Choose a pickup time.',
  },
  'reservation-expired': { choice: 'reservation', brief: 'Your reservation has ended.' },
  'reservation-short': { choice: 'reservation', brief: 'Your reservation needs a change.' },
  'reservation-complete-again': { choice: 'reservation', brief: 'Your reservation is complete again.' },
  'license-verified': { choice: 'verification', brief: 'Your account was checked.' },
  'age-decided': { choice: 'verification', brief: 'Your account was checked.' },
  'date-due': { choice: 'store-dates', brief: 'A date is coming up. Please look at it.' },
  security: { choice: 'security', brief: 'Something changed in your account. Was it you?' },
  'back-in-stock': { choice: 'back-in-stock', brief: 'Something you asked for is available again.' },
  promotion: { choice: 'promotion', brief: 'There is news from the farm.' },
} as const satisfies Readonly<Record<string, TableRow>>;

export type NotificationKind = keyof typeof notificationTable;

/** Whether anybody is told of such an event at all. */
export const isNotificationKind = (kind: string): kind is NotificationKind =>
  Object.hasOwn(notificationTable, kind);

/** The row of the switch that a kind follows. */
export const choiceOf = (kind: NotificationKind): ChoiceRow => choiceTable[notificationTable[kind].choice];
