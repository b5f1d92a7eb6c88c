/** Shares a product: with the device's share sheet if the browser has it, otherwise by copying the link. */
import { useHydrated } from '#ui/hydrated.ts';
import { Share2 } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';

/**
 * `url` is the product's canonical address, without anything about this visit. Without scripts it only reserves its
 * space.
 */
export function ShareButton({ name, url }: { name: string; url: string }) {
  const toast = useToast();
  if (!useHydrated()) return <span className="size-11" />;

  const share = async () => {
    if (typeof navigator.share === 'function') {
      try {
        return await navigator.share({ title: name, url });
      } catch (error) {
        // Closed without sharing.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      toast.show('Link copied.', { tone: 'success', about: 'share' });
    } catch {
      toast.show(`The link could not be copied. It is ${url}`, { tone: 'error', about: 'share' });
    }
  };
  return (
    <button
      type="button"
      onClick={share}
      aria-label={`Share: ${name}`}
      className="flex size-11 items-center justify-center rounded-full text-spruce-700 hover:bg-spruce-100 print:hidden"
    >
      <Share2 aria-hidden="true" className="size-5" />
    </button>
  );
}
