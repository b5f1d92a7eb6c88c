/** What a page is told when a form was sent in vain: why, how it is sent again, and what the page must keep. */

/** Seconds until it is worth asking again. */
export const RETRY_AFTER_SECONDS = '5';

/** For a form whose rows somebody else holds: nothing was done, and nothing is wrong with it. */
export const BUSY =
  'Somebody else is changing this right now, so nothing was done. Try again in a few seconds.';

/** A form that was sent in vain, to be sent again as it was. */
export type SentForm = {
  /** Path and query it was sent to. */
  action: string;
  fields: [name: string, value: string][];
  /** Names of the fields that have to be typed again: passwords. */
  secrets: string[];
};

/** The data of a 503 that a route throws. */
export type Unavailable = { message: string; sent: SentForm | null };

/** Reads what a route threw with its 503; null when it was something else. */
export function readUnavailable(thrown: unknown): Unavailable | null {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown) || !('sent' in thrown))
    return null;
  return thrown as Unavailable;
}

/** The data of a 401 that a route throws for a form of a session that has ended meanwhile. */
export type SessionEnded = {
  /** Where to sign in. */
  signIn: string;
  sent: SentForm;
};

/** Reads what a route threw with its 401; null when it was something else. */
export function readSessionEnded(thrown: unknown): SessionEnded | null {
  if (typeof thrown !== 'object' || thrown === null || !('signIn' in thrown) || !('sent' in thrown))
    return null;
  return thrown as SessionEnded;
}
