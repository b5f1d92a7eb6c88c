/** Renders a product's pictures: order them by dragging or by buttons, edit their alternative texts, delete them. */
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ProductImage } from '#core/goods/catalogue/pictures/arrange-pictures.server.ts';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { LONGEST_ALT } from '#core/goods/catalogue/pictures/picture-limits.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '#ui/icons.ts';

type Props = {
  pictures: readonly ProductImage[];
  /** The product's. */
  name: string;
  /** Alternative texts of a refused save, by their field's name. */
  typed: Readonly<Record<string, string>> | undefined;
};

/** Resets when the stored pictures change, and when a save was refused. */
export function PictureList(props: Props) {
  const stored = props.pictures.map(({ id, alt, key: file }) => `${id} ${alt} ${file}`);
  return <List key={[...stored, ...Object.values(props.typed ?? {})].join('\n')} {...props} />;
}

function List({ pictures, name, typed }: Props) {
  const [order, setOrder] = useState(pictures);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const isBusy = useNavigation().formData?.get('intent') === 'pictures';
  if (pictures.length === 0)
    return <p className="text-ink-soft">No pictures yet. The shop shows a placeholder.</p>;

  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length || from === to) return;
    const next = [...order];
    const [taken] = next.splice(from, 1);
    if (taken) next.splice(to, 0, taken);
    setOrder(next);
    setSaid(`Picture ${from + 1} is now number ${to + 1}.`);
  };
  const remove = (id: number) => {
    setOrder(order.filter((each) => each.id !== id));
    setSaid('Picture removed. Save to confirm.');
  };
  const isChanged = order.length !== pictures.length || order.some(({ id }, at) => id !== pictures[at]?.id);

  return (
    <Form method="post" preventScrollReset className="flex flex-col gap-4">
      <input type="hidden" name="intent" value="pictures" />
      <p role="status" className="sr-only">
        {said}
      </p>
      {/* Changes made during a save would be lost when the saved list loads. */}
      <fieldset disabled={isBusy} className="contents">
        <ol aria-label="Pictures" className="flex flex-col gap-3">
          {order.map((image, at) => (
            <li
              key={image.id}
              draggable={!isBusy}
              onDragStart={(event) => {
                setDragged(at);
                event.dataTransfer.effectAllowed = 'move';
              }}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, at);
                setDragged(null);
              }}
              className={`flex flex-wrap items-center gap-3 rounded-surface bg-surface p-3 inset-ring inset-ring-line ${dragged === at ? 'opacity-60' : ''}`}
            >
              <GripVertical aria-hidden="true" className="size-5 cursor-grab text-ink-soft" />
              <img
                src={pictureUrl(image.key, 320)}
                alt={image.alt || name}
                width={64}
                height={80}
                draggable={false}
                className="h-20 w-16 rounded bg-cream object-contain"
              />
              <input type="hidden" name="picture" value={image.id} />
              <label className="min-w-[min(13rem,100%)] flex-1">
                <span className="mb-1 block text-sm font-medium">
                  Alternative text of picture {at + 1}
                  {at === 0 ? <span className="font-normal text-ink-soft"> (shown first)</span> : null}
                </span>
                <input
                  name={`alt-${image.id}`}
                  defaultValue={typed?.[`alt-${image.id}`] ?? image.alt}
                  maxLength={LONGEST_ALT}
                  className={controlClass}
                />
              </label>
              <span className="flex gap-1">
                <IconButton
                  label={`Move picture ${at + 1} up`}
                  move={`up:${image.id}`}
                  disabled={at === 0}
                  onPress={() => move(at, at - 1)}
                >
                  <ArrowUp aria-hidden="true" className="size-4" />
                </IconButton>
                <IconButton
                  label={`Move picture ${at + 1} down`}
                  move={`down:${image.id}`}
                  disabled={at === order.length - 1}
                  onPress={() => move(at, at + 1)}
                >
                  <ArrowDown aria-hidden="true" className="size-4" />
                </IconButton>
                <IconButton
                  label={`Remove picture ${at + 1}`}
                  move={`out:${image.id}`}
                  onPress={() => remove(image.id)}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" rank="secondary" busy={isBusy} busyText="Saving…">
          Save pictures
        </Button>
        {isChanged ? (
          <Button
            rank="quiet"
            onClick={() => {
              setOrder(pictures);
              setSaid('No unsaved changes.');
            }}
          >
            As saved
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

/** With scripts it moves the picture on the page, to be saved later; without them it submits the move. */
function IconButton({
  label,
  move,
  disabled = false,
  onPress,
  children,
}: {
  label: string;
  move: string;
  disabled?: boolean;
  onPress(): void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="submit"
      name="move"
      value={move}
      aria-label={label}
      disabled={disabled}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
      className="grid size-11 place-items-center rounded-control text-spruce-700 hover:bg-spruce-100 disabled:text-ink-soft disabled:opacity-50"
    >
      {children}
    </button>
  );
}
