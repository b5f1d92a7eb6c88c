/** The style and the scripts of the frame, which its policy names by their hashes. */
import { createHash } from 'node:crypto';
import { ageCookie } from '#platform/requests/cookies.ts';

const DAY_MS = 86_400_000;

// The shop's colors and sizes; the shop's style sheet is fifty times as long.
export const style = `
:root{color-scheme:light dark;--paper:#fbf8f1;--surface:#fff;--ink:#1e2a24;--soft:#4f5b54;--line:#1e2a2426;--spruce:#24503b;--ring:#b0741a}
@media (prefers-color-scheme:dark){:root{--paper:#14261e;--surface:#203a2f;--ink:#f3ede0;--soft:#cdd8d0;--line:#f3ede033;--spruce:#b4dcc6;--ring:#d39a34}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.6 Inter,system-ui,sans-serif;overflow-wrap:break-word}
h1,h2{font-family:Fraunces,Georgia,serif;font-weight:560;line-height:1.25;margin:0}
h1{font-size:1.4rem}
h2{font-size:1.15rem;margin:2rem 0 .75rem}
p{margin:.5rem 0}
a{color:var(--spruce);text-underline-offset:3px}
a:focus-visible,button:focus-visible{outline:3px solid var(--ring);outline-offset:2px;border-radius:4px}
.soft{color:var(--soft);font-size:.875rem}
.gate{max-width:28rem;margin:1.5rem auto;text-align:center}
.gate form{margin:.75rem 0}
button{width:100%;min-height:3rem;padding:.5rem 1rem;border:1px solid var(--spruce);border-radius:.5rem;background:none;color:var(--spruce);font:inherit;font-weight:600;cursor:pointer}
.main{background:var(--spruce);color:var(--paper)}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
li{position:relative;display:flex;gap:.875rem;padding:.75rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface)}
li img{width:4.5rem;height:5.625rem;object-fit:cover;border-radius:.5rem;flex:none}
li div{min-width:0}
li p{margin:.25rem 0}
li a{font-weight:600;text-decoration:none;color:var(--ink)}
li a::after{content:"";position:absolute;inset:0}
li:hover a,li a:focus-visible{text-decoration:underline}
.price{font-weight:600;font-variant-numeric:tabular-nums}
del{font-weight:400;color:var(--soft);margin-left:.375rem}
.law{margin:2rem -1rem -1rem;padding:1rem;background:#ffd400;color:#000;font-size:.875rem}
.law b{display:block;margin-bottom:.25rem}
.law a{color:#000}
.read{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (forced-colors:active){button,li,.law{border:1px solid}}`;

/**
 * Tells the page around the frame how high the menu is. The address names the site; the browser delivers the message to
 * a page of that site alone.
 */
export const tellHeight = `{const{site}=document.documentElement.dataset;const tell=()=>parent.postMessage({farmgate:'menu-height',height:Math.ceil(document.documentElement.getBoundingClientRect().height)},site);if(parent!==window)new ResizeObserver(tell).observe(document.documentElement)}`;

/**
 * Remembers the answer in the frame's own storage, which browsers separate by the surrounding site, and sends it again
 * by itself; the other frames of the page hear of it. A term longer than ours is none. @param days how long an answer is valid.
 */
export function rememberAge(days: number): string {
  return `{const key='${ageCookie.name}',term=${days * DAY_MS},form=document.getElementById('of-age');try{const left=Date.parse(localStorage.getItem(key))-Date.now();if(left>0&&left<=term+${DAY_MS})form.submit()}catch{}addEventListener('storage',event=>{if(event.key===key&&event.newValue)form.submit()});form.addEventListener('submit',()=>{try{localStorage.setItem(key,new Date(Date.now()+term).toISOString())}catch{}})}`;
}

/** The source that allows this text in a policy. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
