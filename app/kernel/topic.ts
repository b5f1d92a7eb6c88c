/**
 * Topics: the names under which changes are announced to open pages. A topic says that something changed,
 * never what; the page asks for its data again, and is shown what it may see. The platform announces and
 * delivers them (`app/platform/live`), pages listen with `useLive` (`app/ui/live/use-live.ts`).
 */
import { isUuid } from './ids.ts';

/** Topics without an id: a list as a whole. */
const lists = ['orders', 'reservations', 'inventory', 'sent-mail', 'customers', 'promotions'] as const;
/** Topics of one thing, by the id of its row. */
const things = ['order', 'user'] as const;

export type ListTopic = (typeof lists)[number];
export type ThingTopic = `${(typeof things)[number]}:${string}`;
export type Topic = ListTopic | ThingTopic;

/** A page that needs more should listen to a list instead. */
export const MAXIMUM_TOPICS = 40;

/** Whether something from outside is a topic: a known list, or a known kind of thing with a UUID. */
export function isTopic(text: string): text is Topic {
  const colon = text.indexOf(':');
  if (colon === -1) return (lists as readonly string[]).includes(text);
  return (things as readonly string[]).includes(text.slice(0, colon)) && isUuid(text.slice(colon + 1));
}

/** A topic of one thing as kind and id; null for a list. */
export function thingOf(topic: Topic): { kind: (typeof things)[number]; id: string } | null {
  const colon = topic.indexOf(':');
  if (colon === -1) return null;
  return { kind: topic.slice(0, colon) as (typeof things)[number], id: topic.slice(colon + 1) };
}

/** Topics as they stand in an address, 'orders,order:0197…'. */
export function writeTopics(topics: Iterable<Topic>): string {
  return [...new Set(topics)].sort().join(',');
}

/** Reads what `writeTopics` wrote; null when there is none, too many, or one that is no topic. */
export function readTopics(text: string | null): readonly Topic[] | null {
  if (!text || text.length > MAXIMUM_TOPICS * 60) return null;
  const names = [...new Set(text.split(','))];
  return names.length <= MAXIMUM_TOPICS && names.every(isTopic) ? names : null;
}
