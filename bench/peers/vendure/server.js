/** The server, without the jobs. */
import { bootstrap } from '@vendure/core';
import { config } from './config.js';

const app = await bootstrap(config({ isEmpty: false }));
process.send?.({ ready: await app.getUrl() });
