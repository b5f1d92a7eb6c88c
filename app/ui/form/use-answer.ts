/**
 * Returns an action's answer until the next form is submitted or the user leaves the page. The router drops it when the
 * loaders run again without a navigation, as they do on every live update, and the message would disappear while the
 * user reads it.
 */
import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** @param actionData as the route receives it. */
export function useAnswer<T>(actionData: T | undefined): T | undefined {
  const { pathname } = useLocation();
  const { state, formMethod } = useNavigation();
  const [kept, setKept] = useState({ pathname, answer: actionData });
  const isSending = state !== 'idle' && formMethod !== undefined && formMethod !== 'GET';
  const answer = isSending ? undefined : (actionData ?? kept.answer);
  if (kept.pathname !== pathname) setKept({ pathname, answer: actionData });
  else if (answer !== kept.answer) setKept({ pathname, answer });
  return actionData ?? (kept.pathname === pathname ? kept.answer : undefined);
}
