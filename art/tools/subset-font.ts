/** What cuts fonts. Here, beside its package.json, because nothing but the drawing of pictures needs it. */
export { type Axes, default } from 'subset-font';
