/**
 * Renders the search over all settings: a GET form, so that it works without scripts; with scripts it finds while people
 * type. Until something is typed it shows its children, the overview.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, Link, useFetcher, useNavigation } from 'react-router';
import { type Found, LONGEST_QUERY } from '#office/kit/admin-search.ts';
import { Button } from '#ui/button.tsx';
import { useCommandHandlers } from '#ui/commands/command-keys.tsx';
import { Field } from '#ui/field.tsx';

const PATH = '/admin/settings';
/** Short enough not to notice, and long enough to skip requests for every letter. */
const PAUSE_MS = 120;

type Searched = { query: string; found: Found[] };

export function SettingsSearch({
  searched,
  children,
}: {
  /** What the address asks for. */
  searched: Searched;
  children: ReactNode;
}) {
  const fetcher = useFetcher<{ searched: Searched }>();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { load } = fetcher;
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(() => load(`${PATH}?${new URLSearchParams({ q: typed })}`), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, load]);
  useCommandHandlers({ 'list.search': () => field.current?.focus() });
  const isBusy = useNavigation().location?.pathname === PATH;
  const { query, found } = shownFor(typed, searched, fetcher.data?.searched);
  return (
    <>
      <search>
        <Form
          key={searched.query}
          method="get"
          action={PATH}
          onSubmit={() => setTyped(null)}
          className="mb-6 flex max-w-xl flex-wrap items-end gap-3"
        >
          <Field
            label="Search settings"
            name="q"
            ref={field}
            type="search"
            // A search needs no '(optional)'.
            required
            maxLength={LONGEST_QUERY}
            defaultValue={searched.query}
            onChange={(event) => setTyped(event.currentTarget.value.trim())}
            autoComplete="off"
            className="min-w-[min(13rem,100%)] flex-1"
          />
          <Button type="submit" rank="secondary" busy={isBusy} busyText="Searching…">
            Search
          </Button>
        </Form>
      </search>
      <p role="status" className={query === '' || found.length > 0 ? 'sr-only' : 'text-ink-soft'}>
        {query === '' ? '' : countOf(found.length, query)}
      </p>
      {query === '' ? children : <FoundSettings found={found} />}
      {searched.query === '' ? null : (
        <Link
          to={PATH}
          className="mt-4 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Show all settings
        </Link>
      )}
    </>
  );
}

/** What was found for the typed text; until it is there, for the text before. */
function shownFor(typed: string | null, searched: Searched, live: Searched | undefined): Searched {
  if (typed === null) return searched;
  return typed === '' ? { query: '', found: [] } : (live ?? searched);
}

function countOf(found: number, query: string): string {
  if (found === 0) return `No settings found for “${query}”. Try another word.`;
  return `${found} ${found === 1 ? 'setting' : 'settings'} found for “${query}”.`;
}

function FoundSettings({ found }: { found: readonly Found[] }) {
  if (found.length === 0) return null;
  return (
    <ul className="max-w-3xl divide-y divide-line border-y border-line">
      {found.map(({ id, to, title, detail }) => (
        <li key={id} className="relative py-2.5 hover:bg-cream">
          <Link
            to={to}
            className="static font-medium text-spruce-700 underline underline-offset-4 after:absolute after:inset-0"
          >
            {title}
          </Link>
          <p className="break-words text-ink-soft">{detail}</p>
        </li>
      ))}
    </ul>
  );
}
