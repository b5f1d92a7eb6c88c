/** /counter: the orders of the day, from reserved to handed over. Staff pack from it and serve who is here. */
import { useRef } from 'react';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readOpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { readRegisterName } from '#core/sales/line/line-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useTableKeys } from '#ui/data-table/use-table-keys.ts';
import { useSettling } from '#ui/form/use-settling.ts';
import { useLive } from '#ui/live/use-live.ts';
import { isAfterLastPickup } from '../closing/end-of-day-queries.server.ts';
import { whatMoves } from '../day/board.ts';
import { ShiftNotices } from '../in-charge/shift-facts.tsx';
import { readShiftFacts } from '../in-charge/shift-queries.server.ts';
import { registerOf } from '../kit/register-cookie.ts';
import { serverOrCopy, serverOrWait } from '../network/server-or-copy.ts';
import type { Route } from './+types/board.page';
import { answerBoard } from './answer-board.server.ts';
import { BoardColumns } from './board-columns.tsx';
import { BoardNotices } from './board-notices.tsx';
import { readBoard } from './board-queries.server.ts';
import { DayIsOver, Earlier, SlotLoad } from './day-load.tsx';
import { DeskLine } from './drawer-line.tsx';
import { FindBox } from './find-box.tsx';
import { FoundOrders } from './found-orders.tsx';
import { LineBar } from './line-bar.tsx';
import { offlineBoard } from './offline-board.ts';
import { unanswered, withoutNetwork } from './offline-form.ts';
import { leadScan } from './scan-answer.ts';
import { Shift } from './shift.tsx';
import { TabletLine } from './tablet-line.tsx';
import { useBoardSays } from './use-board-says.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const find = (new URL(request.url).searchParams.get('find') ?? '').trim().slice(0, 100);
  const now = systemClock();
  const [board, drawer, isOver, shift, register] = await Promise.all([
    readBoard(actor, find, now),
    readOpenDrawer(),
    isAfterLastPickup(now),
    readShiftFacts(actor),
    readRegisterName(registerOf(request)),
  ]);
  if (!board) throw new Response(null, { status: 403 });
  return { board, find, drawer, isOver, shift, register };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerBoard(actor, await requestForm(request), request);
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  serverOrCopy(serverLoader, (known) =>
    offlineBoard(known, new URL(request.url).searchParams.get('find') ?? '', Date.now()),
  );

export const clientAction = (args: Route.ClientActionArgs) =>
  leadScan(args.request, () =>
    serverOrWait(
      args,
      (form, known) => withoutNetwork(form, known, `/counter${new URL(args.request.url).search}`),
      unanswered,
    ),
  );

export const meta: Route.MetaFunction = () => [{ title: 'Counter' }];

export default function BoardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { board, find, drawer, isOver, shift, register } = loaderData;
  const cards = useRef<HTMLDivElement>(null);
  useTableKeys(cards);
  useLive(['orders', 'cash', 'recalls', 'line']);
  useBoardSays(actionData);
  const isSettling = useSettling(whatMoves(board), find);
  return (
    <div ref={cards} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <h1 className="sr-only">Counter</h1>
        <FindBox find={find} />
        <Shift {...board.columns.new} />
      </div>
      {board.found ? (
        <FoundOrders cards={board.found} find={find} now={board.now} settling={isSettling('here')} />
      ) : null}
      <LineBar line={board.line} register={register} now={board.now} />
      <BoardNotices {...board} />
      {shift ? <ShiftNotices {...shift} /> : null}
      <DeskLine drawer={drawer} inCharge={shift?.inCharge} />
      <TabletLine />
      {isOver ? <DayIsOver /> : null}
      <Earlier count={board.earlier} />
      <BoardColumns board={board} isSettling={isSettling} />
      <SlotLoad load={board.load} mayPause={shift?.mayPause === true && shift.paused === null} />
    </div>
  );
}
