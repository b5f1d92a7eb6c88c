/**
 * The bell in the header: how many are unread, and a panel with the ten newest. Where there is no JavaScript
 * it is not shown; what it tells stands under Your Orders and in the mail as well.
 */
import { Bell as BellIcon } from 'lucide-react';
import { type ToggleEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';

type Item = { id: string; title: string; message: string; read: boolean; path: string | null; at: string };
export type BellAnswer = { notifications: Item[]; unread: number };

/** In px, as the panel's classes say it. */
const PANEL_WIDTH = 384;
const EDGE = 12;

/** Who is signed in, and how many are unread as the page knows it; what is heard since counts more. */
type Visitor = { userId: string; unread: number };

export function Bell({ visitor }: { visitor: Visitor }) {
  const panel = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { items, unread, load, mark } = useNews(visitor);
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another location closes the panel
  useEffect(() => {
    if (list.current?.matches(':popover-open')) list.current.hidePopover();
  }, [key]);

  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;

  const opened = (event: ToggleEvent<HTMLDivElement>) => {
    setOpen(event.newState === 'open');
    if (event.newState !== 'open') return;
    const place = button.current?.getBoundingClientRect();
    if (place) {
      const { clientWidth } = document.documentElement;
      // Under the bell where there is room, else along the edge.
      const right = clientWidth < PANEL_WIDTH * 2 ? EDGE : clientWidth - place.right;
      event.currentTarget.style.top = `${Math.round(place.bottom) + 8}px`;
      event.currentTarget.style.right = `${Math.round(right)}px`;
    }
    load();
  };

  return (
    <div className="noscript:hidden">
      <button
        ref={button}
        type="button"
        popoverTarget={panel}
        aria-label={label}
        className="relative grid size-11 place-items-center rounded-control hover:bg-ink/5"
      >
        <BellIcon aria-hidden="true" className="size-5.5" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="figures absolute top-1 right-0.5 min-w-5 rounded-pill bg-clay-700 px-1 text-center text-xs font-semibold text-paper"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      <div
        ref={list}
        id={panel}
        popover="auto"
        onToggle={opened}
        aria-label="Notifications"
        role="dialog"
        className="fixed inset-auto top-20 right-3 m-0 max-h-[min(30rem,75dvh)] w-[min(24rem,calc(100vw-1.5rem))] overflow-y-auto overscroll-contain rounded-surface border border-line bg-surface text-ink shadow-lg"
      >
        <div className="sticky top-0 flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-3">
          <h2 className="text-lg">Notifications</h2>
          {unread > 0 ? (
            <button
              type="button"
              className="min-h-11 text-sm font-medium text-spruce-700 underline-offset-4 hover:underline"
              onClick={() => mark({ intent: 'read-all' })}
            >
              Mark all as read
            </button>
          ) : null}
        </div>
        <div aria-live="polite">
          {/* A closed panel holds nothing: what is heard meanwhile counts, and is read when it is opened. */}
          {!isOpen ? null : items === undefined ? (
            <p className="px-4 py-8 text-center text-sm text-ink-soft">Loading…</p>
          ) : items === null ? (
            <p className="px-4 py-8 text-center text-sm text-ink-soft">
              Your notifications could not be loaded. Close this and open it again in a moment.
            </p>
          ) : items.length === 0 ? (
            <p className="px-4 py-8 text-center text-sm text-ink-soft">
              Nothing yet. News about your orders will appear here.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <li key={item.id}>
                  <Entry item={item} markRead={() => mark({ id: item.id })} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <Link
          to="/notifications"
          className="sticky bottom-0 flex min-h-11 items-center justify-center border-t border-line bg-surface px-4 text-sm font-medium text-spruce-700 underline-offset-4 hover:underline"
        >
          See all notifications
        </Link>
      </div>
    </div>
  );
}

/** No page's data is older when its scripts begin to listen. */
const OLDEST_DATA_MS = 15_000;

/**
 * The list: undefined until it is there, null when it could not be fetched. Asked for by plain requests: one
 * that fails must not take the page away that somebody is on, as a failed loader of the router does.
 */
function useNews(visitor: Visitor) {
  const { userId } = visitor;
  const [items, setItems] = useState<Item[] | null>();
  const [heard, setHeard] = useState<{ unread: number; since: Visitor } | null>(null);
  // A page that was asked for later knows as much.
  const unread = heard?.since === visitor ? heard.unread : visitor.unread;

  // An answer that arrives after another page has come is newer than what that page knew.
  const shown = useRef(visitor);
  useEffect(() => {
    shown.current = visitor;
  }, [visitor]);

  const load = async () => {
    try {
      const response = await fetch('/notifications/newest');
      const answer = (await response.json()) as BellAnswer;
      setItems(response.ok ? answer.notifications : null);
      if (response.ok) setHeard({ unread: answer.unread, since: shown.current });
    } catch {
      setItems(null);
    }
  };
  const mark = async (fields: Record<string, string>) => {
    const response = await fetch('/notifications/newest', {
      method: 'POST',
      body: new URLSearchParams(fields),
      // Pressing leads to another page, and the press must not be lost on the way.
      keepalive: true,
    }).catch(() => null);
    // What could not be marked stays unread.
    if (response?.ok) await load();
  };

  const look = useEffectEvent(() => void load());
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    const since = Date.now() - Math.min(OLDEST_DATA_MS, performance.now());
    import('#ui/live/live-tabs.ts').then(({ subscribe }) => {
      if (!isOver) stop = subscribe([`user:${userId}`], since, () => look());
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [userId]);

  return { items, unread, load, mark };
}

function Entry({ item, markRead }: { item: Item; markRead(): void }) {
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
