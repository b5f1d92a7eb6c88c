/**
 * Lists every table that refers to people, and what happens to its rows: in the download of one's own data, and when an
 * account is deleted. A test compares this list with the database, so that a new table gets a decision.
 */

export type PersonTable = {
  /**
   * Its file name in the download, without extension, what it says about the file, and the columns it shows; or why it
   * leaves the table out.
   */
  download: { file: string; about: string; columns: readonly string[] } | { notShown: string };
  /**
   * `removed`: the foreign key deletes the rows with the account. `moved`: the law requires them for five years (9
   * NYCRR 125.13): they stay without a name, under an account that no one owns. `freed`: the row stays without the
   * person: a photo until its file is deleted, a recall's list of people for the state.
   */
  deletion: 'removed' | 'moved' | 'freed';
  /** Columns that the download leaves out: secrets, and internal data. A test wants a decision for every column. */
  heldBack?: readonly string[];
};

/** By table and the column that refers to the person. */
export const personTables: Readonly<Record<string, PersonTable>> = {
  'accounts.user_id': {
    download: {
      file: 'ways-to-sign-in',
      about: 'How you sign in: a password, or an outside provider.',
      columns: ['id', 'account_id', 'provider_id', 'created_at', 'updated_at'],
    },
    deletion: 'removed',
    heldBack: ['password'],
  },
  'sessions.user_id': {
    download: {
      file: 'sessions',
      about: 'Devices on which you are signed in, with the network address of each.',
      columns: [
        'id',
        'expires_at',
        'ip_address',
        'user_agent',
        'confirmed_at',
        'second_factor',
        'created_at',
        'updated_at',
      ],
    },
    deletion: 'removed',
    heldBack: ['token', 'tablet_id'],
  },
  'api_tokens.user_id': {
    download: {
      file: 'api-tokens',
      about: 'Tokens you made for programs, without the secrets.',
      columns: ['id', 'for_store', 'name', 'prefix', 'scopes', 'expires_at', 'last_used_at', 'created_at'],
    },
    deletion: 'removed',
    heldBack: ['secret_hash'],
  },
  'user_roles.user_id': {
    download: {
      file: 'role',
      about: 'Your role and rights, if you work here.',
      columns: ['role', 'rights', 'refund_limit', 'discount_limit', 'updated_at'],
    },
    deletion: 'removed',
  },
  'authenticators.user_id': {
    download: {
      file: 'authenticator',
      about: 'When you set up an authenticator app.',
      columns: ['created_at'],
    },
    deletion: 'removed',
    heldBack: ['secret', 'last_step'],
  },
  'text_factors.user_id': {
    download: {
      file: 'sign-in-phone',
      about: 'The phone that gets your sign-in codes.',
      columns: ['phone', 'agreed_to', 'created_at'],
    },
    deletion: 'removed',
  },
  'text_codes.user_id': {
    download: { notShown: 'Hashes of codes that run out within minutes.' },
    deletion: 'removed',
  },
  'backup_codes.user_id': {
    download: { notShown: 'Hashes of codes that only their owner has.' },
    deletion: 'removed',
  },
  'staff_pins.user_id': {
    download: { notShown: 'A hash of a PIN that only its owner has.' },
    deletion: 'removed',
  },
  'passkeys.user_id': {
    download: {
      file: 'passkeys',
      about: 'Passkeys you added, by name.',
      columns: ['id', 'name', 'counter', 'transports', 'is_synced', 'last_used_at', 'created_at'],
    },
    deletion: 'removed',
    heldBack: ['public_key', 'credential_id'],
  },
  'email_changes.user_id': {
    download: {
      file: 'email-changes',
      about: 'Changes of your email address.',
      columns: ['id', 'old_email', 'new_email', 'confirmed_at', 'expires_at', 'created_at'],
    },
    deletion: 'removed',
  },
  'customer_profiles.user_id': {
    download: {
      file: 'profile',
      about: 'Your name, address, birth date and license, and what we decided about your age.',
      columns: [
        'full_name',
        'phone',
        'address',
        'city',
        'state',
        'zipcode',
        'license_id_last4',
        'license_state',
        'license_verified',
        'birth_date',
        'is_verified_over21',
        'age_decided_at',
        'age_rejection',
        'status',
        'is_banned',
        'ban_reason',
        'loyalty_points',
        'last_active_at',
        'version',
        'created_at',
        'updated_at',
        'missed_count_from',
      ],
    },
    deletion: 'removed',
    // The number itself is included instead.
    heldBack: ['license_id_encrypted', 'license_id_hash'],
  },
  'customer_photos.user_id': {
    download: {
      file: 'photos',
      about: 'When you gave us each picture; the pictures are in the folder photos.',
      columns: ['id', 'kind', 'state', 'content_type', 'delete_after', 'created_at'],
    },
    deletion: 'freed',
    heldBack: ['file_key', 'key_id'],
  },
  'user_preferences.user_id': {
    download: {
      file: 'preferences',
      about: 'Which messages you want.',
      columns: [
        'order_updates',
        'account_updates',
        'promotional',
        'email_notifications',
        'push_notifications',
        'choices',
        'updated_at',
      ],
    },
    deletion: 'removed',
  },
  'push_subscriptions.user_id': {
    download: {
      file: 'push-subscriptions',
      about: 'When you turned on notifications on a device.',
      columns: ['id', 'created_at'],
    },
    deletion: 'removed',
    heldBack: ['endpoint', 'p256dh', 'auth', 'session_id'],
  },
  'sms_numbers.user_id': {
    download: {
      file: 'text-message-number',
      about: 'The number for text messages.',
      columns: ['phone', 'verified_at', 'code_expires_at', 'code_tries', 'created_at'],
    },
    deletion: 'removed',
    heldBack: ['code_hash'],
  },
  'sms_consents.user_id': {
    download: {
      file: 'text-message-consents',
      about: 'When you agreed to text messages, or stopped them.',
      columns: ['id', 'phone', 'given', 'words', 'created_at'],
    },
    deletion: 'removed',
  },
  'carts.user_id': {
    download: {
      file: 'cart',
      about: 'What is in your cart.',
      columns: ['lines', 'version', 'updated_at'],
    },
    deletion: 'removed',
  },
  'favorites.user_id': {
    download: {
      file: 'favorites',
      about: 'Products you marked with a heart.',
      columns: ['product_id', 'created_at'],
    },
    deletion: 'removed',
  },
  'stock_alerts.user_id': {
    download: {
      file: 'stock-alerts',
      about: 'Products you asked us to tell you about.',
      columns: ['id', 'product_id', 'notified_at', 'created_at'],
    },
    deletion: 'removed',
  },
  'user_activity.user_id': {
    download: {
      file: 'activity',
      about: 'What you did here while signed in.',
      columns: ['id', 'activity_type', 'description', 'metadata', 'created_at'],
    },
    deletion: 'removed',
  },
  'notifications.user_id': {
    download: {
      file: 'notifications',
      about: 'Messages in your bell.',
      columns: ['id', 'event_id', 'type', 'title', 'message', 'path', 'read', 'created_at'],
    },
    deletion: 'removed',
  },
  'deliveries.user_id': {
    download: {
      file: 'deliveries',
      about: 'Which messages we sent you, by which channel.',
      columns: ['id', 'event_id', 'channel', 'title', 'mail_id', 'status', 'created_at'],
    },
    deletion: 'removed',
    heldBack: ['last_error'],
  },
  'promotion_recipients.user_id': {
    download: {
      file: 'promotions',
      about: 'Newsletters we sent you.',
      columns: ['promotion_id', 'status', 'at'],
    },
    deletion: 'removed',
  },
  'recall_people.user_id': {
    download: {
      file: 'recalls',
      about: 'Recalls of products you bought, and what you answered.',
      columns: ['number', 'recall_id', 'units', 'status', 'sent_at', 'opened_at', 'answer', 'answered_at'],
    },
    deletion: 'freed',
    heldBack: ['answered_by_name'],
  },
  'closure_people.user_id': {
    download: {
      file: 'closures',
      about: 'Days we closed that affected your orders, and how we notified you.',
      columns: [
        'number',
        'closure_id',
        'status',
        'sent_at',
        'undone_status',
        'undone_sent_at',
        'call',
        'called_at',
      ],
    },
    deletion: 'freed',
    heldBack: ['called_by_name'],
  },
  'idempotency_keys.user_id': {
    download: { notShown: 'Numbers that stop one press from counting twice, deleted after a day.' },
    deletion: 'removed',
  },
  'saved_views.owner_id': {
    download: {
      file: 'saved-views',
      about: 'Filters you saved in the office.',
      columns: ['id', 'list', 'name', 'query', 'is_shared', 'created_at'],
    },
    deletion: 'removed',
  },
  'list_columns.owner_id': {
    download: {
      file: 'list-columns',
      about: 'Columns you left out of lists in the office.',
      columns: ['list', 'hidden'],
    },
    deletion: 'removed',
  },
  'customer_notes.user_id': {
    download: { notShown: 'Notes our staff write for each other.' },
    deletion: 'removed',
  },
  'mail_messages.account_id': {
    download: { notShown: 'Subjects and times are in mail.json; their text is deleted after a while.' },
    deletion: 'removed',
  },
  'walk_ins.user_id': {
    download: { notShown: 'Only of accounts that belong to no one.' },
    deletion: 'removed',
  },
  'orders.user_id': {
    download: {
      file: 'orders',
      about: 'Your orders with their items, refunds and ID checks. orders.html shows the same to read.',
      columns: [
        'id',
        'number',
        'order_id',
        'user_email',
        'user_name',
        'order_type',
        'status',
        'payment_status',
        'pickup_starts_at',
        'pickup_ends_at',
        'birth_date',
        'subtotal',
        'tax',
        'cannabis_tax',
        'total',
        'tax_parts',
        'reservation_id',
        'shipping_address',
        'city',
        'state',
        'zipcode',
        'pass_code',
        'late_minutes',
        'late_said_at',
        'seller',
        'is_first',
        'ready_at',
        'completed_at',
        'cancelled_at',
        'created_at',
        'updated_at',
        'customer_note',
        'pickup_name',
        'paid_at',
        'arrived_at',
        'arrival_number',
        'is_walk_in',
        'is_history',
        'cash_rounding',
      ],
    },
    deletion: 'moved',
    // Internal to the people who pack, take the cash and hand over.
    heldBack: ['note', 'version', 'drawer_session_id', 'packer_id', 'packer_name', 'paid_by', 'paid_by_name'],
  },
  'pickup_reservations.user_id': {
    download: {
      file: 'reservations',
      about: 'Products we held for you.',
      columns: [
        'id',
        'product_id',
        'quantity',
        'pickup_time',
        'status',
        'hold_expires_at',
        'unit_price',
        'unit_discount',
        'discount_taxed',
        'offer_id',
        'created_at',
        'updated_at',
        'is_history',
        'sign_up_id',
      ],
    },
    deletion: 'moved',
  },
};

/** Tables whose rows are in the download as part of others. */
export const partTables = {
  users: {
    columns: ['id', 'name', 'email', 'email_verified', 'created_at', 'updated_at'],
    // When their tokens last ended: of our own safeguards.
    heldBack: ['access_ended_at'],
  },
  order_items: {
    columns: [
      'id',
      'position',
      'product_id',
      'product_name',
      'product_type',
      'category_name',
      'tax_class',
      'requires_id',
      'quantity',
      'unit_price',
      'amount',
      'unit_discount',
      'discount_taxed',
      'offer_id',
      'list_price',
      'tax_base',
      'tax',
      'total',
      'tax_parts',
      'limit_category',
      'limit_mg',
      'reservation_id',
    ],
    // What the store paid, and the order that the item is listed under.
    heldBack: ['unit_cost', 'order_id'],
  },
  refunds: {
    columns: ['amount', 'tax', 'cash_rounding', 'lines', 'goods', 'created_at'],
    heldBack: ['id', 'order_id', 'reason', 'refunded_by', 'refunded_by_name', 'drawer_session_id'],
  },
  id_checks: {
    columns: ['outcome', 'id_kind', 'issuer', 'expires_on', 'refusal', 'created_at'],
    heldBack: ['id', 'order_id', 'note', 'checked_by', 'checked_by_name'],
  },
} as const satisfies Record<string, { columns: readonly string[]; heldBack: readonly string[] }>;
