/** Every URL of the house on one page (specification section 2); the account's pages and the back office's screens are tables of their own. */
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { accountScreens } from './shell/account-screens.ts';
import { adminScreens } from './shell/admin-screens.ts';

export default [
  layout('routes/shop-layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('products', 'routes/storefront/products.tsx'),
    route('products/:id', 'routes/storefront/product.tsx'),
    route('cart', 'routes/storefront/cart.tsx'),
    route('checkout', 'routes/storefront/checkout.tsx'),
    route('success', 'routes/storefront/success.tsx'),

    layout('routes/account/account-layout.tsx', [
      ...accountScreens.map(({ path, file }) => route(path, file)),
      route('security/authenticator', 'routes/account/security-authenticator.tsx'),
      route('security/passkeys', 'routes/account/security-passkeys.tsx'),
      route('security/password', 'routes/account/security-password.tsx'),
      route('security/confirm', 'routes/account/security-confirm.tsx'),
      route('orders/:orderId', 'routes/account/order.tsx'),
      route('your-data/delete', 'routes/account/your-data-delete.tsx'),
      route('security/email', 'routes/account/security-email.tsx'),
      route('security/providers', 'routes/account/security-providers.tsx'),
      route('orders/:orderId/move', 'routes/account/order-move.tsx'),
      route('orders/:orderId/receipt', 'routes/account/order-receipt.tsx'),
    ]),

    route('login', 'routes/account/login.tsx'),
    route('login/second-factor', 'routes/account/second-factor.tsx'),
    route('change-email', 'routes/account/change-email.tsx'),
    route('undo-email-change', 'routes/account/undo-email-change.tsx'),
    route('login/complete', 'routes/account/complete-sign-up.tsx'),
    route('account-created', 'routes/account/account-created.tsx'),
    route('forgot-password', 'routes/account/forgot-password.tsx'),
    route('reset-password', 'routes/account/reset-password.tsx'),
    route('confirm-email', 'routes/account/confirm-email.tsx'),
    route('resend-confirmation', 'routes/account/resend-confirmation.tsx'),
    route('set-up', 'routes/account/set-up.tsx'),

    route('about', 'routes/information/about.tsx'),
    route('education', 'routes/information/education.tsx'),
    route('terms', 'routes/information/terms.tsx'),
    route('privacy', 'routes/information/privacy.tsx'),
    route('faq', 'routes/information/faq.tsx'),
    route('*', 'routes/information/not-found.tsx'),
  ]),

  route('restricted', 'routes/information/restricted.tsx'),
  route('unsubscribe', 'routes/account/unsubscribe.tsx'),

  layout('routes/admin/admin-layout.tsx', [
    ...prefix('admin', [
      index('routes/admin/entry.tsx'),
      ...adminScreens.map(({ path, file }) => route(path, file)),
      route('orders/:orderId', 'routes/admin/order.tsx'),
      route('orders/:orderId/edit', 'routes/admin/order-edit.tsx'),
      route('orders/:orderId/hand-over', 'routes/admin/order-hand-over.tsx'),
      route('sent-mail/:id', 'routes/admin/sent-mail-message.tsx'),
    ]),
  ]),

  route('admin/sent-mail/:id/html', 'routes/admin/sent-mail-message-html.ts'),
  route('admin/orders/export', 'routes/admin/orders-export.ts'),
  route('admin/views', 'routes/admin/views.ts'),
  route('age-gate', 'routes/information/age-gate.ts'),
  route('passkey-options', 'routes/account/passkey-options.ts'),
  route('login/with/:provider', 'routes/account/login-with.ts'),
  route('login/with/:provider/callback', 'routes/account/login-with-callback.ts'),
  route('orders/:orderId/receipt.pdf', 'routes/account/order-receipt-pdf.ts'),
  route('orders/:orderId/calendar.ics', 'routes/account/order-calendar.ts'),
  route('your-data/download', 'routes/account/your-data-download.ts'),
  route('sign-out', 'routes/account/sign-out.ts'),
  route('profile/license-photo', 'routes/account/profile-photo.ts', { id: 'license-photo' }),
  route('profile/photo', 'routes/account/profile-photo.ts'),
  route('photos/:photoId', 'routes/account/photo.ts'),
  route('notifications/newest', 'routes/account/notifications-newest.ts'),
  route('notifications/push', 'routes/account/notifications-push.ts'),
  route('live', 'routes/live.ts'),
  route('api/cart', 'routes/storefront/api-cart.ts'),
  route('api/reserve', 'routes/storefront/api-reserve.ts'),
  route('api/token', 'routes/account/api-token.ts'),
  route('.well-known/jwks.json', 'routes/account/jwks.ts'),
  route('api/send-email-receipt', 'routes/storefront/api-send-email-receipt.ts'),
  route('pricing.pdf', 'routes/storefront/price-list.ts'),
  route('sitemap.xml', 'routes/storefront/sitemap.ts'),
  route('robots.txt', 'routes/storefront/robots.ts'),
  route('site.webmanifest', 'routes/information/manifest.ts'),
] satisfies RouteConfig;
