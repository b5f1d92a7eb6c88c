/**
 * Renders the cart's number in the first response. Guest pages are cached and contain no cart, so a script in
 * <head> reads the cart's cookie and app.css shows its number until the cart link is hydrated.
 */
import { cartCookie } from '#platform/requests/cookies.ts';

/**
 * Runs in <head>. The cookie contains one line per product, separated by dots. Over HTTPS only the cookie
 * name with the prefix counts, because another host may have planted the one without.
 */
export const cartCountScript = `(function(d){var h=/^https:/.test(d.URL)?'__Host-':'',m=RegExp('(?:^|; *)'+h+'${cartCookie.name}=([0-9:.]+)').exec(d.cookie),n=m?m[1].split('.').filter(Boolean).length:0,e=d.documentElement;if(n){e.style.setProperty('--cart-count','"'+n+'"');e.style.setProperty('--cart-words','"Cart, '+n+(n>1?' items"':' item"'));e.setAttribute('data-cart','')}})(document)`;
