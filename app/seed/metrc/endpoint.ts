/** The kinds of endpoints that the stand-in serves, each with what Metrc's list says of it. */
import type { z } from 'zod';
import type { Caller, Take } from './draft.ts';
import type { Faults } from './faults.ts';
import { type Dated, inWindow, LARGEST_PAGE, pageOf } from './page.ts';
import type { MetrcUser, Permission } from './records.ts';

/** A call whose keys and license are known to be right. */
export type Call = Caller & {
  faults: Faults;
  signedIn: MetrcUser;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
};

/** Without a body an empty answer; a Buffer is a file. */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

export type Door = {
  /** Any of these; an empty list opens to every key, null to none that a retailer can have. */
  needs: readonly Permission[] | null;
  /** The flag of FacilityType that the license must have. */
  flag?: string;
};

type Named = { method: string; path: string; query: readonly string[]; door: Door };

export type ReadEndpoint = Named & { kind: 'read'; answer: (call: Call) => Answer };

/** One that takes objects, all or none. */
export type WriteEndpoint = Named & {
  kind: 'write';
  /** The objects of the call. */
  rows: (call: Call) => unknown;
  schema: z.ZodType;
  take: Take<unknown>;
  answersIds: boolean;
};

export type Endpoint = ReadEndpoint | WriteEndpoint;

export const ANYONE: Door = { needs: [] };

export const refused = (status: number, message: string): Answer => ({ status, body: { Message: message } });
export const found = (body: unknown): Answer => ({ status: 200, body });
export const NOT_FOUND = refused(404, 'No HTTP resource was found that matches the request.');

const PAGING = ['pageNumber', 'pageSize'];
const WINDOW = ['lastModifiedStart', 'lastModifiedEnd'];

/** A list in pages. `windowed`: it shows what changed in a window. */
export function list(
  path: string,
  door: Door,
  { windowed = false, licensed = true, query = [] as string[] },
  rows: (call: Call) => Dated[],
): ReadEndpoint {
  const names = [...query, ...(licensed ? ['licenseNumber'] : []), ...(windowed ? WINDOW : []), ...PAGING];
  const answer = (call: Call) => pageInWindow(call, rows(call), windowed);
  return { kind: 'read', method: 'GET', path, query: names, door, answer };
}

function pageInWindow({ query, faults, now }: Call, rows: Dated[], windowed: boolean): Answer {
  const window = { start: query.get('lastModifiedStart'), end: query.get('lastModifiedEnd') };
  const narrow = faults.traps.narrowWindows;
  const shown = windowed
    ? inWindow(rows, window, { now, narrow, widestHours: faults.limits.windowHours })
    : rows;
  if (!shown) return refused(400, 'The lastModified window is not valid.');
  const page = { page: query.get('pageNumber'), size: query.get('pageSize') };
  const body = pageOf(shown, page, faults.traps.smallPages ? LARGEST_PAGE : Number.MAX_SAFE_INTEGER);
  return body ? found(body) : refused(400, `Page Size must be between 1 and ${LARGEST_PAGE}.`);
}

/** One object, a file, or a bare list. */
export function read(
  path: string,
  door: Door,
  query: readonly string[],
  answer: (call: Call) => Answer,
  method = 'GET',
): ReadEndpoint {
  return { kind: 'read', method, path, query, door, answer };
}

/** Takes the objects of the body. */
export function write<Schema extends z.ZodType>(
  [method, path]: ['POST' | 'PUT', string],
  door: Door,
  schema: Schema,
  take: Take<z.output<Schema>>,
): WriteEndpoint {
  return {
    kind: 'write',
    method,
    path,
    query: ['licenseNumber'],
    door,
    rows: ({ body }) => body,
    schema,
    take: take as Take<unknown>,
    answersIds: method === 'POST',
  };
}
