/** Reads from a form the list that it was sent from. */

/** Accepts a form's `path` only if it is a list of the back office. */
const listPath = /^\/admin\/[a-z-]{1,40}$/;

/** `back` is the path with the list's query. */
export function listAddress(form: FormData): { path: string; query: string; back: string } {
  const given = String(form.get('path') ?? '');
  const path = listPath.test(given) ? given : '/admin/dashboard';
  // Rebuilt, so that the redirect address contains nothing but a query string.
  const query = new URLSearchParams(String(form.get('query') ?? '').slice(0, 1000)).toString();
  return { path, query, back: query === '' ? path : `${path}?${query}` };
}
