/** An email address that, where it has to be broken, is broken after its @ first. */
export function EmailAddress({ children, className }: { children: string; className?: string }) {
  const at = children.lastIndexOf('@') + 1;
  return (
    <span className={className}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  );
}
