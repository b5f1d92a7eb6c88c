/** What ffuf tries: paths that leak in other shops, parameters and headers that others read, and values that show it. */

const encodings = [
  ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '%2e%2e%5c', '..%252f', '%252e%252e%252f', '....//'],
  ...['%c0%ae%c0%ae/', '..;/', '..%00/', '%uff0e%uff0e/', '..%c0%af', '%25252e%25252e%25252f'],
];
const traversals = encodings.flatMap((up) =>
  ['', 'assets/', 'media/', 'offline/'].flatMap((from) => [
    `${from}${up.repeat(2)}package.json`,
    `${from}${up.repeat(8)}etc/passwd`,
  ]),
);

const LEAKS = `
  .git/HEAD .git/config .git/index .git/logs/HEAD .gitignore .svn/entries .hg/store .env .env.local
  .env.production .env.bak data/.env build/.env .npmrc .netrc .htaccess .htpasswd .DS_Store
  .vscode/settings.json .idea/workspace.xml .bash_history .ssh/id_rsa id_rsa .aws/credentials
  .docker/config.json .dockerignore Dockerfile docker-compose.yml compose.yaml deploy/compose.yaml
  deploy/kubernetes.yaml Makefile package.json package-lock.json yarn.lock pnpm-lock.yaml tsconfig.json
  vite.config.ts react-router.config.ts drizzle.config.ts biome.json knip.json vitest.config.ts README.md
  CONTRIBUTING.md docs/operations.md docs/evidence/safeguards.md tests/support/secret.ts app/routes.ts
  app/root.tsx server/main.js server/run/app.ts server/ build/server/index.js build/client/
  build/server/assets .vite/manifest.json build/client/.vite/manifest.json manifest.json assets/
  assets/.vite/manifest.json node_modules/ node_modules/.package-lock.json node_modules/pg/package.json
  @vite/client @id/react __vite_ping src/main.ts data data/ data/demo-sign-ins.txt demo-sign-ins.txt
  data/secret data/postgres/PG_VERSION data/files data/keys.json data/log media/ media/../data uploads/
  files/ tmp/ backup backup/ backups/ backup.zip backup.sql backup.tar.gz dump.sql db.sql database.sql
  db.sqlite database.sqlite3 farmgate.sql farmgate.zip site.tar.gz www.zip old/ test/ dev/ staging/
  private/ secret secrets.json credentials config.json config.yml settings.json application.yml
  web.config server.key privkey.pem cert.pem debug debug/ debug/vars debug/pprof/ __debug__/ _debug
  _profiler console trace trace.axd elmah.axd heapdump core inspector json/list json/version status
  server-status server-info nginx_status stub_status actuator actuator/env env actuator/heapdump graphql
  graphiql swagger.json swagger-ui/ api-docs openapi.json api/v2/ api/internal api/debug api/users
  api/admin api/auth/ok api/auth/error api/auth/list-sessions api/auth/reference
  api/auth/open-api/generate-schema internal/ phpinfo.php info.php wp-login.php wp-config.php.bak
  phpmyadmin/ adminer.php cgi-bin/ xmlrpc.php crossdomain.xml clientaccesspolicy.xml error.log access.log
  logs/ log.txt npm-debug.log postgresql.log index.html index.php index.js.map sw.js.map entry.js.map %00
  @fs/etc/passwd etc/passwd%00 %5c%5cetc%5cpasswd`;

/** None of these is a page or file of the shop. */
export const PATHS: readonly string[] = [...LEAKS.trim().split(/\s+/), ...traversals];

/** Beside a script: its source, and what editors and packers leave. */
export const ENDINGS: readonly string[] = `
  .map .MAP .%00.map ~ .bak .old .orig .swp .save .ts .tsx .zip .tar %00 %00.html / /. /../
  %2f..%2f..%2f..%2fpackage.json ::$DATA %20`
  .trim()
  .split(/\s+/);

export const NAMES: readonly string[] = `
  id q page sort cursor category mode next returnTo redirect url to callback debug trace admin email
  token file template lang format intent _method _data _routes index __proto__[a]
  constructor[prototype][a] message lines`
  .trim()
  .split(/\s+/);

/** Each would come back in a way that `REFLECTED` matches, were it written, run, read or followed as it is. */
export const VALUES: readonly string[] = [
  ...['%22%3E%3Cfg7%3E', '%3C/script%3E%3Cfg7%3E', '--%3E%3Cfg7%3E', '%2522%253E%253Cfg7%253E', '<fg7>'],
  ...['%7B%7B7001*7%7D%7D', '$%7B7001*7%7D', '%23%7B7001*7%7D', '%3C%25=7001*7%25%3E', "';select+7001*7--"],
  ...['../../../../../../etc/passwd', '..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd', 'file:///etc/passwd'],
  ...['http://fg7.example/', '//fg7.example', '/%5Cfg7.example', '%2f%2ffg7.example', 'https:fg7.example'],
  ...['a%0d%0aX-Fg7:%201', 'a%0aX-Fg7:%201', '%E5%98%8A%E5%98%8DX-Fg7:%201', '%00', '%ff', '%27'],
  ...['%22', '%5C', '-1', '1e308', '9999999999999999999', '%F0%9F%8C%BF', '%ED%A0%80', '%7B%22$ne%22:1%7D'],
];
/** In a response's headers or body. Words in a page that name the other site are no link to it. */
export const REFLECTED =
  '<fg7>|49007|root:x:0:0|(?i)(location: |href="|src="|action="|content="[^"]*)(https?:)?[/\\\\]{2}fg7\\.example';

export const HEADERS: readonly string[] = `
  X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Prefix Forwarded Host X-Host X-Real-IP X-Original-URL
  X-Rewrite-URL X-HTTP-Method-Override Referer User-Agent Accept Cookie Accept-Language Accept-Encoding
  Range If-None-Match If-Modified-Since If-Range Origin Content-Type Content-Encoding Authorization
  X-Request-Id Traceparent Sec-Fetch-Site X-Middleware-Subrequest X-Remix-Response X-React-Router-Data`
  .trim()
  .split(/\s+/);
export const HEADER_VALUES: readonly string[] = [
  ...['fg7.example', '//fg7.example', '"><fg7>', '{{7001*7}}', '() { :;}; echo fg7', '../../etc/passwd'],
  ...["' or 1=1--", '/admin', '%00', '%0d%0aX-Fg7: 1', '\u00e9', 'bytes=0-18446744073709551615'],
  ...['bytes=-1,0-', '*', 'W/"', 'null', 'x'.repeat(4000), 'a=b; '.repeat(300), 'cart=%00:%00'],
  'farmgate.session_token=a.b',
];
