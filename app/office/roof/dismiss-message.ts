/** Where a lasting message is dismissed. */
export const DISMISS = '/admin/dismiss-message';
