/** Moves a card by mouse or finger to the column of its next step: on top of its buttons, which do the same. */
import { type DragEvent, useState } from 'react';
import { useNavigate, useSubmit } from 'react-router';
import { type BoardCard, type Column, dropOf } from './board.ts';

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
  const [card, setCard] = useState<BoardCard | null>(null);
  const submit = useSubmit();
  const navigate = useNavigate();
  return {
    source: (moved) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', moved.number);
        setCard(moved);
      },
      onDragEnd: () => setCard(null),
    }),
    target: (column) => {
      const does = card && dropOf(card, column);
      return {
        mayDrop: Boolean(does),
        events: {
          // A drop is allowed where the browser's own answer, no, is prevented.
          onDragOver: (event) => does && event.preventDefault(),
          onDrop: (event) => {
            if (!card || !does) return;
            event.preventDefault();
            setCard(null);
            const { number, version } = card;
            if (does === 'hand-over') return void navigate(`/counter/orders/${number}`);
            const form = { order: number, version: String(version), intent: does };
            void submit(form, { method: 'post', preventScrollReset: true });
          },
        },
      };
    },
  };
}
