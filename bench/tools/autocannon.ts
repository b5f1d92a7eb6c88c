/** The client for loads. Here, beside its package.json, because nothing but the bench needs it. */
export { type AutocannonOptions, type AutocannonRequest, default } from 'autocannon';
