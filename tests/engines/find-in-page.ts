/** Finds what is visible in a page by role and name, best in its main part. Runs in the page, so it refers to nothing else. */
export type Role = 'button' | 'link' | 'field' | 'heading' | 'text' | 'article';

export type Found = {
  /** Of its attribute `data-found`. */
  id: string;
  name: string;
  /** Its middle, in CSS pixels of the view, and whether a press there reaches it. */
  x: number;
  y: number;
  isOnTop: boolean;
};

type Wanted = { text: string } | { pattern: string; flags: string };

export function findInPage(role: Role, wanted: Wanted): Found[] {
  const selectors: Record<Role, string> = {
    button: 'button, summary, input[type=submit], [role=button]',
    link: 'a[href]',
    field: 'input:not([type=hidden]), textarea, select',
    heading: 'h1, h2, h3',
    text: 'body *',
    article: 'article, [role=article]',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const wordsOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return plain(copy.textContent);
  };
  const byIds = (ids: string | null) =>
    plain(
      (ids ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  const nameOf = (element: Element): string => {
    const { labels } = element as HTMLInputElement;
    return (
      byIds(element.getAttribute('aria-labelledby')) ||
      plain(element.getAttribute('aria-label')) ||
      (role === 'field'
        ? plain([...(labels ?? [])].map((label) => label.textContent).join(' '))
        : wordsOf(element))
    );
  };
  const fits = (name: string) =>
    'text' in wanted ? name === wanted.text : new RegExp(wanted.pattern, wanted.flags).test(name);
  const shown = [...document.querySelectorAll<HTMLElement>(selectors[role])].filter(
    (element) =>
      (element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0) &&
      fits(nameOf(element)),
  );
  // Of elements inside each other the innermost has the words.
  const found =
    role === 'text'
      ? shown.filter((one) => !shown.some((other) => other !== one && one.contains(other)))
      : shown;
  found.sort(
    (one, other) =>
      Number(other.closest('main, dialog') !== null) - Number(one.closest('main, dialog') !== null),
  );
  return found.map((element, index) => {
    const id = `${role}-${index}`;
    for (const before of document.querySelectorAll(`[data-found="${id}"]`))
      before.removeAttribute('data-found');
    element.dataset.found = id;
    // As a person scrolls: into the middle, where no bar covers it.
    if (index === 0) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return {
      id,
      name: nameOf(element),
      x,
      y,
      isOnTop: top !== null && (element.contains(top) || top.contains(element)),
    };
  });
}
