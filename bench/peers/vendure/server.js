/** The server, and nothing that is done in the background. */
import { bootstrap } from '@vendure/core';
import { config } from './config.js';

const app = await bootstrap(config({ isEmpty: false }));
process.send?.({ ready: await app.getUrl() });
