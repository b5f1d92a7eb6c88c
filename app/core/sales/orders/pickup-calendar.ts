/**
 * Formats the pickup for calendars (RFC 5545). Times are in UTC, which is right in every calendar on either side of a
 * clock change; the title does not say what is picked up. As a file it has no METHOD: it is there to read. In a mail it is
 * an invitation that needs no answer (RFC 5546). Either way its stamp is when the pickup last changed, and its UID and
 * SEQUENCE are those of the order, so that a calendar moves or removes the event that it has.
 */
import type { Temporal } from 'temporal-polyfill';
import { addressOf } from '#core/ground/settings/contact.ts';
import type { StoreSettings } from '#core/ground/settings/settings.ts';
import { markedTitle } from '#kernel/rehearsal-mark.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { instantOf } from '#kernel/time.ts';

export type CalendarPickup = {
  /** The order's row id: the event's permanent name, so that a later file replaces an earlier one. */
  id: string;
  startsAt: Temporal.Instant;
  endsAt: Temporal.Instant;
  /** Increases with every change of the order. */
  version: number;
  isCancelled: boolean;
  changedAt: Temporal.Instant;
  /** The store's address. */
  farm: string;
  address: string;
  /** The page of the order. */
  url: string;
  /** 'Pickup ORD042', or that it is a rehearsal’s. */
  title: string;
};

/** What the calendar needs of an order. */
type ScheduledOrder = {
  id: string;
  orderId: string;
  status: OrderStatus;
  version: number;
  updatedAt: Date;
  pickupStartsAt: Date | null;
  pickupEndsAt: Date | null;
};

/** null for an order without a pickup time. @param origin of the shop, for the link in it */
export function calendarPickup(
  order: ScheduledOrder,
  {
    store,
    slotMinutes,
    origin,
    mark,
  }: { store: StoreSettings; slotMinutes: number; origin: string; mark: string | null },
): CalendarPickup | null {
  if (!order.pickupStartsAt) return null;
  const startsAt = instantOf(order.pickupStartsAt);
  return {
    id: order.id,
    startsAt,
    endsAt: order.pickupEndsAt ? instantOf(order.pickupEndsAt) : startsAt.add({ minutes: slotMinutes }),
    version: order.version,
    isCancelled: order.status === 'cancelled',
    changedAt: instantOf(order.updatedAt),
    farm: store.name,
    address: addressOf(store),
    url: `${origin}/orders/${order.orderId}`,
    title: markedTitle(mark, `Pickup ${order.orderId}`),
  };
}

/** The email addresses of an invitation: of the farm, which invites, and of the customer. */
export type InvitedBy = { farm: string; customer: string };
export type Invitation = { method: 'REQUEST' | 'CANCEL'; content: string };

/** An invitation to the pickup; for a canceled order the one that takes the event out of the calendar. */
export function pickupInvitation(pickup: CalendarPickup, by: InvitedBy): Invitation {
  const method = pickup.isCancelled ? 'CANCEL' : 'REQUEST';
  const people = [
    `ORGANIZER;CN=${parameter(pickup.farm)}:mailto:${mailAddress(by.farm)}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${mailAddress(by.customer)}`,
  ];
  return { method, content: calendarOf(pickup, [`METHOD:${method}`], people) };
}

/** The file, with the line endings and line folding that calendars expect. */
export const pickupCalendar = (pickup: CalendarPickup): string => calendarOf(pickup, [], []);

function calendarOf(pickup: CalendarPickup, method: readonly string[], people: readonly string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Farmgate//Pickup//EN',
    'CALSCALE:GREGORIAN',
    ...method,
    'BEGIN:VEVENT',
    `UID:pickup-${pickup.id}`,
    `SEQUENCE:${pickup.version}`,
    `DTSTAMP:${utc(pickup.changedAt)}`,
    `LAST-MODIFIED:${utc(pickup.changedAt)}`,
    `DTSTART:${utc(pickup.startsAt)}`,
    `DTEND:${utc(pickup.endsAt)}`,
    `SUMMARY:${escaped(pickup.title)}`,
    `LOCATION:${escaped(`${pickup.farm}, ${pickup.address}`)}`,
    `DESCRIPTION:${escaped(`Bring your ID and cash.\n${pickup.url}`)}`,
    `URL:${pickup.url}`,
    `STATUS:${pickup.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
    ...people,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

/** '20261128T190000Z' */
function utc(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}

/** Text as a value, without control characters (section 3.3.11). */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Text as a parameter, which cannot have quotation marks (section 3.2). */
const parameter = (text: string): string => `"${text.replaceAll(/["\p{Cc}]/gu, ' ')}"`;

/** An address cannot end its line. */
const mailAddress = (address: string): string => address.replaceAll(/[\p{Cc}\s]/gu, '');

const LONGEST_LINE = 75;
const utf8 = new TextEncoder();

/** No line is longer than 75 octets, and no character is split (section 3.1). */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (octets + size > LONGEST_LINE) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
