/** A stand-in for Metrc with one license, and calls to it, for tests. */

import { type Metrc, startMetrc } from '../start-metrc.ts';
import { addPackage, newMetrcState } from '../state.ts';

export const LICENSE = 'OCM-RETL-24-000001';

/** Noon of a Saturday in New York. */
export const NOON = new Date('2026-11-28T17:00:00Z');

/** A window that shows everything. */
export const WIDE = 'lastModifiedStart=2020-01-01&lastModifiedEnd=2028-01-01';

/** The label of a package. */
export const labelOf = (number: number) => `1A4FF01000000220000${String(number).padStart(5, '0')}`;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any;

export type MetrcAnswer = { status: number; headers: Headers; body: Body };

export type OpenMetrc = {
  metrc: Metrc;
  /** `patience`: milliseconds until the call ends without its answer. */
  ask: (
    method: string,
    path: string,
    query?: string,
    body?: unknown,
    options?: { keys?: string; patience?: number },
  ) => Promise<MetrcAnswer>;
  get: (path: string, query?: string) => Promise<MetrcAnswer>;
  /** Puts a package into the state. */
  add: (number: number, quantity?: number, at?: Date) => ReturnType<typeof addPackage>;
};

/** Starts a stand-in whose clock stands at this moment, unless it is given another. */
export async function openMetrc(clock = () => NOON): Promise<OpenMetrc> {
  const state = newMetrcState({ integratorKey: 'software', userKey: 'farm', license: LICENSE });
  const metrc = await startMetrc({ zone: 'America/New_York', clock, state });
  const ask: OpenMetrc['ask'] = async (method, path, query = '', body, options = {}) => {
    const { keys = 'software:farm', patience = 30_000 } = options;
    const response = await fetch(`${metrc.origin}${path}?licenseNumber=${LICENSE}&${query}`, {
      method,
      headers: { Authorization: `Basic ${btoa(keys)}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    metrc,
    ask,
    get: (path, query) => ask('GET', path, query),
    add: (number, quantity = 10, at = NOON) =>
      addPackage(state, { label: labelOf(number), license: LICENSE, quantity }, at),
  };
}

/** A receipt of this many units of a package. */
export const saleOf = (number: number, quantity = 1, externalNumber?: string) => ({
  SalesDateTime: '2026-11-28T11:00:00.000',
  ExternalReceiptNumber: externalNumber,
  SalesCustomerType: 'Consumer',
  Transactions: [
    { PackageLabel: labelOf(number), Quantity: quantity, UnitOfMeasure: 'Each', TotalAmount: 20 },
  ],
});
