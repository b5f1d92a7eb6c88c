/** Judges a first visit. Here, beside its package.json, because only the bench needs it. */
export { default } from 'lighthouse';
