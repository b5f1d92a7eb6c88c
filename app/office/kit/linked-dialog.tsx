/** Renders a dialog that an address opens, over its page; without scripts above it. Escape and its links lead back. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

export function LinkedDialog({
  title,
  back,
  children,
}: {
  title: string;
  /** The address without the dialog. */
  back: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.close();
    element.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="linked-dialog"
      className="dialog linked-dialog max-h-[85dvh] w-full max-w-xl overflow-y-auto"
      onCancel={(event) => {
        event.preventDefault();
        navigate(back, { preventScrollReset: true });
      }}
    >
      <h2 id="linked-dialog" className="text-xl break-words">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
