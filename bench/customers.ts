/** Many signed-in customers: sessions as a sign-in creates them. */
import { createHmac, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { keyFor, openSecrets } from '#platform/secrets/secrets.ts';

export type Customer = { userId: string; email: string; name: string; cookie: string };

/**
 * A session younger than a day, which needs no extension. Signs in up to `count` unused customers, oldest first, from
 * the `from`th on.
 */
export async function signInCustomers(
  pool: pg.Pool,
  secret: string,
  { from, count }: { from: number; count: number },
): Promise<Customer[]> {
  openSecrets({ given: secret, dataFolder: '.' });
  const key = keyFor('auth').toString('base64url');
  const { rows } = await pool.query<{ id: string; email: string; name: string }>(
    `select users.id, users.email, users.name
     from users join customer_profiles on user_id = users.id
     where birth_date < current_date - interval '22 years' and not is_banned
       and is_verified_over21 is distinct from false
       and not exists (select from user_roles where user_roles.user_id = users.id and role <> 'user')
     order by users.id offset $1 limit $2`,
    [from, count],
  );
  const people = rows.map((row) => ({ ...row, token: randomUUID().replaceAll('-', '') }));
  await pool.query(
    `insert into sessions (user_id, token, expires_at)
     select user_id, token, now() + interval '30 days' from unnest($1::uuid[], $2::text[]) as made (user_id, token)`,
    [people.map(({ id }) => id), people.map(({ token }) => token)],
  );
  return people.map(({ id, email, name, token }) => {
    const signature = createHmac('sha256', key).update(token).digest('base64');
    return {
      userId: id,
      email,
      name,
      cookie: `farmgate.session_token=${encodeURIComponent(`${token}.${signature}`)}`,
    };
  });
}

/** An unused person, as an admin. */
export async function signInAdmin(pool: pg.Pool, secret: string): Promise<Customer> {
  const [admin] = await signInCustomers(pool, secret, { from: 101, count: 1 });
  if (!admin) throw new Error('no one could sign in');
  await pool.query(
    `insert into user_roles (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'`,
    [admin.userId],
  );
  return admin;
}
