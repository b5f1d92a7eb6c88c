/** The files of the systems that are recognized. */
import type { SystemFile } from './system-file.ts';
import { cova } from './systems/cova.ts';
import { dutchie } from './systems/dutchie.ts';
import { flowhub } from './systems/flowhub.ts';
import { lightspeed } from './systems/lightspeed.ts';
import { shopify } from './systems/shopify.ts';
import { square } from './systems/square.ts';
import { treez } from './systems/treez.ts';
import { woo } from './systems/woocommerce.ts';

/** Those that are seen come first: of two that fit, the first counts. */
export const systemFiles: readonly SystemFile[] = [
  ...[...square, ...shopify, ...woo, ...lightspeed],
  ...[...treez, ...dutchie, ...flowhub, ...cova],
];
