/** Finds out, at every request of the API, who a token acts for. */
import { sql } from 'drizzle-orm';
import { type Actor, guest } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isApiScope, isSecret } from './api-token.ts';
import { secretHash } from './create-token.server.ts';

type Row = {
  id: string;
  userId: string;
  forStore: boolean;
  scopes: string[];
  email: string;
  name: string;
};

/**
 * A token of the store lives while the admin who created it stays one: a changed role ends it, also if it is changed
 * back, as it ends a PIN. A customer's own ends with a new password and a sign-out of all devices. A ban deletes tokens; the condition covers the moment between.
 */
const readToken = statement<Row>(sql`
  select api_tokens.id, api_tokens.user_id as "userId", api_tokens.for_store as "forStore", api_tokens.scopes,
    users.email, coalesce(customer_profiles.full_name, users.name) as name
  from api_tokens join users on users.id = api_tokens.user_id
  left join customer_profiles on customer_profiles.user_id = users.id
  left join user_roles on user_roles.user_id = users.id
  where api_tokens.secret_hash = ${sql.placeholder('hash')} and api_tokens.expires_at > now()
    and not coalesce(customer_profiles.is_banned, false)
    and (case when not api_tokens.for_store then api_tokens.created_at > coalesce(users.access_ended_at, '-infinity')
      else (user_roles.role = 'admin' and user_roles.updated_at <= api_tokens.created_at) end)`);

/** At most once a minute, so that a busy program does not write at every request. */
const noteUse = statement(sql`
  update api_tokens set last_used_at = now()
  where id = ${sql.placeholder('id')}::uuid
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`);

/**
 * Returns the actor of a live token; a guest for every other text. A customer's token has the rights of a customer,
 * whatever else the person may do. Notes that the token was used.
 */
export async function readActorOfApiToken(secret: string): Promise<Actor> {
  if (!isSecret(secret)) return guest;
  const [token] = await readToken(database(), { hash: secretHash(secret) });
  if (!token) return guest;
  await noteUse(database(), { id: token.id });
  return {
    kind: 'user',
    userId: token.userId,
    // No session has this id, so whatever needs one refuses.
    sessionId: token.id,
    email: token.email,
    name: token.name,
    role: token.forStore ? 'admin' : 'user',
    isBanned: false,
    apiToken: { id: token.id, scopes: new Set(token.scopes.filter(isApiScope)) },
  };
}
