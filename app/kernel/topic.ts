/**
 * Topics: the names under which changes are announced to open pages. A topic says that something changed, never what;
 * the page reloads its data and gets only what the viewer may see. The platform announces and delivers topics
 * (`app/platform/live`), and pages listen with `useLive` (`app/ui/live/use-live.ts`).
 */
import { isUuid } from './ids.ts';

/** Topics without an ID, each for a whole list. */
const lists = [
  'orders',
  'reservations',
  'inventory',
  'sent-mail',
  'customers',
  'promotions',
  'recalls',
  'cash',
  'operations',
  'line',
] as const;
/** Topics for one thing, by the ID of its row. */
const things = ['order', 'user', 'register'] as const;

export type ListTopic = (typeof lists)[number];
export type ThingTopic = `${(typeof things)[number]}:${string}`;
export type Topic = ListTopic | ThingTopic;

/** A page that needs more should listen to a list instead. */
export const MAXIMUM_TOPICS = 40;

/** Whether outside text is a topic: a known list, or a known kind of thing with a UUID. */
export function isTopic(text: string): text is Topic {
  const colon = text.indexOf(':');
  if (colon === -1) return (lists as readonly string[]).includes(text);
  return (things as readonly string[]).includes(text.slice(0, colon)) && isUuid(text.slice(colon + 1));
}

/** The kind and ID of a topic for one thing; null for a list. */
export function thingOf(topic: Topic): { kind: (typeof things)[number]; id: string } | null {
  const colon = topic.indexOf(':');
  if (colon === -1) return null;
  return { kind: topic.slice(0, colon) as (typeof things)[number], id: topic.slice(colon + 1) };
}

/** Formats topics for a URL, 'orders,order:0197…'. */
export function writeTopics(topics: Iterable<Topic>): string {
  return [...new Set(topics)].sort().join(',');
}

/** Parses the output of `writeTopics`; null when it is empty, has too many topics, or has an invalid one. */
export function readTopics(text: string | null): readonly Topic[] | null {
  if (!text || text.length > MAXIMUM_TOPICS * 60) return null;
  const names = [...new Set(text.split(','))];
  return names.length <= MAXIMUM_TOPICS && names.every(isTopic) ? names : null;
}
