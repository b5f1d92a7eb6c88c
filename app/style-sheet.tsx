/** The style sheet of a document: the shop's own, or that of all wings (docs/decisions/0111-pages-bring-the-styles-they-use.md). */
import { useLocation } from 'react-router';
import { isOfStaff } from '#core/ground/frame/staff-path.ts';
import { useNonce } from '#ui/nonce.ts';
import shopSheet from './shop.css?url';
import fontFaces from './ui/fonts/faces.css?url';
import wholeSheet from './whole.css?url';

const ID = 'style-sheet';

/**
 * The sheet that the server named, which the document keeps: from the office a link leads into the shop without a new
 * document, and the sheet of all wings has the shop's styles too.
 */
const named = import.meta.env.SSR ? null : document.getElementById(ID)?.getAttribute('href');

/** In development pages of the shop know all routes, so they have all styles. */
const sheetOf = (pathname: string) => (import.meta.env.DEV || isOfStaff(pathname) ? wholeSheet : shopSheet);

export function StyleSheet() {
  const nonce = useNonce();
  const { pathname } = useLocation();
  return (
    <>
      <link nonce={nonce} rel="stylesheet" href={fontFaces} />
      <link nonce={nonce} rel="stylesheet" href={named ?? sheetOf(pathname)} id={ID} />
    </>
  );
}
