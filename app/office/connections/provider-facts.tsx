/** The address that the owner enters at the provider. */
export function ProviderFacts({ callback }: { callback: string }) {
  return (
    <figure className="mb-6">
      <figcaption className="mb-1 text-sm">
        Callback address. Enter exactly this at the provider, who calls it redirect URI or return URL:
      </figcaption>
      <pre className="rounded-control border border-line bg-cream px-4 py-3 font-mono text-sm whitespace-pre-wrap select-all wrap-anywhere">
        {callback}
      </pre>
    </figure>
  );
}
