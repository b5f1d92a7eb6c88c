/** The data of a page after a form could not be processed: why, how to send it again, and the fields to preserve. */

/** Seconds until a retry makes sense. */
export const RETRY_AFTER_SECONDS = '5';

/** For a form whose rows someone else has locked: nothing was saved, and the form is fine. */
export const BUSY =
  'Someone else is changing this right now, so nothing was saved. Try again in a few seconds.';

/** A form that was not processed, to be sent again unchanged. */
export type SentForm = {
  /** The path and query it was sent to. */
  action: string;
  fields: [name: string, value: string][];
  /** Names of the fields that must be typed again: passwords. */
  secrets: string[];
};

/** The data of a 503 that a route throws. */
export type Unavailable = { message: string; sent: SentForm | null };

/** Reads the data that a route threw with its 503; null for anything else. */
export function readUnavailable(thrown: unknown): Unavailable | null {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown) || !('sent' in thrown))
    return null;
  return thrown as Unavailable;
}

/** The data of a 401 that a route throws for a form whose session has ended, or whose sign-in is too long ago. */
export type SessionEnded = {
  /** The address of the page to sign in, or to confirm who one is. */
  signIn: string;
  sent: SentForm;
};

/** Reads the data that a route threw with its 401; null for anything else. */
export function readSessionEnded(thrown: unknown): SessionEnded | null {
  if (typeof thrown !== 'object' || thrown === null || !('signIn' in thrown) || !('sent' in thrown))
    return null;
  return thrown as SessionEnded;
}
