/** Names the files that the counter's pages need without a network. */
export type Part = { module: string; imports?: readonly string[]; css?: readonly string[] };
/** What the router's manifest says of the build. */
export type Manifest = { url: string; entry: Part; routes: Record<string, Part & { id: string }> };

type Sources = {
  /** The page that is stored. */
  html: string;
  manifest: Manifest | undefined;
  /** URLs that this document has loaded, such as the code behind live updates. */
  loaded: readonly string[];
  /** Others, by path. */
  others: readonly string[];
};

/**
 * The paths, each once. The manifest names some files twice, with and without '#': a cache that is asked for both refuses
 * all (Cache.addAll in the Service Workers specification; Safari and Firefox).
 */
export function shellFiles({ html, manifest, loaded, others }: Sources, origin: string): string[] {
  const named = [...(html.match(/\/assets\/[\w.-]+/g) ?? []), ...ofManifest(manifest), ...others];
  const urls = [
    ...named.map((name) => new URL(name, origin)),
    ...loaded.map((url) => new URL(url)).filter(isCode),
  ];
  const own = urls.filter((url) => url.origin === origin);
  return [...new Set(own.map(({ pathname }) => pathname))];
}

const isCode = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');

/** Of the counter's routes and what is around them. */
function ofManifest(manifest: Manifest | undefined): string[] {
  if (!manifest) return [];
  const parts = Object.values(manifest.routes).filter(({ id }) => id === 'root' || id.startsWith('counter/'));
  return [
    manifest.url,
    ...[manifest.entry, ...parts].flatMap(({ module, imports = [], css = [] }) => [
      module,
      ...imports,
      ...css,
    ]),
  ];
}
