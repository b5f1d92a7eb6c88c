/** The load client. Here, beside its package.json, because only the bench needs it. */
export { type AutocannonOptions, type AutocannonRequest, default } from 'autocannon';
