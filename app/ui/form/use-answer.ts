/**
 * What an action answered, for as long as its page is open. The router forgets it when the loaders run again without a
 * navigation, as they do whenever something is announced, and the words would vanish while they are being read.
 */
import { useState } from 'react';
import { useLocation } from 'react-router';

/** @param actionData as the route is given it. */
export function useAnswer<T>(actionData: T | undefined): T | undefined {
  // Every submission and every redirect makes a key of its own.
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer: actionData });
  if (actionData !== undefined && actionData !== kept.answer) setKept({ key, answer: actionData });
  return actionData ?? (kept.key === key ? kept.answer : undefined);
}
