/** The jobs: updates of the search index after sales. */
import { bootstrapWorker } from '@vendure/core';
import { config } from './config.js';

const worker = await bootstrapWorker(config({ isEmpty: false }));
await worker.startJobQueue();
process.send?.({ ready: '' });
