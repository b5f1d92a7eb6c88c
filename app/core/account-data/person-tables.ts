/**
 * Lists every table that refers to people, and what happens to its rows: in the download of one's own data, and when an
 * account is deleted. A test compares this list with the database, so that a new table gets a decision.
 */

export type PersonTable = {
  /** Its file name in the download, without extension; or why the download leaves it out. */
  download: { file: string } | { notShown: string };
  /**
   * `removed`: the foreign key deletes the rows with the account. `moved`: the law requires them for five years (9
   * NYCRR 125.13): they stay without a name, under an account that no one owns. `freed`: the row stays without the
   * person: a photo until its file is deleted, a recall's list of people for the state.
   */
  deletion: 'removed' | 'moved' | 'freed';
  /** Columns that the download leaves out: secrets, and internal data. */
  heldBack?: readonly string[];
};

/** By table and the column that refers to the person. */
export const personTables: Readonly<Record<string, PersonTable>> = {
  'accounts.user_id': { download: { file: 'ways-to-sign-in' }, deletion: 'removed', heldBack: ['password'] },
  'sessions.user_id': { download: { file: 'sessions' }, deletion: 'removed', heldBack: ['token'] },
  'api_tokens.user_id': {
    download: { file: 'api-tokens' },
    deletion: 'removed',
    heldBack: ['secret_hash'],
  },
  'user_roles.user_id': { download: { file: 'role' }, deletion: 'removed' },
  'authenticators.user_id': {
    download: { file: 'authenticator' },
    deletion: 'removed',
    heldBack: ['secret', 'last_step'],
  },
  'text_factors.user_id': { download: { file: 'sign-in-phone' }, deletion: 'removed' },
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
    download: { file: 'passkeys' },
    deletion: 'removed',
    heldBack: ['public_key', 'credential_id'],
  },
  'email_changes.user_id': { download: { file: 'email-changes' }, deletion: 'removed' },
  'customer_profiles.user_id': {
    download: { file: 'profile' },
    deletion: 'removed',
    // The number itself is included instead.
    heldBack: ['license_id_encrypted', 'license_id_hash'],
  },
  'customer_photos.user_id': {
    download: { file: 'photos' },
    deletion: 'freed',
    heldBack: ['file_key', 'key_id'],
  },
  'user_preferences.user_id': { download: { file: 'preferences' }, deletion: 'removed' },
  'push_subscriptions.user_id': {
    download: { file: 'push-subscriptions' },
    deletion: 'removed',
    heldBack: ['endpoint', 'p256dh', 'auth', 'session_id'],
  },
  'sms_numbers.user_id': {
    download: { file: 'text-message-number' },
    deletion: 'removed',
    heldBack: ['code_hash'],
  },
  'sms_consents.user_id': { download: { file: 'text-message-consents' }, deletion: 'removed' },
  'carts.user_id': { download: { file: 'cart' }, deletion: 'removed' },
  'favorites.user_id': { download: { file: 'favorites' }, deletion: 'removed' },
  'stock_alerts.user_id': { download: { file: 'stock-alerts' }, deletion: 'removed' },
  'user_activity.user_id': { download: { file: 'activity' }, deletion: 'removed' },
  'notifications.user_id': { download: { file: 'notifications' }, deletion: 'removed' },
  'deliveries.user_id': { download: { file: 'deliveries' }, deletion: 'removed' },
  'promotion_recipients.user_id': { download: { file: 'promotions' }, deletion: 'removed' },
  'recall_people.user_id': {
    download: { file: 'recalls' },
    deletion: 'freed',
    heldBack: ['answered_by_name'],
  },
  'closure_people.user_id': {
    download: { file: 'closures' },
    deletion: 'freed',
    heldBack: ['called_by_name'],
  },
  'idempotency_keys.user_id': {
    download: { notShown: 'Numbers of presses of a button, kept for a day.' },
    deletion: 'removed',
  },
  'saved_views.owner_id': { download: { file: 'saved-views' }, deletion: 'removed' },
  'customer_notes.user_id': {
    download: { notShown: 'Notes that our staff keep between themselves.' },
    deletion: 'removed',
  },
  'mail_messages.account_id': {
    download: { notShown: 'Subjects and times are in mail.json; the words are removed in time.' },
    deletion: 'removed',
  },
  'walk_ins.user_id': {
    download: { notShown: 'Only of accounts that belong to no one.' },
    deletion: 'removed',
  },
  'orders.user_id': {
    download: { file: 'orders' },
    deletion: 'moved',
    // Internal to the people who pack and hand over.
    heldBack: ['note', 'version'],
  },
  'pickup_reservations.user_id': { download: { file: 'reservations' }, deletion: 'moved' },
};
