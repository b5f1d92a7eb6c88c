/** Renders the secret of an endpoint, the only time that anyone sees it. */
import { Notice } from '#ui/notice.tsx';

export function NewSecret({ title, secret }: { title: string; secret: string }) {
  return (
    <Notice tone="success" title={title} className="mb-6">
      <p className="mt-1">
        Give this secret to the partner, who checks signatures with it. We do not show it again.
      </p>
      <p className="mt-2 select-all rounded-control bg-cream px-3 py-2 font-mono text-sm wrap-anywhere">
        {secret}
      </p>
    </Notice>
  );
}
