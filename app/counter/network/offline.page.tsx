/**
 * /counter/offline: what the service worker shows when a page of the counter cannot be reached. It holds nothing of a
 * person and is stored on the tablet; it leads to the page that was asked for, which reads the tablet's copy of the day.
 */
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/offline.page';
import { readDay } from './day-copy.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'No connection · Counter' },
  { name: 'robots', content: 'noindex' },
];

export default function OfflinePage() {
  const [hasCopy, setHasCopy] = useState<boolean | null>(null);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = search.get('to') ?? '';
  const to = /^\/counter(?:[/?]|$)/.test(asked) && !asked.startsWith('/counter/offline') ? asked : '/counter';
  useEffect(() => {
    const open = async () => {
      const isStored = (await readDay(null)) !== null;
      setHasCopy(isStored);
      if (isStored || navigator.onLine) void navigate(to, { replace: true });
    };
    void open();
  }, [navigate, to]);
  return (
    <main className="grid min-h-dvh place-items-center">
      {hasCopy === false ? (
        <EmptyState
          title="No connection."
          action={<Button onClick={() => location.assign(to)}>Try again</Button>}
        >
          <p>
            This tablet has no copy of today’s orders. It needs the network once a day, with someone signed
            in.
          </p>
        </EmptyState>
      ) : (
        <p role="status">Opening the copy on this tablet…</p>
      )}
    </main>
  );
}
