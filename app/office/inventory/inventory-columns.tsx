/** Defines the inventory's columns. Staff see no purchase prices, and cannot edit. */
import { Link } from 'react-router';
import type { InventoryRow, InventorySort } from '#core/goods/catalogue/products/inventory-list.ts';
import { unitsInBuilding, unitsLabel, waitsForSale } from '#core/goods/stock/lots/lots.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { RowPicture } from './row-picture.tsx';

/** The link that opens a product's dialog: focus returns to it. */
export const editLinkId = (id: number): string => `edit-${id}`;

/** On a desk a row is as high as its picture: two lines, and one where there is room; what is too long ends in '…'. */
const short = 'xl:max-[100rem]:line-clamp-2 min-[100rem]:block min-[100rem]:truncate';

const price = (amount: number) => formatCents(cents(amount));

/** @param query the list's own, so that the dialog opens over the same rows. */
export function inventoryColumns(
  mayManage: boolean,
  query: string,
): readonly Column<InventoryRow, InventorySort>[] {
  const editQuery = (id: number) => `?${query === '' ? '' : `${query}&`}edit=${id}`;
  return [
    {
      head: 'Product',
      sort: 'name',
      primary: true,
      cell: (row) => (
        <Link
          to={mayManage ? `/admin/products/${row.id}` : `/admin/products/${row.id}/lots`}
          title={row.name}
          className="inline-flex min-h-11 items-center md:min-h-8 md:min-w-32 pointer-coarse:min-h-11"
        >
          <span className={`${short} min-[100rem]:max-w-72`}>{row.name}</span>
        </Link>
      ),
    },
    ...(mayManage
      ? [
          {
            head: 'Image',
            fixed: true,
            cell: (row: InventoryRow) => <RowPicture id={row.id} name={row.name} picture={row.picture} />,
          },
        ]
      : []),
    {
      head: 'Category',
      wideOnly: true,
      cell: (row) => <span className="wrap-break-word">{row.category}</span>,
    },
    { head: 'Strain', wideOnly: true, cell: (row) => row.strainCode ?? '' },
    {
      head: 'Batch',
      cell: (row) => (
        <span className="wrap-break-word md:block md:min-w-20">{row.batchNumber ?? 'No lot'}</span>
      ),
    },
    {
      head: 'Size',
      wideOnly: true,
      cell: (row) => (
        <span
          title={row.size ?? ''}
          className={`block wrap-break-word min-[90rem]:min-w-18 min-[100rem]:max-w-32 ${short}`}
        >
          {row.size ?? ''}
        </span>
      ),
    },
    {
      head: 'Stock',
      sort: 'available',
      align: 'right',
      cell: (row) => (
        <span className="figures">
          {unitsInBuilding(row.units)}
          {unitsInBuilding(row.units) === row.units.forSale ? null : (
            <span className="text-sm xl:text-xs text-ink-soft whitespace-normal md:block md:min-w-24 min-[90rem]:min-w-32">
              {' '}
              {unitsLabel(row.units)}
            </span>
          )}
          {row.isLow ? (
            <span className="ml-2 md:ml-0 md:block">
              <StatusBadge tone="yellow">Low</StatusBadge>
            </span>
          ) : null}
        </span>
      ),
    },
    { head: 'Retail', sort: 'price', align: 'right', cell: (row) => price(row.retailPrice) },
    ...(mayManage
      ? [
          {
            head: 'Wholesale',
            align: 'right' as const,
            wideOnly: true,
            cell: (row: InventoryRow) => price(row.wholesalePrice ?? 0),
          },
        ]
      : []),
    {
      head: 'For Sale',
      fixed: true,
      cell: (row) =>
        row.isArchived ? (
          <StatusBadge tone="plain">Archived</StatusBadge>
        ) : row.forSale && waitsForSale(row.units) ? (
          <span className="inline-flex flex-col items-start">
            <StatusBadge tone="yellow">Not on sale yet</StatusBadge>
            <Link to={`/admin/products/${row.id}/lots`} className={rowAction}>
              Put on sale<span className="sr-only"> {row.name}</span>
            </Link>
          </span>
        ) : (
          <StatusBadge tone={row.forSale ? 'green' : 'plain'}>{row.forSale ? 'Yes' : 'No'}</StatusBadge>
        ),
    },
    {
      head: 'Actions',
      fixed: true,
      cell: (row) => (
        <span className="inline-flex gap-1 md:flex-col min-[90rem]:flex-row">
          {mayManage ? (
            <Link id={editLinkId(row.id)} to={editQuery(row.id)} preventScrollReset className={rowAction}>
              Edit<span className="sr-only"> {row.name}</span>
            </Link>
          ) : null}
          <Link to={`/admin/products/${row.id}/lots`} className={rowAction}>
            Lots<span className="sr-only"> of {row.name}</span>
          </Link>
        </span>
      ),
    },
  ];
}
