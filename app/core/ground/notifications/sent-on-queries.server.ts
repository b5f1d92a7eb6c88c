/** Reads by which channels a message reached a person, as a column of a larger query. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SentOn } from './sent-by.ts';

/** Each channel on which the person was notified of the event, with the status there; empty without an event. */
export const sentOn = (eventId: string | null, userId: SQLWrapper): SQL<SentOn[]> =>
  sql<SentOn[]>`(select coalesce(json_agg(json_build_object(
      'channel', delivery.channel, 'status', coalesce(sent_mail.status, delivery.status)) order by delivery.channel), '[]')
    from deliveries as delivery left join mail_messages as sent_mail on sent_mail.id = delivery.mail_id
    where delivery.event_id = ${eventId} and delivery.user_id = ${userId})`;
