/** Defines the refusals when staff pack an order unit by unit, and their messages. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { orderStatusLabel } from '../order.ts';
import type { ScannedCode } from '../scan/scanned-code.ts';
import { type Refusal, type UnitProblem, unitMessage } from './unit-to-pack.ts';

export type PackProblem =
  | UnitProblem
  | Common<'not-allowed' | 'not-found'>
  /** The order has changed since the page was loaded. */
  | { kind: 'changed' }
  | { kind: 'not-started'; orderId: string }
  | { kind: 'packed-by'; orderId: string; name: string }
  | { kind: 'ready'; orderId: string }
  | { kind: 'ended'; orderId: string; status: OrderStatus }
  /** The code of an order: a customer's pass, or the label of a bag. */
  | { kind: 'order-code'; orderId: string; isThis: boolean }
  /** No product, batch or unit has this code. */
  | { kind: 'no-goods'; code: ScannedCode };

export function packMessage(problem: PackProblem): Refusal {
  switch (problem.kind) {
    case 'not-allowed':
      return { title: 'Not allowed', text: commonMessage(problem) };
    case 'not-found':
      return { title: 'Not found', text: commonMessage(problem, 'Order') };
    case 'changed':
      return {
        title: 'Order changed',
        text: 'Someone else changed this order. This page shows it as it is now.',
      };
    case 'not-started':
      return {
        title: 'Not started',
        text: `No one packs ${problem.orderId} yet. Start packing, then scan again.`,
      };
    case 'packed-by':
      return {
        title: `${problem.name} packs this order`,
        text: `Nothing was packed. Take over, or pack another order.`,
      };
    case 'ready':
      return { title: 'Ready already', text: `${problem.orderId} is ready. Put this unit back.` };
    case 'ended':
      return {
        title: orderStatusLabel[problem.status],
        text: `${problem.orderId} ${problem.status === 'completed' ? 'was handed over. Put this unit back.' : 'has ended. Put its units back on the shelf.'}`,
      };
    case 'order-code':
      return problem.isThis
        ? { title: 'This order', text: `This is the code of ${problem.orderId}. Scan a product.` }
        : { title: 'Another order', text: `This is the code of ${problem.orderId}. Nothing was packed.` };
    case 'no-goods':
      return { title: 'Unknown code', text: noGoodsText(problem.code) };
    default:
      return unitMessage(problem);
  }
}

function noGoodsText(code: ScannedCode): string {
  switch (code.kind) {
    case 'id-card':
      return 'This is a license. Scan a product.';
    case 'pass':
      return 'No order and no batch has this code.';
    case 'product-code':
      return `No product has the UPC ${code.digits}. Enter it under Edit Product, or press ‘Pack one’.`;
    case 'package-tag':
      return `No batch has the package tag ${code.tag}. Enter it with the lot, or press ‘Pack one’.`;
    case 'retail-item':
      return 'No batch has the package of this Retail Item ID. Enter its package tag with the lot, or press ‘Pack one’.';
    case 'own-address':
      return 'This link to the shop is not a product code.';
    case 'foreign-address':
      return `This code belongs to ${code.host}, not to a product here.`;
    case 'label':
      return `No batch has the number ${code.text}. Check the label, or press ‘Pack one’.`;
    case 'unknown':
      return 'This code could not be read. Scan it again, or press ‘Pack one’.';
    default:
      return assertNever(code);
  }
}
