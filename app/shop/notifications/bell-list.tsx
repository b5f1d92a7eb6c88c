/** Renders the newest notifications in the bell's panel; a press on an unread one marks it read and opens its page. */
import { Link } from 'react-router';

export type BellItem = {
  id: string;
  title: string;
  message: string;
  read: boolean;
  path: string | null;
  at: string;
};

export function BellList({ items, markRead }: { items: BellItem[]; markRead(id: string): void }) {
  if (items.length === 0)
    return (
      <p className="px-4 py-8 text-center text-sm text-ink-soft">
        Nothing yet. News about your orders will appear here.
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id}>
          <Entry item={item} markRead={() => markRead(item.id)} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ item, markRead }: { item: BellItem; markRead(): void }) {
  const words = (
    <>
      <span className="flex items-baseline justify-between gap-x-3 max-[13em]:flex-wrap">
        <span className={item.read ? undefined : 'font-semibold'}>{item.title}</span>
        {item.read ? null : <span className="shrink-0 text-xs font-medium text-clay-700">New</span>}
      </span>
      <span className="block break-words text-sm text-ink-soft">{item.message}</span>
      <span className="figures mt-1 block text-xs text-ink-soft">{item.at}</span>
    </>
  );
  const look = `block w-full px-4 py-3 text-left hover:bg-spruce-100 ${item.read ? '' : 'bg-spruce-100/40'}`;
  if (item.path)
    return (
      <Link to={item.path} onClick={item.read ? undefined : markRead} className={look}>
        {words}
      </Link>
    );
  if (item.read) return <div className="px-4 py-3">{words}</div>;
  return (
    <button type="button" onClick={markRead} className={look}>
      {words}
      <span className="sr-only">Mark as read</span>
    </button>
  );
}
