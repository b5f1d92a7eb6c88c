/** Opens the tab of a field that an error summary links to. */
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { tabOfField, type useTabs } from './product-form.tsx';

export function useFollowFieldLinks(choose: ReturnType<typeof useTabs>['choose']) {
  // A link in the summary may point to a field on another tab.
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element
          ? event.target.closest('[data-summary] a, [data-field-links] a')
          : null;
      const href = link?.getAttribute('href') ?? '';
      const field = href.startsWith('#') ? href.slice(1) : '';
      if (field) flushSync(() => choose(tabOfField(field)));
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, [choose]);
}
