/** Renders a list's views above its filters: one press each; the current state can be saved under a name. */
import { Form, Link, useNavigation, useSearchParams } from 'react-router';
import type { SavedView } from '#core/ground/saved-views/saved-view.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { ChevronDown } from '#ui/icons.ts';
import { TYPED_NAME, TYPED_SHARED } from './typed-view.ts';

/** The route that saves and deletes views; it redirects to the list. */
const VIEWS = '/admin/views';

export function SavedViews({
  list,
  path,
  query,
  views,
}: {
  /** The list's name. */
  list: string;
  /** The list's address. */
  path: string;
  /** The current state, without its position. */
  query: string;
  views: readonly SavedView[];
}) {
  const open = views.find((view) => view.query === query);
  if (views.length === 0 && query === '') return null;
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 print:hidden">
      {views.length === 0 ? null : (
        <nav aria-label="Views" className="contents">
          <ViewLink to={path} isOpen={query === ''}>
            All
          </ViewLink>
          {views.map((view) => (
            <ViewLink key={view.id} to={`${path}?${view.query}`} isOpen={view === open}>
              {view.name}
              {view.isShared ? <span className="sr-only"> (shared)</span> : null}
            </ViewLink>
          ))}
        </nav>
      )}
      {query !== '' && !open ? <SaveView list={list} path={path} query={query} /> : null}
      {open?.mayDelete ? (
        <Confirm
          label="Delete view"
          of={open.name}
          question={`Delete the view ‘${open.name}’?`}
          consequence={
            open.isShared ? 'It is deleted for all staff. Orders do not change.' : 'The list does not change.'
          }
          action={VIEWS}
          fields={{ intent: 'delete', id: open.id, path }}
        />
      ) : null}
    </div>
  );
}

function ViewLink({ to, isOpen, children }: { to: string; isOpen: boolean; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className={`inline-flex min-h-11 max-w-60 items-center truncate rounded-pill px-4 ${isOpen ? 'bg-spruce-100 font-semibold text-ink' : 'text-ink-soft hover:bg-cream'}`}
    >
      {children}
    </Link>
  );
}

function SaveView({ list, path, query }: { list: string; path: string; query: string }) {
  const navigation = useNavigation();
  const isBusy = navigation.formAction === VIEWS;
  const [address] = useSearchParams();
  const typed = address.get(TYPED_NAME);
  return (
    <details key={typed} open={typed !== null} className="relative">
      <summary className="inline-flex min-h-11 list-none items-center gap-1 rounded-pill px-4 text-spruce-700 hover:bg-cream">
        Save this view <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <Form
        method="post"
        action={VIEWS}
        className="absolute left-0 z-3 mt-1 flex w-72 flex-col gap-4 rounded-surface bg-paper p-4 shadow-lg ring-1 ring-line"
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="query" value={query} />
        <Field
          label="Name"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={typed ?? undefined}
        />
        <label className="inline-flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            name="shared"
            value="1"
            defaultChecked={address.has(TYPED_SHARED)}
            className="size-4.5 accent-spruce-700"
          />
          Share with all staff
        </label>
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Save view
        </Button>
      </Form>
    </details>
  );
}
