/** How often somebody may try. Windows are fixed spans that begin with the first try. */

export type RateLimit = { max: number; windowSeconds: number };

/** Counters older than this are removed; no rule may look further back. */
export const LONGEST_WINDOW_SECONDS = 86_400;

/** Per client address (of IPv6 the /64 network, which one customer of a provider has to themselves). */
export const addressLimits = {
  'sign-in': { max: 20, windowSeconds: 300 },
  'sign-up': { max: 15, windowSeconds: 3600 },
  'password-reset': { max: 6, windowSeconds: 3600 },
  'new-confirmation': { max: 6, windowSeconds: 3600 },
  'change-email': { max: 10, windowSeconds: 3600 },
  'follow-link': { max: 30, windowSeconds: 300 },
  passkey: { max: 60, windowSeconds: 300 },
  /** Answers of outside providers: each makes us ask the provider. */
  provider: { max: 30, windowSeconds: 300 },
} as const satisfies Record<string, RateLimit>;

/**
 * Guesses at one account. An address alone can use up a small part of what all strangers have together, so
 * that locking an account for strangers takes fifteen addresses; and even then a device that has signed in to
 * it before still has tries of its own.
 */
export const guessLimits = {
  /** From one address at one account. */
  addressAndAccount: { max: 20, windowSeconds: 3600 },
  /** From all devices the account has not been used on. */
  account: { max: 300, windowSeconds: 3600 },
  /** From one device that has signed in to the account before. */
  device: { max: 20, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/**
 * Guesses at one-time codes, after the right password. Of a million codes of the app three are right at a time: sixty
 * guesses a day find one in fifteen years. Backup codes have ten digits; their limits are there against load.
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
  /** New passwords by which what strangers have guessed is forgotten. */
  anew: { max: 1, windowSeconds: 86_400 },
} as const satisfies Record<string, RateLimit>;

/**
 * Text messages with a code. A known device has its own, so that whoever has the password cannot use up the owner's;
 * a phone gets no more than it would from both, and apart from that a few from people who say that it is theirs.
 */
export const textCodeLimits = {
  account: { max: 5, windowSeconds: 3600 },
  device: { max: 5, windowSeconds: 3600 },
  address: { max: 20, windowSeconds: 3600 },
  phone: { max: 10, windowSeconds: 3600 },
  setUpPhone: { max: 5, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/** Wrong codes of which the account's owner is not told yet, and how often they are. */
export const wrongCodes = {
  beforeTelling: { max: 4, windowSeconds: 3600 },
  telling: { max: 1, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/**
 * Mail that anyone can request for an address they type, so that no one floods an inbox through us. Each kind has its
 * own count: sign-ups by strangers leave resets alone. Mail that an admin or the signed-in owner requests is not
 * counted by recipient at all.
 */
export const accountMailLimits = {
  /** One kind, from one client address to one recipient: a single stranger cannot use up the recipient's count. */
  addressAndRecipient: { max: 3, windowSeconds: 3600 },
  /** One kind, to one recipient, from all strangers together. */
  recipient: { max: 6, windowSeconds: 3600 },
  /** One kind, to one recipient, from a device that has signed in to the account before. */
  device: { max: 3, windowSeconds: 3600 },
  /** 'You already have an account', which a sign-up with the address of an account sends. */
  alreadyHaveAccount: { max: 2, windowSeconds: 86_400 },
} as const satisfies Record<string, RateLimit>;

/** Changes of one account's email that are asked for: each writes to an address that somebody typed. */
export const emailChangeLimit: RateLimit = { max: 5, windowSeconds: 3600 };

/** Access tokens of one account: a page needs one in five minutes. */
export const tokenLimit: RateLimit = { max: 240, windowSeconds: 3600 };

/** Passwords tried with one link. */
export const linkLimit: RateLimit = { max: 10, windowSeconds: 3600 };

/** Pictures of one person: each is decoded, drawn anew and stored. */
export const photoLimit: RateLimit = { max: 30, windowSeconds: 3600 };

/** Receipts of one order. */
export const receiptLimit: RateLimit = { max: 3, windowSeconds: 3600 };

/** A counter as stored: tries so far and when the first of them was, in ms. */
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
