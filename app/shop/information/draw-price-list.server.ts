/** Renders the price list as a PDF on letter paper. */

import { formatNumber } from '#kernel/number.ts';
import { openPaper, type Paper } from '#platform/drawing/paper.server.ts';
import { type Cell, PAGE, PAGES, SOFT, SPRUCE } from '#platform/paper/paper.ts';
import type { PriceList, PriceShelf } from './price-list.ts';

/** The list as PDF bytes. */
export function drawPriceList(list: PriceList): Promise<Buffer> {
  const paper = openPaper({
    title: `Price list, ${list.date}`,
    author: list.store,
    at: new Date(),
    mark: null,
  });
  paper.heading(list.store, 1, { size: 24, font: 'display', color: SPRUCE });
  paper.write(`Price list of ${list.date}. Reserve online, pick up at the farm. Cash only.`);
  paper.write(`${list.address} · ${list.phone}`, { color: SOFT });
  for (const shelf of list.shelves) drawShelf(paper, shelf);
  if (list.leftOut > 0) {
    paper.space(6);
    paper.write(`And ${formatNumber(list.leftOut)} more on the menu in the shop.`, { color: SOFT });
  }
  // License, warning and page number below every page (docs/law.md, Warnings and wording).
  return paper.finish([
    [
      { text: list.warning, width: paper.width - 60, size: 7.5, color: SOFT },
      { text: `${PAGE} of ${PAGES}`, width: 60, size: 7.5, color: SOFT, align: 'right' },
    ],
    [{ text: `License ${list.licenseNumber}`, width: paper.width, size: 7.5, color: SOFT }],
  ]);
}

function drawShelf(paper: Paper, shelf: PriceShelf): void {
  paper.space(12);
  // A heading is never the last line of a page.
  paper.room(60);
  paper.heading(shelf.name, 2, { size: 14, font: 'display', color: SPRUCE });
  paper.rule();
  for (const { name, size, price, offer } of shelf.lines) {
    // A price and its conditions stay together.
    if (offer) paper.room(34);
    const cells: Cell[] = [
      { text: name, width: 320 },
      { text: size ?? '', width: paper.width - 400, color: SOFT },
      { text: price, width: 80, align: 'right' },
    ];
    paper.row(cells, offer ? 0 : undefined);
    if (offer) paper.row([{ text: offer, width: paper.width, size: 8.5, color: SOFT }]);
  }
}
