/** Moves a card by mouse or finger to the column of its next step: on top of its buttons, which do the same. */
import { type DragEvent, useRef, useState } from 'react';
import { useNavigate, useSubmit } from 'react-router';
import { type BoardCard, type Column, dropOf } from '../day/board.ts';

export type CardDrag = {
  /** For the element around a card. */
  source: (card: BoardCard) => {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  /** For a column. `mayDrop`: the card that is moved now may be dropped on it. */
  target: (column: Column) => {
    mayDrop: boolean;
    events: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
  };
};

export function useCardDrag(): CardDrag {
  // For what is drawn. A quick drop comes before the columns are drawn again, so events read `moved`.
  const [card, setCard] = useState<BoardCard | null>(null);
  const moved = useRef<BoardCard | null>(null);
  const move = (next: BoardCard | null) => {
    moved.current = next;
    setCard(next);
  };
  const submit = useSubmit();
  const navigate = useNavigate();
  return {
    source: (own) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', own.number);
        move(own);
      },
      onDragEnd: () => move(null),
    }),
    target: (column) => {
      const does = () => moved.current && dropOf(moved.current, column);
      return {
        mayDrop: card !== null && dropOf(card, column) !== null,
        events: {
          // A drop is allowed where the browser's own answer, no, is prevented.
          onDragOver: (event) => does() && event.preventDefault(),
          onDrop: (event) => {
            const intent = does();
            if (!moved.current || !intent) return;
            event.preventDefault();
            const { number, version } = moved.current;
            move(null);
            if (intent === 'hand-over') return void navigate(`/counter/orders/${number}`);
            const form = { order: number, version: String(version), intent };
            void submit(form, { method: 'post', preventScrollReset: true });
          },
        },
      };
    },
  };
}
