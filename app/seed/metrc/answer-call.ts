/** From a call to its answer: keys, license, permissions, rate, and then the endpoint. */
import { setTimeout as wait } from 'node:timers/promises';
import { commit, type Decision, decide } from './draft.ts';
import { type Answer, type Call, type Door, type Endpoint, refused, type WriteEndpoint } from './endpoint.ts';
import { endpointFor } from './endpoints.ts';
import type { Faults } from './faults.ts';
import type { Rates } from './rates.ts';
import type { MetrcState, MetrcUser } from './records.ts';

/** A call as it came over HTTP. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  json: unknown;
};

/** What the stand-in needs to answer. `writing`: labels that a write is changing. */
export type Desk = {
  state: MetrcState;
  faults: Faults;
  clock: () => Date;
  zone: string;
  rates: Rates;
  writing: Map<string, { collided: boolean }>;
};

const UNAUTHORIZED = refused(401, 'Unauthorized');

/** Objects of a call at most. */
const LARGEST_CALL = 10;

/** Answers a call. */
export async function answerCall(desk: Desk, asked: Asked): Promise<Answer> {
  const { state } = desk;
  const signedIn = userOf(state, asked.authorization);
  if (!signedIn) return UNAUTHORIZED;
  const known = endpointFor(asked.method, asked.path);
  if (!known) return refused(404, 'No HTTP resource was found that matches the request.');
  const license = asked.query.get('licenseNumber');
  const problem = whyNoEntry(desk, known.endpoint, signedIn, license);
  if (problem) return problem;
  const call: Call = {
    state,
    license: license ?? '',
    user: signedIn.name,
    now: desk.clock(),
    zone: desk.zone,
    faults: desk.faults,
    signedIn,
    params: known.params,
    query: asked.query,
    body: asked.json,
  };
  const leave = asked.method === 'GET' ? desk.rates.enter(call.license, desk.faults) : () => undefined;
  if (!leave)
    return {
      ...refused(429, 'Too Many Requests'),
      headers: { 'Retry-After': String(desk.faults.retryAfter) },
    };
  try {
    return known.endpoint.kind === 'read'
      ? known.endpoint.answer(call)
      : await answerWrite(desk, call, known.endpoint);
  } finally {
    leave();
  }
}

/** User name: the software's key. Password: the user's. */
function userOf(state: MetrcState, authorization: string | undefined): MetrcUser | null {
  const encoded = /^Basic ([\w+/=]+)$/.exec(authorization ?? '')?.[1];
  if (!encoded) return null;
  const [integrator, key] = Buffer.from(encoded, 'base64').toString().split(':');
  if (integrator !== state.integratorKey) return null;
  return state.users.find((user) => user.key === key) ?? null;
}

function whyNoEntry(
  { state, faults }: Desk,
  { query, door }: Endpoint,
  user: MetrcUser,
  license: string | null,
): Answer | null {
  if (query.includes('licenseNumber')) {
    if (license === null) return refused(400, 'The licenseNumber field is required.');
    if (!user.licenses.includes(license)) return UNAUTHORIZED;
  }
  const isOpen = !faults.traps.closedDoors || maySee(state, door, user, license);
  return isOpen ? null : UNAUTHORIZED;
}

function maySee(state: MetrcState, { needs, flag }: Door, user: MetrcUser, license: string | null): boolean {
  if (needs === null) return false;
  const facility = state.facilities.find((each) => each.license === license);
  const isAllowed = needs.length === 0 || needs.some((name) => user.permissions.includes(name));
  return isAllowed && (flag === undefined || facility?.flags.includes(flag) === true);
}

async function answerWrite(desk: Desk, call: Call, endpoint: WriteEndpoint): Promise<Answer> {
  const rows = endpoint.rows(call);
  if (!Array.isArray(rows) || rows.length === 0) return refused(400, 'A list of objects is required.');
  if (rows.length > LARGEST_CALL) return refused(413, `At most ${LARGEST_CALL} objects are allowed.`);
  const parsed = rows.map((row) => endpoint.schema.safeParse(row));
  const unreadable = parsed.flatMap(({ error }, row) => {
    const issue = error?.issues[0];
    return issue ? [{ row, message: `The ${issue.path.join('.') || 'object'} field is not valid.` }] : [];
  });
  if (unreadable.length > 0) return { status: 400, body: unreadable };
  const values = parsed.map(({ data }) => data);
  const decideNow = () => decide(call, values, endpoint.take, desk.faults.traps.allOrNothing);
  const decision = await whileOthersWrite(desk, decideNow);
  if (decision === 'collided')
    return { status: 400, body: [{ row: 0, message: 'The Package is being changed by another request.' }] };
  commit(call, decision.draft);
  if (decision.refusals.length > 0) return { status: 400, body: decision.refusals };
  return endpoint.answersIds ? { status: 200, body: { Ids: decision.ids, Warnings: null } } : { status: 200 };
}

/**
 * A write takes a moment, and decides at its end. With the trap on, two to one package meet: both are refused, or each is
 * taken as it was decided at its beginning, and one overwrites the other's quantity.
 */
async function whileOthersWrite(desk: Desk, decideNow: () => Decision): Promise<Decision | 'collided'> {
  const { faults, writing } = desk;
  const first = decideNow();
  const labels = Object.keys(first.draft.packages);
  const meeting = labels.flatMap((label) => writing.get(label) ?? []);
  const own = { collided: meeting.length > 0 };
  for (const other of meeting) other.collided = true;
  for (const label of labels) writing.set(label, own);
  await wait(faults.writeTakes);
  for (const label of labels) if (writing.get(label) === own) writing.delete(label);
  if (!own.collided || !faults.traps.writesAtOnce) return decideNow();
  return faults.writesAtOnce === 'both-refused' ? 'collided' : first;
}
