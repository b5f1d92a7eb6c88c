/** How often someone may try. Windows are fixed spans that start with the first try. */

export type RateLimit = { max: number; windowSeconds: number };

/** Counters older than this are deleted; no limit may look further back. */
export const LONGEST_WINDOW_SECONDS = 86_400;

/** Per client address (for IPv6 the /64 network, which belongs to one customer of a provider). */
export const addressLimits = {
  'sign-in': { max: 20, windowSeconds: 300 },
  'sign-up': { max: 15, windowSeconds: 3600 },
  /** Checkouts of guests: each takes the locks of a sale. */
  'guest-checkout': { max: 60, windowSeconds: 3600 },
  'password-reset': { max: 6, windowSeconds: 3600 },
  'new-confirmation': { max: 6, windowSeconds: 3600 },
  'change-email': { max: 10, windowSeconds: 3600 },
  'follow-link': { max: 30, windowSeconds: 300 },
  passkey: { max: 60, windowSeconds: 300 },
  /** Answers from outside providers: each makes us call the provider. */
  provider: { max: 30, windowSeconds: 300 },
} as const satisfies Record<string, RateLimit>;

/** Reports of pages that failed in a browser: no session is needed, so they may not crowd out the shop's own errors. */
export const browserErrorLimits = {
  byAddress: { max: 5, windowSeconds: 3600 },
  inTotal: { max: 15, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/**
 * Guesses at one account. One address can use up only a small part of what all strangers share, so that locking an
 * account for strangers takes fifteen addresses; and even then a device that has signed in to it before still has its
 * own tries.
 */
export const guessLimits = {
  /** From one address at one account. */
  addressAndAccount: { max: 20, windowSeconds: 3600 },
  /** From all devices that have not signed in to the account. */
  account: { max: 300, windowSeconds: 3600 },
  /** From one device that has signed in to the account before. */
  device: { max: 20, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/**
 * Guesses at one-time codes, after the correct password. Of a million codes of the app three are correct at a time:
 * sixty guesses a day find one in fifteen years. Backup codes have ten digits; their limits only protect against load.
 */
export const codeLimits = {
  /** Codes of the app, from all devices that have not shown a second factor for the account before. */
  strangers: { max: 10, windowSeconds: 3600 },
  strangersInADay: { max: 30, windowSeconds: 86_400 },
  /** Codes of the app, from one device that has; and from all of them together. */
  device: { max: 10, windowSeconds: 3600 },
  devicesInADay: { max: 30, windowSeconds: 86_400 },
  /** Backup codes, from one device or address; and from all of them together. */
  backup: { max: 10, windowSeconds: 3600 },
  backupInTotal: { max: 300, windowSeconds: 3600 },
  /** New passwords that reset the strangers' count. */
  reset: { max: 1, windowSeconds: 86_400 },
} as const satisfies Record<string, RateLimit>;

/**
 * Text messages with a code. A known device has its own count, so that a thief of the password cannot use up the
 * owner's. A phone gets no more than both counts allow, plus a few from people who say that it is theirs.
 */
export const textCodeLimits = {
  account: { max: 5, windowSeconds: 3600 },
  device: { max: 5, windowSeconds: 3600 },
  address: { max: 20, windowSeconds: 3600 },
  phone: { max: 10, windowSeconds: 3600 },
  setUpPhone: { max: 5, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/** Wrong codes before the account's owner is notified, and how often the owner is notified. */
export const wrongCodes = {
  beforeTelling: { max: 4, windowSeconds: 3600 },
  telling: { max: 1, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/**
 * Mail that anyone can request for an address they type, so that no one floods an inbox through us. Each kind has its
 * own count: sign-ups by strangers do not use up resets. Mail that an admin or the signed-in owner requests is not
 * counted by recipient at all.
 */
export const accountMailLimits = {
  /** One kind, from one client address to one recipient: a single stranger cannot use up the recipient's count. */
  addressAndRecipient: { max: 3, windowSeconds: 3600 },
  /** One kind, to one recipient, from all strangers together. */
  recipient: { max: 6, windowSeconds: 3600 },
  /** One kind, to one recipient, from a device that has signed in to the account before. */
  device: { max: 3, windowSeconds: 3600 },
  /** 'You already have an account', the mail about a sign-up with the address of an account. */
  alreadyHaveAccount: { max: 2, windowSeconds: 86_400 },
} as const satisfies Record<string, RateLimit>;

/** Requested changes of one account's email: each writes to an address that someone typed. */
export const emailChangeLimit: RateLimit = { max: 5, windowSeconds: 3600 };

/** Access tokens of one account: a page needs one in five minutes. */
export const tokenLimit: RateLimit = { max: 240, windowSeconds: 3600 };

/** Requests with one token of the API; and without a token, from one address. */
export const apiLimit: RateLimit = { max: 300, windowSeconds: 60 };

/** Passwords tried with one link. */
export const linkLimit: RateLimit = { max: 10, windowSeconds: 3600 };

/** Pictures of one person: each is decoded, re-encoded and stored. */
export const photoLimit: RateLimit = { max: 30, windowSeconds: 3600 };

/**
 * PINs on shared tablets. Twenty wrong ones a day find one of a million in more than sixty years on average. The
 * count starts again when a person sets a new PIN with their password.
 */
export const pinLimits = {
  /** From one tablet: for all people together, and apart from them for ids without a PIN. */
  tablet: { max: 30, windowSeconds: 600 },
  /** At one person, from all tablets. */
  person: { max: 5, windowSeconds: 900 },
  personInADay: { max: 20, windowSeconds: 86_400 },
} as const satisfies Record<string, RateLimit>;

/** Receipts of one order. */
export const receiptLimit: RateLimit = { max: 3, windowSeconds: 3600 };

/** A stored counter: tries so far and when the first one was, in ms. */
export type Counter = { count: number; windowStart: number };

/** Seconds until the next try counts; 0 when it is allowed now. `counter` includes this try. */
export function secondsToWait(counter: Counter, limit: RateLimit, now: number): number {
  if (counter.count <= limit.max) return 0;
  return Math.max(1, Math.ceil((counter.windowStart + limit.windowSeconds * 1000 - now) / 1000));
}

/** What counts as one address: an IPv4 address, or the first half of an IPv6 one. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
