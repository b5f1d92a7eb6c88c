/** What the frame asks, and the lines that show it. */
import type { Shop } from './shop.ts';

export const affirm = { name: 'I am 21 or older' };
/** What a site adds to its page to show the menu. */
export const linesOf = (shop: Shop) =>
  `<div data-farmgate-menu></div>\n<script src="${shop.origin}/embed.js" async></script>`;
