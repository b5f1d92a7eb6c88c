/** Finds, for the build, the modules that shoppers load when they open the shop, by following imports. */

/** The part of the bundler's graph that this reads. */
export type Graph = { getModuleInfo(id: string): { importers: string[]; code: string | null } | null };

const frame = /app[\\/](?:entry\.client|root|shop[\\/]roof[\\/]shop-layout)\.tsx/;
/** Its own file would be smaller than a file's headers. */
const layout = /app[\\/]shop[\\/]roof[\\/]shop-layout\.tsx$/;
/** The pages on which visits start. */
const firstPage = /app[\\/]shop[\\/][\w-]+[\\/](home|products|product|cart|login|about|checkout)\.page\.tsx/;
/** What checkout shows, and an order's page after it. */
const checkout = /app[\\/]shop[\\/]((?:checkout|kit)[\\/]|orders[\\/]order-notes-fields)|^\0icon:/;
const iconFile = /^\0icon:([\w-]+)$/;

/** Whether every page of the shop needs the module, or several first pages do. */
export function isOfFrame(id: string, graph: Graph): boolean {
  const pages = fetchedBy(id, graph);
  const others = pages.size - Number(pages.has('checkout'));
  return layout.test(id) || pages.has('frame') || (others >= 2 && !isOfMenu(id, graph));
}

/** Whether the home page and the list of products need it, and no other first page does. */
export function isOfMenu(id: string, graph: Graph): boolean {
  const pages = fetchedBy(id, graph);
  return pages.size === 2 && pages.has('home') && pages.has('products');
}

/** Whether it is a part of checkout that no other first page loads. */
export function isOfCheckout(id: string, graph: Graph): boolean {
  const pages = fetchedBy(id, graph);
  return checkout.test(id) && pages.size === 1 && pages.has('checkout');
}

const known = new Map<string, Set<string>>();

/** Which of the frame and the first pages load the module at once: they import it, directly or indirectly. */
function fetchedBy(id: string, graph: Graph): ReadonlySet<string> {
  const before = known.get(id);
  if (before) return before;
  const pages = new Set<string>();
  known.set(id, pages);
  // The root's style sheets stay with it: in another chunk they would count as loaded by scripts.
  if (frame.test(id) || id.includes('.css')) return pages;
  for (const importer of importersOf(id, graph)) {
    if (frame.test(importer)) pages.add('frame');
    const page = firstPage.exec(importer)?.[1];
    if (page) pages.add(page);
    for (const above of fetchedBy(importer, graph)) pages.add(above);
  }
  return pages;
}

/**
 * Icons are imported from one list of all icons, so an icon's importers are the modules that use one of its names
 * there.
 */
function importersOf(id: string, graph: Graph): string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const file = iconFile.exec(id)?.[1];
  if (file === undefined) return importers;
  return importers.flatMap((list) => {
    const { code, importers: users = [] } = graph.getModuleInfo(list) ?? {};
    const entry = code?.split('\n').find((line) => line.includes(`icon:${file}'`)) ?? '';
    const names = [...entry.matchAll(/default as (\w+)/g)].map(([, name]) => name);
    const says = new RegExp(`\\b(?:${names.join('|')})\\b`);
    return users.filter((user) => names.length > 0 && says.test(graph.getModuleInfo(user)?.code ?? ''));
  });
}
