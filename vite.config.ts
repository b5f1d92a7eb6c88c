import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    // The Hono application is the entry of the server build, so that features exist once in the process
    // whether a route or the server itself imports them.
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
});
