import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ProductGrid } from '#core/goods/catalogue/products/ui/product-grid.tsx';
import { MarksProvider } from '#shop/kit/marks.tsx';
import { haze } from '#tests/support/cards.ts';
import { cardAction } from './card-action.tsx';

const marks = { favorites: [2], waiting: [3] };
const cards = [1, 2, 3].map((id) => ({ ...haze, id, name: `Haze ${id}`, available: id === 3 ? 0 : 6 }));

/** A page of three cards: one plain, a favorite, and one that is sold out and waited for. */
function page(): string {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <MarksProvider marks={marks}>
          <ProductGrid cards={cards} action={cardAction} />
        </MarksProvider>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

test('the cards of a page share its forms: each button names one that is there, and the product', () => {
  const html = page();
  const [list = '', forms = ''] = html.split('</ul>');
  expect(list).not.toMatch(/<form|<input/);
  const intents = new Map(
    [...forms.matchAll(/<form id="([^"]+)"[^>]*action="([^"]+)"[^>]*>.*?name="intent" value="(\w+)"/g)].map(
      ([, id, action, intent]) => [id, `${action} ${intent}`],
    ),
  );
  const pressed = [...list.matchAll(/<button ([^>]*)>/g)].map(([, attributes = '']) => {
    const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1];
    expect([value('type'), value('name')]).toEqual(['submit', 'productId']);
    return `${intents.get(value('form'))} ${value('value')}`;
  });
  expect(pressed).toEqual([
    ...['/cart add 1', '/api/favorites add 1'],
    ...['/cart add 2', '/api/favorites remove 2'],
    ...['/api/favorites stop 3', '/api/favorites add 3'],
  ]);
});

test('a card of cannabis has 13 elements: a page has up to sixty of them', () => {
  const [, card = ''] = page().split('<li>');
  expect(card.match(/<[a-z]/g)).toHaveLength(12);
});
