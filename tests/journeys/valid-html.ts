/** What is wrong with a page as the server sends it, before any script: by the rules of the HTML standard. */
import { HtmlValidate } from 'html-validate';
import { DomUtils, parseDocument } from 'htmlparser2';

const standard = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

/** The faults, each with its place in the page. */
export function faultsOfHtml(html: string): string[] {
  const { results } = standard.validateStringSync(html);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ message, selector }) => `${message} ${selector}`)),
    ...halfFacts(html),
  ];
}

/** Names without a value, and values without a name, in lists of facts; the checker does not look at these. */
function halfFacts(html: string): string[] {
  const lists = DomUtils.findAll(({ name }) => name === 'dl', parseDocument(html).children);
  const groups = lists.flatMap((list) => {
    const inside = DomUtils.getChildren(list).filter((child) => DomUtils.isTag(child));
    const own = inside.filter(({ name }) => name === 'div');
    return own.length > 0 ? own : inside.length > 0 ? [list] : [];
  });
  const has = (group: (typeof groups)[number], name: string) =>
    DomUtils.getChildren(group).some((child) => DomUtils.isTag(child) && child.name === name);
  return groups
    .filter((group) => !has(group, 'dt') || !has(group, 'dd'))
    .map((group) => `half a fact: “${DomUtils.textContent(group).slice(0, 60)}”`);
}
