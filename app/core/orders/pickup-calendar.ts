/**
 * Formats the pickup as a calendar file (RFC 5545). Times are in UTC, which is right in every calendar on either side
 * of a clock change; the title does not say what is picked up. It has no METHOD: it is a file to read, not an
 * invitation to answer, so its stamp is when the pickup last changed (section 3.8.7.2).
 */
import type { Temporal } from 'temporal-polyfill';

export type CalendarPickup = {
  /** The order's row id: the event's permanent name, so that a later file replaces an earlier one. */
  id: string;
  /** 'ORD042' */
  number: string;
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
};

/** The file, with the line endings and line folding that calendars expect. */
export function pickupCalendar(pickup: CalendarPickup): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Farmgate//Pickup//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:pickup-${pickup.id}`,
    `SEQUENCE:${pickup.version}`,
    `DTSTAMP:${utc(pickup.changedAt)}`,
    `LAST-MODIFIED:${utc(pickup.changedAt)}`,
    `DTSTART:${utc(pickup.startsAt)}`,
    `DTEND:${utc(pickup.endsAt)}`,
    `SUMMARY:${escaped(`Pickup ${pickup.number}`)}`,
    `LOCATION:${escaped(`${pickup.farm}, ${pickup.address}`)}`,
    `DESCRIPTION:${escaped(`Bring your ID and cash.\n${pickup.url}`)}`,
    `URL:${pickup.url}`,
    `STATUS:${pickup.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
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
