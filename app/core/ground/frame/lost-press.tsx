/**
 * What `stay-on-page` loads when the page is used: the words for a press that is lost, and 'Try again', which repeats it.
 */
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSubmit } from 'react-router';
import { ToastProvider, useToast } from '#ui/toast.tsx';
import { lostWords, NO_CONNECTION } from './lost-words.ts';
import { guardDocuments } from './opened-documents.ts';
import { listenForPresses, type Press, pressAgain, pressOf, pressOfForm, reopen } from './pressed-form.ts';
import { guardLinks } from './route-scripts.ts';

/** How to repeat what is lost: by the same press, or, of what a script sent, with the same fields. */
type Repeat = { press: Press | null; sent: Request | null };

export type Lost = {
  /** The address of the page that it was pressed on. */
  page: string;
  /** Where the request leads. */
  path: string;
  isForm: boolean;
  /** Whether the browser had a network when it was sent. */
  isOnline: boolean;
  /** Null for an answer that did not come in time. */
  error: unknown;
  /** Null for a press from before this file was here: its button is still on the page. */
  repeat: Repeat | null;
};

/** How to repeat this request. Call before it is sent. */
export function repeatOf(request: Request): Repeat {
  const press = pressOf(request);
  return { press, sent: request.method !== 'GET' && !press ? request.clone() : null };
}

type Props = {
  lost: Lost | null;
  /** Whether the page has nothing left to do. */
  isIdle: boolean;
  /** Says what else is lost: a link, unless it says otherwise. */
  lose(lost: Partial<Lost> & { path: string }): void;
};

export const ShowLost: ComponentType<Props> = (props) => {
  const [presses, setPresses] = useState(0);
  const { pathname } = useLocation();
  // What is said of a press is over at the next one.
  return (
    <ToastProvider key={presses} side={/^\/(admin|counter)\b/.test(pathname) ? 'end' : 'middle'}>
      <Messages {...props} onPress={() => setPresses((count) => count + 1)} />
    </ToastProvider>
  );
};

/** Until the page has done what it does after a form, such as closing its dialog; in milliseconds. */
const SETTLE_MS = 100;

/** What was said last: a press after it starts this component again. */
let shown: Lost | null = null;

function Messages({ lost, isIdle, lose, onPress }: Props & { onPress(): void }): null {
  const toast = useToast();
  const navigate = useNavigate();
  const submit = useSubmit();
  const show = useEffectEvent(({ page, path, isForm, isOnline, error, repeat }: Lost) => {
    const { press, sent } = repeat ?? { press: null, sent: null };
    if (press) reopen(press);
    const again = async () => {
      if (press && pressAgain(press)) return;
      if (!sent) return navigate(path);
      const isMultipart = sent.headers.get('Content-Type')?.startsWith('multipart/');
      const encType = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
      return submit(await sent.clone().formData(), { method: 'post', action: path, encType });
    };
    const isOnPage = isForm && !repeat;
    toast.show(isForm ? lostWords(error, { path, isOnline, form: press?.form ?? null }) : NO_CONNECTION, {
      tone: 'error',
      lasts: true,
      page,
      inside: press?.dialog?.open ? press.dialog : null,
      ...(isOnPage ? {} : { action: { label: 'Try again', onPress: () => void again() } }),
    });
  });
  useEffect(() => {
    if (!lost || !isIdle || shown === lost) return;
    const timer = setTimeout(() => {
      shown = lost;
      show(lost);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [lost, isIdle]);
  useEffect(() => listenForPresses(() => lost && onPress()), [lost, onPress]);
  const openPath = useEffectEvent((path: string) => void navigate(path));
  const say = useEffectEvent(lose);
  useEffect(
    () =>
      guardLinks(
        (path) => openPath(path),
        (path) => say({ path }),
      ),
    [],
  );
  useEffect(
    () =>
      guardDocuments((path, form) =>
        say(form ? { path, isForm: true, repeat: { press: pressOfForm(form), sent: null } } : { path }),
      ),
    [],
  );
  return null;
}
