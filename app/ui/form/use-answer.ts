/**
 * What an action answered, until the next form is sent or the page is left. The router forgets it when the loaders run
 * again without a navigation, as they do whenever something is announced, and the words would vanish while they are
 * being read.
 */
import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** @param actionData as the route is given it. */
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
