/** What goes wrong at the stand-in: how Metrc is at all times (traps), and what a test or a trial asks for (faults). */

/** Each is on unless a test turns it off to see which of its cares a client needs. */
export type Traps = {
  /** Lists answer only what changed in the last day unless both ends of the window are given. */
  narrowWindows: boolean;
  /** At most 20 rows a page. */
  smallPages: boolean;
  /** 401 for what the license or the user's key may not do. */
  closedDoors: boolean;
  /** One refused object refuses the call. */
  allOrNothing: boolean;
  /** 429 with Retry-After for too many GET calls. */
  rateLimit: boolean;
  /** Sales are in local time without a zone; with the trap off they have their offset. */
  localTimes: boolean;
  /** Two writes to one package at once are both refused, or one overwrites what the other took. */
  writesAtOnce: boolean;
  /** Lists of receipts leave their transactions out. */
  bareReceipts: boolean;
  /** What is on hold is only in the list of packages on hold. */
  holdLeavesActive: boolean;
};

export type FaultKind =
  /** Takes the call, and never answers. */
  | 'silence-after-taking'
  /** Does nothing, and never answers. */
  | 'silence'
  /** Takes the call, and ends the connection. */
  | 'cut-after-taking'
  | 'error-500'
  | 'too-many'
  /** Refuses the call as its rules would. */
  | 'refusal'
  /** Answers a byte at a time. */
  | 'slow'
  | 'html'
  /** 10 MB of valid JSON. */
  | 'huge'
  | 'redirect'
  /** Every number a text, every text a number. */
  | 'wrong-types';

/** What the next calls meet. Without `method`, `isReport` and `path` any call; without `times` one. */
export type Fault = {
  kind: FaultKind;
  method?: string;
  /** Only calls that report something, with any method but GET. */
  isReport?: boolean;
  /** The beginning of the path. */
  path?: string;
  times?: number;
};

export type FaultyCall = { method: string; path: string; json: unknown };

export type Faults = {
  traps: Traps;
  limits: {
    /** GET calls a second, per facility and per integrator. */
    perFacility: number;
    perIntegrator: number;
    /** Calls at once per facility. */
    atOnce: number;
    /** Hours between the ends of a window; null for any number. */
    windowHours: number | null;
  };
  /** What Retry-After says, in seconds. */
  retryAfter: number;
  /** What two writes to one package at once meet. */
  writesAtOnce: 'both-refused' | 'both-taken';
  /** How long a write takes, in milliseconds: the time in which another one meets it. */
  writeTakes: number;
  /** The answer about a receipt that this license does not have. */
  unknownReceipt: 404 | 401;
  /** Between two bytes of a slow answer, in milliseconds. */
  slowByte: number;
  /** Where a redirect leads. */
  redirectTo: string;
  /** Until then no call is answered: connections end. */
  downUntil: Date | null;
  /** What the next calls meet; the first that fits, and only once. */
  next: Fault[];
  /** Decides for each call without a fault of its own: a simulation's dice. */
  choose: (call: FaultyCall) => FaultKind | null;
};

/** All traps on, no faults. The rate limits are Metrc's. */
export function calm(): Faults {
  return {
    traps: {
      narrowWindows: true,
      smallPages: true,
      closedDoors: true,
      allOrNothing: true,
      rateLimit: true,
      localTimes: true,
      writesAtOnce: true,
      bareReceipts: true,
      holdLeavesActive: true,
    },
    limits: { perFacility: 50, perIntegrator: 150, atOnce: 10, windowHours: null },
    retryAfter: 1,
    writesAtOnce: 'both-refused',
    writeTakes: 5,
    unknownReceipt: 404,
    slowByte: 200,
    redirectTo: 'http://127.0.0.1:9/',
    downUntil: null,
    next: [],
    choose: () => null,
  };
}

/** From now on, for that many minutes, no call is answered. */
export function goDown(faults: Faults, minutes: number, now: Date): void {
  faults.downUntil = new Date(now.getTime() + minutes * 60_000);
}

/** Takes the fault that this call meets, if any, from those that wait. */
export function takeFault(faults: Faults, call: FaultyCall): FaultKind | null {
  const index = faults.next.findIndex(
    ({ method, isReport, path }) =>
      (method ?? call.method) === call.method &&
      (!isReport || call.method !== 'GET') &&
      call.path.startsWith(path ?? ''),
  );
  const found = faults.next[index];
  if (!found) return faults.choose(call);
  const left = (found.times ?? 1) - 1;
  if (left > 0) faults.next[index] = { ...found, times: left };
  else faults.next.splice(index, 1);
  return found.kind;
}
