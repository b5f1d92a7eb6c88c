/** Reads sales as Metrc has them. */
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type StateReceipt, TrackingTrouble } from '../tracking.ts';
import { dollars } from './dollars.ts';
import { momentOfLocal } from './local-time.ts';
import { flag, line, tag } from './metrc-answers.ts';
import type { MetrcClient } from './metrc-client.server.ts';
import { trouble } from './metrc-connection.server.ts';
import type { MetrcLists } from './metrc-lists.server.ts';

/** A line of a receipt. The vendor's examples show none: these names are an assumption, so each may be missing. */
const transaction = z
  .object({ PackageLabel: tag, QuantitySold: z.number(), TotalPrice: dollars })
  .extend({ QrCodes: z.array(z.string().max(200)).nullish() });

/** A row of `GET /sales/v2/receipts/active` and `/inactive`, and what `/{id}` and `/external/{number}` answer. */
const receiptRow = z.object({
  ...{ Id: z.int().nonnegative(), ExternalReceiptNumber: line.nullish(), SalesDateTime: z.string().max(40) },
  ...{ TotalPrice: dollars, IsFinal: flag, ArchivedDate: line.nullish() },
  // Lists leave them out.
  Transactions: z.array(z.unknown()).nullish(),
});

export type ReceiptLine = { tag: string; units: number; total: number; codes: readonly string[] | null };

/** `lines`: null if Metrc does not tell them in a form that is known. */
export type ReceiptRead = StateReceipt & { lines: readonly ReceiptLine[] | null };

export type ReceiptReads = {
  receipts(since: Temporal.Instant): Promise<ReceiptRead[]>;
  /** The receipt of the shop's number that Metrc answers with; null if there is none, or if Metrc will not say. */
  ofNumber(number: string): Promise<ReceiptRead | 'not-said' | null>;
  ofId(id: string): Promise<ReceiptRead | 'not-said' | null>;
};

export function receiptReads(
  client: MetrcClient,
  lists: MetrcLists,
  { license, zone }: { license: string; zone: string },
): ReceiptReads {
  const right = 'sales';
  const one = async (path: string) => {
    try {
      const row = await client.find(path, receiptRow, { query: { licenseNumber: license }, right });
      return row && receiptOf(row, zone);
    } catch (error) {
      if (error instanceof TrackingTrouble && error.problem.kind === 'not-permitted') return 'not-said';
      throw error;
    }
  };
  return {
    async receipts(since) {
      const asked = {
        ...({ right, since, startedAt: performance.now() } as const),
        keyOf: ({ Id }: { Id: number }) => Id,
      };
      const active = await lists.read('/sales/v2/receipts/active', receiptRow, asked);
      // Read last, because a receipt becomes inactive and seldom active again.
      const inactive = await lists.read('/sales/v2/receipts/inactive', receiptRow, asked);
      const each = new Map([...active, ...inactive].map((row) => [row.Id, receiptOf(row, zone)]));
      return [...each.values()];
    },
    ofNumber: (number) => one(`/sales/v2/receipts/external/${encodeURIComponent(number)}`),
    ofId: (id) => one(`/sales/v2/receipts/${encodeURIComponent(id)}`),
  };
}

function receiptOf(row: z.infer<typeof receiptRow>, zone: string): ReceiptRead {
  const soldAt = momentOfLocal(row.SalesDateTime, zone);
  if (!soldAt) throw trouble({ kind: 'strange-answer' });
  const told = z.array(transaction).min(1).safeParse(row.Transactions);
  return {
    ...{ id: String(row.Id), number: row.ExternalReceiptNumber || null, soldAt, total: row.TotalPrice },
    ...{ isFinal: row.IsFinal, isVoided: Boolean(row.ArchivedDate) },
    lines: told.success
      ? told.data.map((each) => ({
          ...{ tag: each.PackageLabel, units: each.QuantitySold, total: each.TotalPrice },
          codes: each.QrCodes ?? null,
        }))
      : null,
  };
}
