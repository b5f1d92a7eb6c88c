/** Reports sales, adjustments and closings to Metrc. */
import { log } from '#platform/log.ts';
import {
  MOST_TOGETHER,
  type StateAct,
  type StateSale,
  type StateSaleLine,
  type TrackingSystem,
  TrackingTrouble,
} from '../tracking.ts';
import { type ActOf, adjustmentRow, finishRow, receiptNumberOf, saleRow } from './act-rows.ts';
import { trouble } from './metrc-connection.server.ts';
import type { SendWrite } from './metrc-writes.server.ts';
import type { StateCode } from './unit-codes.ts';

const RECEIPTS = '/sales/v2/receipts';

type Reading = {
  zone: string;
  /** The codes of a package's units, as the shop stores and as Metrc writes them. */
  stateCodes(tag: string): Promise<StateCode[]>;
};

export function reporting(
  sendWrite: SendWrite,
  { zone, stateCodes }: Reading,
): Pick<TrackingSystem, 'report'> {
  /** Without the right to read codes there are none: a sale without codes is taken, one with a foreign code is not. */
  const codesOrNone = (tag: string) =>
    stateCodes(tag).catch((error: unknown) => {
      const kind = error instanceof TrackingTrouble ? error.problem.kind : null;
      if (kind === 'not-permitted' || kind === 'strange-answer') return [];
      throw error;
    });

  /** The objects of sales, with the codes that Metrc lists for their packages, as it writes them. */
  async function saleRows(sales: readonly StateSale[]) {
    const lines = sales.flatMap((sale) => sale.lines);
    const tags = new Set(lines.flatMap(({ tag, codes }) => (codes.length > 0 ? [tag] : [])));
    const known = new Map<string, Map<string, string>>();
    for (const tag of tags) {
      const codes = await codesOrNone(tag);
      known.set(tag, new Map(codes.map(({ stored, written }) => [stored, written])));
    }
    const codesOf = ({ tag, units, codes }: StateSaleLine) => {
      const written = [...new Set(codes)].flatMap((code) => known.get(tag)?.get(code) ?? []);
      if (written.length < codes.length)
        log.warn({ tag, left: codes.length - written.length }, 'metrc does not list codes of a package');
      return written.slice(0, units);
    };
    return sales.map((sale) => saleRow(sale, zone, codesOf));
  }

  /** One call each: when a later one fails, those before it were taken, so each is looked up. */
  async function voidReceipts(acts: readonly ActOf<'sale-voided'>[], send: SendWrite) {
    const paths = acts.map(({ receiptId }) => `${RECEIPTS}/${receiptNumberOf(receiptId)}`);
    for (const [index, path] of paths.entries()) {
      await send({ method: 'DELETE', path, acts: 1 }).catch((error: unknown) => {
        throw index === 0 ? error : trouble({ kind: 'unsure' });
      });
    }
    return acts.map(() => null);
  }

  type Send<Kind extends StateAct['kind']> = (
    acts: ActOf<Kind>[],
    send: SendWrite,
  ) => Promise<(string | null)[]>;
  const sending: { [Kind in StateAct['kind']]: Send<Kind> } = {
    async sale(acts, send) {
      return send({ method: 'POST', path: RECEIPTS, body: await saleRows(acts), acts: acts.length });
    },
    async 'sale-changed'(acts, send) {
      const ids = acts.map(({ receiptId }) => receiptNumberOf(receiptId));
      const body = (await saleRows(acts)).map((row, index) => ({ Id: ids[index], ...row }));
      return send({ method: 'PUT', path: RECEIPTS, body, acts: acts.length });
    },
    'sale-voided': voidReceipts,
    async 'day-closed'(acts, send) {
      const body = acts.map(({ receiptId }) => ({ Id: receiptNumberOf(receiptId) }));
      return send({ method: 'PUT', path: `${RECEIPTS}/finalize`, body, acts: acts.length });
    },
    async adjustment(acts, send) {
      const body = acts.map((act) => adjustmentRow(act, zone));
      return send({ method: 'POST', path: '/packages/v2/adjust', body, acts: acts.length });
    },
    async 'package-empty'(acts, send) {
      const body = acts.map((act) => finishRow(act, zone));
      return send({ method: 'PUT', path: '/packages/v2/finish', body, acts: acts.length });
    },
  };

  /** `acts` have this kind. */
  const sendAll = <Kind extends StateAct['kind']>(kind: Kind, acts: readonly StateAct[], send: SendWrite) =>
    sending[kind](acts as ActOf<Kind>[], send);

  return {
    async report(acts, mayBegin) {
      const [first] = acts;
      if (!first) return [];
      if (acts.length > MOST_TOGETHER || acts.some(({ kind }) => kind !== first.kind))
        throw new RangeError(`A call has at most ${MOST_TOGETHER} acts, of one kind`);
      return sendAll(first.kind, acts, (write) => sendWrite({ ...write, mayBegin }));
    },
  };
}
