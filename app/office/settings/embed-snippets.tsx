/** What a listed site puts into its page, and the menu as it looks there. */
export function EmbedSnippets({
  origin,
  sites,
  storeName,
}: {
  /** The shop's public address. */
  origin: string;
  sites: readonly string[];
  storeName: string;
}) {
  return (
    <section aria-labelledby="snippet" className="mt-12 border-t border-line pt-8">
      <h2 id="snippet" className="text-xl">
        For their pages
      </h2>
      <p className="measure mt-3 text-ink-soft">
        A listed site puts these two lines where the menu should be. The frame grows with the menu. Add{' '}
        <code className="font-mono text-[0.92em]">data-category="flower"</code> to the first line to show one
        category.
      </p>
      <Snippet>{`<div data-farmgate-menu></div>\n<script src="${origin}/embed.js" async></script>`}</Snippet>
      {sites.length > 0 ? (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
            Without a script
          </summary>
          {sites.map((site) => (
            <Snippet key={site} label={site}>
              {`<iframe src="${origin}/embed/menu?site=${encodeURIComponent(site)}" title="Menu of ${attribute(storeName)}" width="100%" height="900" style="border:0"></iframe>`}
            </Snippet>
          ))}
        </details>
      ) : (
        <p className="mt-4">No site is listed yet, so no site can show the menu.</p>
      )}
      <h2 className="mt-10 mb-3 text-xl">Preview</h2>
      <iframe
        src={`/embed/menu?site=${encodeURIComponent(origin)}`}
        title={`Preview: menu of ${storeName}`}
        loading="lazy"
        className="h-[36rem] w-full rounded-surface border border-line"
      />
    </section>
  );
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** One press selects it whole. */
function Snippet({ label, children }: { label?: string; children: string }) {
  return (
    <figure className="mt-3">
      {label ? <figcaption className="mb-1 text-sm text-ink-soft">{label}</figcaption> : null}
      <pre className="rounded-control border border-line bg-cream px-4 py-3 font-mono text-sm whitespace-pre-wrap select-all wrap-anywhere">
        {children}
      </pre>
    </figure>
  );
}
