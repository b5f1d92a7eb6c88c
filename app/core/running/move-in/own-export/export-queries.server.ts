/** Reads the shop as records, for leaving: what a move-in from them needs to make the same shop. */
import { type SQL, sql } from 'drizzle-orm';
import { decryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { allProductFields } from '#core/goods/catalogue/products/product-fields.ts';
import { movingSettings } from '#core/ground/settings/move-settings.server.ts';
import type { Transaction } from '#db/client.ts';
import { eachOf } from '#db/cursor.ts';
import { openOrderStatuses } from '#kernel/statuses.ts';
import type { RecordKind, Records } from '../records.ts';

const OIDC = 'oidc:';

/** A moment as the records write it. */
const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** An order that no one fetches any more. */
const hasEnded = sql`status not in (${sql.raw(openOrderStatuses.map((status) => `'${status}'`).join(', '))})`;

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
/** Every field of a product but its category, which records name. */
const productValues = sql.raw(
  allProductFields
    .filter((field) => field !== 'categoryId')
    .map((field) => `'${field}', ${columnOf(field)}`)
    .join(', '),
);

const queries: { [K in RecordKind]: SQL } = {
  setting: sql`
    select json_build_object('sourceId', name, 'value', case when value ? 'priceListKey'
      then value || '{"priceListKey":null}' else value end) as record
    from store_settings where name = any(${sql.param(movingSettings)}::text[])
      and value - 'priceListKey' <> '{}' order by name`,
  category: sql`select json_build_object('sourceId', id::text, 'name', name) as record from categories order by id`,
  product: sql`
    select json_build_object('sourceId', id::text, 'categoryId', category_id::text, 'isArchived', archived_at is not null,
      'createdAt', ${iso('created_at')}, 'values', json_build_object(${productValues})) as record
    from products order by id`,
  lot: sql`
    select json_build_object('sourceId', product_id || '/' || batch_number, 'productId', product_id::text,
      'batchNumber', batch_number, 'units', on_hand, 'status', status, 'testStatus', test_status, 'labName', lab_name,
      'coaNumber', coa_number, 'packageTag', package_tag, 'totalThcBasisPoints', total_thc_basis_points,
      'totalCbdBasisPoints', total_cbd_basis_points, 'packagedOn', packaged_on, 'expiresOn', expires_on) as record
    from lots order by product_id, id`,
  person: sql`
    select json_build_object('sourceId', users.id, 'email', lower(users.email), 'mergedInto', null, 'isConfirmed', email_verified,
      'name', coalesce(profile.full_name, users.name),
      'passwordHash', (select password from accounts where user_id = users.id and provider_id = 'credential'),
      'providers', (select coalesce(json_agg(json_build_object('issuer', substr(provider_id, ${OIDC.length + 1}),
        'subject', account_id) order by provider_id, account_id), '[]') from accounts
        where user_id = users.id and starts_with(provider_id, ${OIDC})),
      'role', coalesce((select role from user_roles where user_id = users.id),
        (select about ->> 'role' from moved_rows where kind = 'person' and our_id = users.id::text and about is not null limit 1), 'user'),
      'createdAt', ${iso('users.created_at')}, 'phone', phone, 'address', address, 'city', city, 'state', profile.state,
      'zipcode', zipcode, 'licenseId', license_id_encrypted, 'licenseState', license_state,
      'licenseVerified', coalesce(license_verified, false), 'birthDate', birth_date,
      'isVerifiedOver21', is_verified_over21, 'ageDecidedAt', ${iso('age_decided_at')}, 'isBanned', coalesce(is_banned, false),
      'banReason', ban_reason, 'loyaltyPoints', coalesce(loyalty_points, 0),
      'preferences', (select json_build_object('orderUpdates', order_updates, 'accountUpdates', account_updates,
        'promotional', promotional, 'emailNotifications', email_notifications, 'pushNotifications', push_notifications)
        from user_preferences where user_id = users.id)) as record
    from users left join customer_profiles as profile on profile.user_id = users.id order by users.id`,
  notification: sql`
    select json_build_object('sourceId', id, 'personId', user_id, 'type', type, 'title', title, 'message', message,
      'read', read, 'createdAt', ${iso('created_at')}) as record
    from notifications order by id`,
  activity: sql`
    select json_build_object('sourceId', id, 'personId', user_id, 'type', activity_type, 'description', description,
      'metadata', metadata, 'createdAt', ${iso('created_at')}) as record
    from user_activity order by id`,
  favorite: sql`
    select json_build_object('sourceId', user_id || '/' || product_id, 'personId', user_id, 'productId', product_id::text,
      'createdAt', ${iso('created_at')}) as record
    from favorites order by user_id, product_id`,
  note: sql`
    select json_build_object('sourceId', id, 'personId', user_id, 'authorId', author_id, 'authorName', author_name,
      'note', note, 'createdAt', ${iso('created_at')}) as record
    from customer_notes order by id`,
  order: sql`
    select json_build_object('sourceId', id, 'number', number, 'personId', user_id, 'email', user_email, 'name', user_name,
      'status', status, 'paymentStatus', payment_status, 'isHistory', ${hasEnded},
      'createdAt', ${iso('created_at')}, 'pickupAt', ${iso('pickup_starts_at')}, 'pickupEndsAt', ${iso('pickup_ends_at')},
      'birthDate', birth_date, 'endedAt', case when ${hasEnded}
        then ${iso('coalesce(completed_at, cancelled_at, updated_at)')} end,
      'note', note, 'customerNote', customer_note, 'reservationId', reservation_id,
      'lines', (select coalesce(json_agg(json_build_object('productId', product_id::text, 'name', product_name,
        'quantity', quantity, 'unitPrice', unit_price, 'unitDiscount', unit_discount, 'discountTaxed', discount_taxed,
        'tax', item.tax, 'taxParts', item.tax_parts, 'reservationId', item.reservation_id, 'productType', product_type,
        'categoryName', category_name, 'taxClass', tax_class) order by position), '[]')
        from order_items as item where item.order_id = orders.id)) as record
    from orders order by number`,
  reservation: sql`
    select json_build_object('sourceId', id, 'personId', user_id, 'productId', product_id::text, 'quantity', quantity,
      'unitPrice', unit_price, 'status', status, 'isHistory', status in ('fulfilled', 'cancelled'),
      'pickupAt', ${iso('pickup_time')}, 'holdExpiresAt', ${iso('hold_expires_at')}, 'createdAt', ${iso('created_at')}) as record
    from pickup_reservations as reservation
    where user_id is not null and not exists (select from order_items where reservation_id = reservation.id) order by id`,
  picture: sql`
    select json_build_object('sourceId', product_id || '/' || position, 'productId', product_id::text, 'position', position,
      'alt', alt, 'file', json_build_object('bucket', 'product-images', 'path', product_id || '/' || position || '.webp')) as record,
      key
    from product_images order by product_id, position`,
  photo: sql`
    select json_build_object('sourceId', user_id || '/' || kind, 'personId', user_id, 'photo', kind, 'file', json_build_object(
      'bucket', kind || '-photos', 'path', user_id || case content_type when 'image/png' then '.png' else '.jpg' end)) as record,
      file_key as key
    from customer_photos where state = 'kept' and user_id is not null order by user_id, kind`,
  'price-list': sql`
    select json_build_object('sourceId', 'price-list', 'file', json_build_object('bucket', 'price-lists',
      'path', substr(key, 13))) as record, key
    from (select value ->> 'priceListKey' as key from store_settings where name = 'store') as shown
    where starts_with(key, 'price-lists/')`,
};

/** Records with the key of their stored file, if they have one; license numbers as they are. */
export async function* eachRecord<K extends RecordKind>(
  tx: Transaction,
  kind: K,
): AsyncGenerator<{ record: Records[K]; key: string | null }> {
  for await (const row of eachOf<{ record: Records[K]; key?: string }>(tx, queries[kind])) {
    const { record, key = null } = row;
    if ('licenseId' in record && typeof record.licenseId === 'string')
      yield { record: { ...record, licenseId: decryptLicense(record.licenseId, record.sourceId) }, key };
    else yield { record, key };
  }
}
