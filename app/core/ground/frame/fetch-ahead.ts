/** Whether the scripts and data of a link's page are fetched ahead, for `prefetch`. */

/**
 * Not without the Navigation API (Safari before 26.2, Firefox before 147): where scripts fail to load, the router reloads
 * the document, and only that API can prevent it (`stay-on-page`).
 */
export const FETCH_AHEAD = import.meta.env.SSR || window.navigation ? 'intent' : 'none';
