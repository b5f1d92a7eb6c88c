/**
 * Warns before the user leaves unsaved changes: with our dialog for navigation within the app, with the browser's own
 * when the page closes or reloads. Live updates of the page do not clear the warning.
 */
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { Button } from '../button.tsx';

/** Whether the form still exists at the next address: by default, as long as the path is the same. */
export type StaysAt = (here: Location, next: Location) => boolean;

const samePath: StaysAt = (here, next) => here.pathname === next.pathname;

/** @param refused whether the form comes from a refusal: its values are then unsaved from the start. */
export function useUnsavedChanges(
  form: RefObject<HTMLFormElement | null>,
  refused: boolean,
  staysAt: StaysAt = samePath,
): ReactNode {
  const changed = useRef(false);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (refused) changed.current = true;
  }, [refused]);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const change = () => {
      if (changed.current) return;
      changed.current = true;
      redraw((n) => n + 1);
    };
    const submit = () => {
      changed.current = false;
    };
    const close = (event: BeforeUnloadEvent) => {
      if (changed.current) event.preventDefault();
    };
    element.addEventListener('input', change);
    element.addEventListener('change', change);
    element.addEventListener('submit', submit);
    window.addEventListener('beforeunload', close);
    return () => {
      element.removeEventListener('input', change);
      element.removeEventListener('change', change);
      element.removeEventListener('submit', submit);
      window.removeEventListener('beforeunload', close);
    };
  }, [form]);

  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation, historyAction }) => {
        const stays = staysAt(currentLocation, nextLocation) && historyAction !== 'POP';
        return changed.current && !stays;
      },
      [staysAt],
    ),
  );
  const stay = useCallback(() => blocker.reset?.(), [blocker]);
  const leave = useCallback(() => {
    changed.current = false;
    blocker.proceed?.();
  }, [blocker]);
  if (blocker.state !== 'blocked') return null;
  // Recreated for each attempt: a second attempt may come before the first one's answer renders, and must find the
  // dialog open.
  return <Leave key={blocker.location.key} stay={stay} leave={leave} />;
}

function Leave({ stay, leave }: { stay(): void; leave(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const isAnswered = useRef(false);
  // Immediately, and only once: the browser fires close after the next key press, which may ask again.
  const stayOnce = () => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    stay();
  };
  const close = () => {
    dialog.current?.close();
    stayOnce();
  };
  return (
    <dialog ref={dialog} aria-labelledby={title} className="dialog" onCancel={stayOnce} onClose={stayOnce}>
      <h2 id={title} className="text-xl">
        Leave without saving?
      </h2>
      <p className="mt-2 text-ink-soft">What you changed on this page has not been saved.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button rank="secondary" onClick={close}>
          Cancel
        </Button>
        <Button rank="danger" onClick={leave}>
          Leave
        </Button>
      </div>
    </dialog>
  );
}
