/**
 * Lets React change pages that a browser translates. A translator puts elements of its own in place of React's text nodes:
 * then React fails to remove the text, which ends the page, and the page does not show what it writes. So this file remembers
 * which element replaced each text, and changes that element where React changes the text.
 */

/** The element that replaces a text node on a translated page. */
const standsFor = new WeakMap<Node, ChildNode>();

const native = {
  insertBefore: Node.prototype.insertBefore,
  removeChild: Node.prototype.removeChild,
  value: Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue'),
};

function learn(changes: MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
    for (const text of removedNodes)
      if (text.nodeType === Node.TEXT_NODE && !text.isConnected) {
        const stand = [...addedNodes, previousSibling, nextSibling].find((each) => each?.nodeName === 'FONT');
        if (stand) standsFor.set(text, stand as ChildNode);
      }
}

/** Call it before React takes over. Google's and Microsoft's translators write `font` elements. */
export function followTranslators(): void {
  const watch = new MutationObserver(learn);
  watch.observe(document, { childList: true, subtree: true });
  const standOf = (node: Node | null): ChildNode | undefined => {
    learn(watch.takeRecords());
    const stand = node ? standsFor.get(node) : undefined;
    return stand?.isConnected ? stand : undefined;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return native.removeChild.call(this, child) as T;
    standOf(child)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (node.nodeType === Node.TEXT_NODE && node.parentNode === null) standOf(node)?.remove();
    const place = before === null || before.parentNode === this ? before : (standOf(before) ?? null);
    return native.insertBefore.call(this, node, place?.parentNode === this ? place : null) as T;
  };
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...native.value,
    set(this: Text, value: string) {
      if (this.parentNode === null) standOf(this)?.replaceWith(this);
      native.value?.set?.call(this, value);
    },
  });
}
