import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { MoveForm } from './move-form.tsx';
import type { WasteLot } from './waste-lots-queries.server.ts';

const lot: WasteLot = {
  ...{ id: 1, product: 'Kestrel', size: '3.5 g', batchNumber: 'K-1', shelfPlace: null },
  ...{ status: 'sellable', onHand: 4, held: 0, netWeightMg: null },
};
const lee = { userId: 'lee', name: 'Lee Ford' };

function shown(people: (typeof lee)[]): string {
  const witnesses = { way: 'password', people, isAlone: people.length === 0, mayInvite: true } as const;
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <MoveForm lot={lot} witnesses={{ ...witnesses, people }} attempt="1" answer={undefined} />
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

test('who works alone is asked for nothing that could not be recorded, and reads why', () => {
  const alone = shown([]);
  expect(alone).toContain('No one else works here');
  expect(alone).toContain('Cancel');
  expect(alone).not.toMatch(/<input|<button/);
  expect(shown([lee])).toContain('Move to waste');
});
