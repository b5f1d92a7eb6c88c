/** For `npm run db:generate`. No `defineConfig`: drizzle-kit is installed by that command alone. */
export default {
  dialect: 'postgresql',
  schema: './app/db/schema/*.ts',
  out: './app/db/migrations',
  casing: 'snake_case',
};
