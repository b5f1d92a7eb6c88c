/**
 * Renders the bell in the header: the unread count, and a panel with the ten newest. Hidden without JavaScript; the
 * same information is under Your Orders and in the mail.
 */
import {
  type ComponentType,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Link, useNavigation } from 'react-router';
import { Bell as BellIcon } from '#ui/icons.ts';
import { useNavigated } from '#ui/use-navigated.ts';
import type { BellItem } from './bell-list.tsx';

export type BellAnswer = { notifications: BellItem[]; unread: number };

/** In px, the same as in the panel's classes. */
const PANEL_WIDTH = 384;
const EDGE = 12;

/** Who is signed in, and the unread count in the page's data; later announcements take precedence. */
type Visitor = { userId: string; unread: number };

export function Bell({ visitor }: { visitor: Visitor }) {
  const panel = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { news, unread, load, mark } = useNews(visitor);
  const [isOpen, setOpen] = useState(false);
  useNavigated(() => {
    if (list.current?.matches(':popover-open')) list.current.hidePopover();
  });

  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;

  const toggled = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (!isNowOpen) return;
    const place = button.current?.getBoundingClientRect();
    if (place && list.current) {
      const { clientWidth } = document.documentElement;
      // Under the bell if there is room, otherwise along the edge.
      const right = clientWidth < PANEL_WIDTH * 2 ? EDGE : clientWidth - place.right;
      list.current.style.top = `${Math.round(place.bottom) + 8}px`;
      list.current.style.right = `${Math.round(right)}px`;
    }
    load();
  };
  const openedEarly = useEffectEvent(() => {
    if (list.current?.matches(':popover-open')) toggled(true);
  });
  // The browser opens the panel natively, even before scripts listen for it.
  useEffect(() => openedEarly(), []);

  return (
    <div className="noscript:hidden">
      <button
        ref={button}
        type="button"
        popoverTarget={panel}
        aria-label={label}
        className="relative grid size-11 place-items-center rounded-control hover:bg-ink/5 max-[16em]:flex max-[16em]:w-auto max-[16em]:px-1"
      >
        <BellIcon aria-hidden="true" className="size-5.5" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="figures absolute top-1 right-0.5 max-[16em]:static min-w-5 rounded-pill bg-clay-700 px-1 text-center text-xs font-semibold text-paper"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      <div
        ref={list}
        id={panel}
        popover="auto"
        onToggle={(event: ToggleEvent<HTMLDivElement>) => toggled(event.newState === 'open')}
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
          {/* A closed panel renders nothing: announcements update the count, and the list loads when it opens. */}
          {!isOpen ? null : news === undefined ? (
            <p className="px-4 py-8 text-center text-sm text-ink-soft">Loading…</p>
          ) : news === null ? (
            <p className="px-4 py-8 text-center text-sm text-ink-soft">
              We could not load your notifications. Close this and try again in a moment.
            </p>
          ) : (
            <news.List items={news.items} markRead={(id) => mark({ id })} />
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

/** The oldest a page's data can be when its scripts start to listen. */
const OLDEST_DATA_MS = 15_000;

type News = { items: BellItem[]; List: ComponentType<{ items: BellItem[]; markRead(id: string): void }> };

/**
 * The list and the component that renders it, which guests do not load: undefined until loaded, null if loading failed.
 * Uses plain requests: a failed router loader would replace the whole page with an error.
 */
function useNews(visitor: Visitor) {
  const { userId } = visitor;
  const [news, setNews] = useState<News | null>();
  const [heard, setHeard] = useState<{ unread: number; since: Visitor } | null>(null);
  // A page requested later has the same information.
  const unread = heard?.since === visitor ? heard.unread : visitor.unread;

  // An answer that arrives after the next page has loaded is newer than that page's data.
  const shown = useRef(visitor);
  useEffect(() => {
    shown.current = visitor;
  }, [visitor]);

  const load = async () => {
    try {
      const [response, { BellList }] = await Promise.all([
        fetch('/notifications/newest'),
        import('./bell-list.tsx'),
      ]);
      const answer = (await response.json()) as BellAnswer;
      setNews(response.ok ? { items: answer.notifications, List: BellList } : null);
      if (response.ok) setHeard({ unread: answer.unread, since: shown.current });
    } catch {
      setNews(null);
    }
  };
  const mark = async (fields: Record<string, string>) => {
    const response = await fetch('/notifications/newest', {
      method: 'POST',
      body: new URLSearchParams(fields),
      // A press leads to another page, and must not be lost on the way.
      keepalive: true,
    }).catch(() => null);
    // It stays unread if marking fails.
    if (response?.ok) await load();
  };

  // Deleting the account announces itself, and nothing is to be asked for after it: the answer leads elsewhere.
  const isBusy = useNavigation().state !== 'idle';
  const missed = useRef(false);
  const look = useEffectEvent(() => {
    missed.current = isBusy;
    if (!isBusy) void load();
  });
  useEffect(() => {
    if (!isBusy && missed.current) look();
  }, [isBusy]);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    const since = Date.now() - Math.min(OLDEST_DATA_MS, performance.now());
    import('#ui/live/live-tabs.ts').then(
      ({ subscribe }) => {
        if (!isOver) stop = subscribe([`user:${userId}`], since, () => look());
      },
      // Without a network the next document tries again.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [userId]);

  return { news, unread, load, mark };
}
