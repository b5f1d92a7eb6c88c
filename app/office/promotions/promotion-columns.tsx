/** Defines the columns of the list of promotions. */
import { Link } from 'react-router';
import { channelLabel } from '#core/ground/notifications/channel.ts';
import { promotionStatusLabel, promotionTones } from '#core/sales/promotions/promotion.ts';
import { formatNumber } from '#kernel/number.ts';
import { channels } from '#kernel/statuses.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import type { PromotionLine } from './promotions-queries.server.ts';

export const promotionColumns: readonly Column<PromotionLine, 'created'>[] = [
  {
    head: 'Title',
    primary: true,
    cell: (line) => <Link to={`/admin/promotions/${line.id}`}>{line.title}</Link>,
  },
  { head: 'What', cell: (line) => (line.isOffer ? 'Offer' : 'News') },
  {
    head: 'Status',
    fixed: true,
    cell: (line) => (
      <StatusBadge tone={promotionTones[line.status]}>{promotionStatusLabel[line.status]}</StatusBadge>
    ),
  },
  {
    head: 'People',
    align: 'right',
    cell: (line) => (line.recipients === null ? 'None yet' : formatNumber(line.recipients)),
  },
  { head: 'Messages', cell: (line) => <Messages of={line} /> },
  {
    head: 'When',
    sort: 'created',
    cell: (line) => <span className="figures whitespace-nowrap">{line.at}</span>,
  },
];

function Messages({ of: { counts, status } }: { of: PromotionLine }) {
  if (!counts) return status === 'draft' ? 'None yet' : 'Preparing';
  const lines = channels.filter((channel) => counts[channel]);
  if (lines.length === 0) return 'None';
  return (
    <span className="figures">
      {lines.map((channel) => `${channelLabel[channel]} ${formatNumber(counts[channel] ?? 0)}`).join(' · ')}
    </span>
  );
}
