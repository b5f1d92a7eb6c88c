/**
 * Lists every notification: which event uses which channels by default, and its short text. Titles, messages and mails,
 * which name the thing itself, are in the room that causes the event. A new event is one row of `notificationTable`,
 * and one more of `choiceTable` if people may choose about it separately.
 */
import { type Channel, channels, type NotificationType } from '#kernel/statuses.ts';

type ChoiceRow = {
  /** The switch that controls it: Order Updates, Account Updates or Promotional Updates. */
  type: NotificationType;
  /** Its line in the grid of preferences. */
  label: string;
  /** Channels that no preference switches off. */
  always?: readonly Channel[];
  /** The person asks for each one, so the switch of its kind does not apply. */
  isAskedFor?: true;
  /** For the shop's own staff: no line in the grid, which customers see. */
  isForAdmins?: true;
  /** Whether a text message is sent by default: for what cannot wait until the person looks. */
  texts?: true;
};

/** What people can choose, in the order of the grid. */
export const choiceTable = {
  'order-reserved': { type: 'order', label: 'Order reserved' },
  'order-confirmed': { type: 'order', label: 'Order accepted by the farm' },
  'order-changed': { type: 'order', label: 'Order changed or moved', texts: true },
  'order-ready': { type: 'order', label: 'Order ready for pickup', texts: true },
  'order-completed': { type: 'order', label: 'Order completed, with the receipt' },
  'order-ended': { type: 'order', label: 'Order canceled or not picked up', texts: true },
  'order-short': { type: 'order', label: 'Something in it is no longer available', texts: true },
  recall: {
    type: 'order',
    label: 'A batch you bought is recalled',
    always: channels,
  },
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
  incident: {
    type: 'account',
    label: 'Problems with the shop',
    always: ['bell', 'email'],
    isForAdmins: true,
  },
  'state-tasks': {
    type: 'account',
    label: 'Reports to the state',
    always: ['bell', 'email'],
    isForAdmins: true,
  },
  'stood-out': {
    type: 'account',
    label: 'What stands out',
    always: ['bell', 'email'],
    isForAdmins: true,
  },
  webhooks: { type: 'account', label: 'Webhooks', always: ['bell', 'email'], isForAdmins: true },
  'state-holds': {
    type: 'account',
    label: 'What the state holds',
    always: ['bell', 'email'],
    isForAdmins: true,
  },
  // By every channel: the mail server may be what changed.
  connections: { type: 'account', label: 'Connections of the shop', always: channels, isForAdmins: true },
  'back-in-stock': { type: 'other', label: 'Back in stock, where you asked for it', isAskedFor: true },
  promotion: { type: 'other', label: 'News and offers' },
} as const satisfies Readonly<Record<string, ChoiceRow>>;

export type Choice = keyof typeof choiceTable;

export const choices = Object.keys(choiceTable) as readonly Choice[];

export const choiceRow = (choice: Choice): ChoiceRow => choiceTable[choice];

type TableRow = {
  choice: Choice;
  /**
   * The text of a lock screen and a text message. Anyone may read over the shoulder, so it names neither product nor
   * trade; plain ASCII, at most 80 characters, so that a text message with a link is one message.
   */
  brief: string;
};

/** By the event's kind, or by a name for what is not an event of the worker. */
export const notificationTable = {
  'order-placed': { choice: 'order-reserved', brief: 'Your order is reserved.' },
  'order-confirmed': { choice: 'order-confirmed', brief: 'The farm accepted your order.' },
  'order-ready': { choice: 'order-ready', brief: 'Your order is ready for pickup.' },
  'order-not-ready': {
    choice: 'order-ready',
    brief: 'Your order is not ready yet. We will tell you when it is.',
  },
  'order-completed': { choice: 'order-completed', brief: 'Your order is completed. Thank you.' },
  'order-cancelled': { choice: 'order-ended', brief: 'Your order is canceled. You owe nothing.' },
  'order-not-picked-up': { choice: 'order-ended', brief: 'Your order was not picked up. You owe nothing.' },
  'order-pickup-missed': { choice: 'order-ended', brief: 'We hold your order a little longer today.' },
  'order-refunded': { choice: 'order-completed', brief: 'We recorded a refund for your order.' },
  'order-changed': { choice: 'order-changed', brief: 'Your order has changed. Please check it.' },
  'order-price-lowered': { choice: 'order-changed', brief: 'Your order costs less now. Please check it.' },
  'order-cash-owed': { choice: 'order-changed', brief: 'You have a refund at your next visit.' },
  'order-items-changed': { choice: 'order-changed', brief: 'We changed your order, as you asked.' },
  'order-moved': { choice: 'order-changed', brief: 'Your pickup has moved.' },
  'order-short': { choice: 'order-short', brief: 'Your order needs a change. Please check it.' },
  'order-complete-again': { choice: 'order-short', brief: 'Your order is complete again.' },
  'receipt-requested': { choice: 'order-completed', brief: 'Your receipt is ready.' },
  'receipt-link-requested': { choice: 'order-completed', brief: 'Here is your receipt.' },
  'reservation-made': { choice: 'reservation', brief: 'Your reservation needs a pickup time.' },
  'reservation-changed': { choice: 'reservation', brief: 'Your reservation has changed.' },
  'reservation-cancelled': { choice: 'reservation', brief: 'Your reservation is canceled.' },
  'reservation-expiring': {
    choice: 'hold-expiring',
    brief: 'Your reservation ends soon. Choose a pickup time.',
  },
  'reservation-expired': { choice: 'reservation', brief: 'Your reservation has ended.' },
  'reservation-short': { choice: 'reservation', brief: 'Your reservation needs a change.' },
  'reservation-price-lowered': { choice: 'reservation', brief: 'Your reservation costs less now.' },
  'reservation-complete-again': { choice: 'reservation', brief: 'Your reservation is complete again.' },
  'license-verified': { choice: 'verification', brief: 'Your account was checked.' },
  'age-decided': { choice: 'verification', brief: 'Your account was checked.' },
  'date-due': { choice: 'store-dates', brief: 'A date is coming up. Please check it.' },
  'incident-opened': { choice: 'incident', brief: 'The shop has a problem. Please check it.' },
  'incident-closed': { choice: 'incident', brief: 'A problem with the shop is over.' },
  'webhook-stopped': { choice: 'webhooks', brief: 'A partner no longer gets messages. Please check it.' },
  'state-hold': { choice: 'state-holds', brief: 'Sales of something stopped. Please check it.' },
  'state-hold-ended': { choice: 'state-holds', brief: 'Something may be sold again. Please check it.' },
  'state-tasks-waiting': {
    choice: 'state-tasks',
    brief: 'A report needs your decision. Please check it.',
  },
  'stood-out': { choice: 'stood-out', brief: 'Something stands out. Please check it.' },
  'connection-changed': {
    choice: 'connections',
    brief: 'A connection of the shop changed. Was it you?',
  },
  security: { choice: 'security', brief: 'Something changed in your account. Was it you?' },
  'back-in-stock': { choice: 'back-in-stock', brief: 'Something you asked for is available again.' },
  closure: { choice: 'order-changed', brief: 'We are closed at your pickup time. Choose a new one.' },
  'closure-undone': { choice: 'order-changed', brief: 'We are open after all at your pickup time.' },
  promotion: { choice: 'promotion', brief: 'There is news from the farm.' },
  recall: { choice: 'recall', brief: 'Safety notice about one of your orders. Please read it.' },
} as const satisfies Readonly<Record<string, TableRow>>;

export type NotificationKind = keyof typeof notificationTable;

/** Whether such an event notifies anyone at all. */
export const isNotificationKind = (kind: string): kind is NotificationKind =>
  Object.hasOwn(notificationTable, kind);

/** The row of the switch that controls a kind. */
export const choiceOf = (kind: NotificationKind): ChoiceRow => choiceTable[notificationTable[kind].choice];
