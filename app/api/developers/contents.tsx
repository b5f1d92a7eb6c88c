/** Links to the parts of the page: at the side on a wide screen, in a box to open on a narrow one. */
import type { ApiView } from './api-view.ts';

export const guideParts = [
  ['start', 'Start'],
  ['tokens', 'Tokens and scopes'],
  ['errors', 'Errors'],
  ['limits', 'Limits'],
  ['repeats', 'Repeating a request'],
  ['pages', 'Pages and caching'],
  ['webhooks', 'Webhooks'],
  ['age', 'Age and wording'],
] as const;

export function Contents({ api }: { api: ApiView }) {
  return (
    <>
      <details className="rounded-control border border-line bg-surface px-4 lg:hidden">
        <summary className="min-h-11 py-2.5 font-medium">On this page</summary>
        <Links api={api} label="On this page" />
      </details>
      <div className="hidden lg:block">
        <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto pb-6">
          <p className="mb-2 text-sm font-semibold">On this page</p>
          <Links api={api} label="On this page, at the side" />
        </div>
      </div>
    </>
  );
}

function Links({ api, label }: { api: ApiView; label: string }) {
  return (
    <nav aria-label={label} className="pb-4 text-sm">
      <ul className="border-l border-line">
        {guideParts.map(([id, words]) => (
          <Item key={id} id={id}>
            {words}
          </Item>
        ))}
      </ul>
      <p className="mt-5 mb-1 text-xs text-ink-soft">Operations</p>
      <ul className="border-l border-line">
        {api.operations.map(({ id, summary }) => (
          <Item key={id} id={id}>
            {summary}
          </Item>
        ))}
      </ul>
      <ul className="mt-5 border-l border-line">
        <Item id="schemas">Schemas</Item>
      </ul>
    </nav>
  );
}

function Item({ id, children }: { id: string; children: string }) {
  return (
    <li>
      <a
        href={`#${id}`}
        className="-ml-px flex min-h-11 items-center border-l-2 border-transparent pl-4 text-ink-soft hover:border-ochre-400 hover:text-ink lg:min-h-8"
      >
        {children}
      </a>
    </li>
  );
}
