/** A native modal dialog: keeps the focus, Esc and the backdrop close it, focus returns to where it came from. */
import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';

/** `side`: 'right' is a sheet at the edge, 'bottom' one for thumbs; without it the dialog stands in the middle. */
export function Dialog({
  open,
  onClose,
  title,
  side,
  children,
}: {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  side?: 'right' | 'bottom';
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  function closeByBackdrop(event: MouseEvent) {
    if (event.target !== dialog.current) return;
    const box = dialog.current.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) dialog.current.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing outside is extra; Esc closes a dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-side={side}
      className="dialog"
      onClose={onClose}
      onClick={closeByBackdrop}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-cream"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {open ? children : null}
    </dialog>
  );
}
