/** A fault in the back office links back into the back office. */
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ErrorBoundary } from '#office/roof/admin-layout.tsx';

test('a 500 in the back office links to its dashboard', () => {
  const props = { error: new Error('broken'), loaderData: undefined, params: {}, actionData: undefined };
  const element = <ErrorBoundary {...(props as Parameters<typeof ErrorBoundary>[0])} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/admin/orders'] });
  const page = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(page).toContain('Something went wrong on our side.');
  expect(page).toContain('href="/admin/dashboard"');
  expect(page).toContain('Back to Dashboard');
  expect(page).not.toContain('the shop');
});
