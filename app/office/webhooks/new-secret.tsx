/** Renders the secret of an endpoint, the only time that anyone sees it. */
import { useEffect, useRef } from 'react';
import { Notice } from '#ui/notice.tsx';

export function NewSecret({ title, secret }: { title: string; secret: string }) {
  const place = useRef<HTMLDivElement>(null);
  // The form that made it is far below; who does not see the secret now never will. After the dialog has closed, which
  // puts the focus back.
  useEffect(() => {
    if (secret === '') return;
    const frame = requestAnimationFrame(() => place.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [secret]);
  return (
    <Notice ref={place} tabIndex={-1} tone="success" title={title} className="mb-6 scroll-mt-6">
      <p className="mt-1">
        Give this secret to the partner, who checks signatures with it. We do not show it again.
      </p>
      <p className="mt-2 select-all rounded-control bg-cream px-3 py-2 font-mono text-sm wrap-anywhere">
        {secret}
      </p>
    </Notice>
  );
}
