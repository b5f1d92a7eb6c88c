/** Opens the product index to `POST /store/search`, which answers from no index by default. */
import { configureStoreSearch, defineMiddlewares } from '@medusajs/framework/http';

const isOpen = configureStoreSearch({ allowed_indexes: { product: true } });

export default defineMiddlewares({ routes: [{ matcher: '/store/search', middlewares: [isOpen] }] });
