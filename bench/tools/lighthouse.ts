/** What judges a first visit. Here, beside its package.json, because nothing but the bench needs it. */
export { default } from 'lighthouse';
