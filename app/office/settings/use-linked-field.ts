/** Focuses and marks the field that the address's fragment names, after a search led to it. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Browsers do this by themselves for a whole page (`:target`), but not when only scripts change the page. */
export function useLinkedField(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again marks its field again
  useEffect(() => {
    const field = hash === '' ? null : document.getElementById(decodeFragment(hash));
    if (!field?.matches('input, select, textarea')) return;
    field.focus();
    field.scrollIntoView({ block: 'center' });
    field.dataset.linked = '';
    const unmark = () => delete field.dataset.linked;
    field.addEventListener('blur', unmark, { once: true });
    return () => {
      field.removeEventListener('blur', unmark);
      unmark();
    };
  }, [hash, key]);
}

/** '' for a fragment that is not well-formed. */
function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
