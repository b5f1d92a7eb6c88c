/**
 * Answers the code of a unit that was scanned on the board: it packs that unit of the one order that the person packs.
 * With none or several, or a unit that needs a reason, it leads to where the scan counts.
 */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { packMessage } from '#core/sales/orders/packing/pack-problem.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { packedWords } from '#core/sales/orders/packing/unit-to-pack.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { scanForm } from './board-form.ts';
import { readPackedBy } from './board-queries.server.ts';

const UNREADABLE = 'This code could not be read. Scan it again.';
const NOTHING_PACKED = 'This is a product code. Press Pack on an order first, then scan.';

/** @param back the board as the viewer sees it */
export async function answerScan(
  actor: SignedIn,
  form: FormData,
  url: string,
  back: string,
): Promise<Response> {
  const read = readForm(form, scanForm);
  if (!read.ok) return redirectWithFlash(back, UNREADABLE, 'error');
  const [orderId, ...others] = await readPackedBy(actor);
  if (orderId === undefined) return redirectWithFlash(back, NOTHING_PACKED, 'error');
  if (others.length > 0)
    return redirectWithFlash(
      back,
      `You pack ${[orderId, ...others].join(' and ')}. Open the one it is for, then scan.`,
      'error',
    );
  const code = readScannedCode(read.value.code, new URL(url).host);
  const outcome = await packUnit(actor, { orderId, key: read.value.key, code, otherLotBecause: '' });
  const packing = `/counter/orders/${orderId}/packing`;
  if (outcome.ok) return redirectWithFlash(packing, packedWords(outcome.value), 'success');
  const { title, text } = packMessage(outcome.problem);
  return redirectWithFlash(packing, `${title}. ${text}`, 'error');
}
