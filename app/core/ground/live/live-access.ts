/** Decides who may listen to which topic, one row per topic. A message only says that something has changed. */
import { type Actor, may, type Permission } from '#core/ground/access/actor.ts';
import { type ListTopic, type Topic, thingOf } from '#kernel/topic.ts';

/** The permission that a list's topic needs. */
const listNeeds: Readonly<Record<ListTopic, Permission>> = {
  orders: 'orders.manage',
  reservations: 'pickups.manage',
  inventory: 'inventory.see',
  'sent-mail': 'sent-mail.read',
  customers: 'customers.read',
  promotions: 'promotions.send',
  recalls: 'inventory.see',
  cash: 'cash.handle',
  operations: 'settings.manage',
  line: 'orders.manage',
};

/** `if-owner`: the database must say whether the thing is this person's own. */
export type TopicAccess = 'allowed' | 'refused' | 'if-owner';

/** Guests and banned people may listen to nothing. */
export function topicAccess(actor: Actor, topic: Topic): TopicAccess {
  if (actor.kind === 'guest' || actor.isBanned) return 'refused';
  const thing = thingOf(topic);
  if (thing === null) return may(actor, listNeeds[topic as ListTopic]) ? 'allowed' : 'refused';
  if (thing.kind === 'user')
    return thing.id === actor.userId || may(actor, 'customers.read') ? 'allowed' : 'refused';
  if (thing.kind === 'register') return may(actor, 'orders.manage') ? 'allowed' : 'refused';
  return may(actor, 'orders.manage') ? 'allowed' : 'if-owner';
}
