/** Renders what a closure would do: the orders outside, the message, and the button that saves it. */
import { Form, Link, useNavigation } from 'react-router';
import { peopleCount } from '#core/sales/recalls/trace.ts';
import { formatNumber } from '#kernel/number.ts';
import { NoEmail } from '#office/kit/no-email.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { CheckboxField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { closureReviewList } from './closure-review-list.ts';
import type { ClosureReview as Review } from './closure-review-queries.server.ts';

type Line = Review['orders'][number];

const columns: readonly Column<Line>[] = [
  {
    head: 'Order #',
    primary: true,
    fixed: true,
    cell: (row) => <Link to={`/admin/orders/${row.number}`}>{row.number}</Link>,
  },
  { head: 'Customer', cell: (row) => <span className="line-clamp-3 min-w-20">{row.customer}</span> },
  { head: 'Pickup', cell: (row) => <span className="figures">{row.pickup}</span> },
  { head: 'Units', align: 'right', cell: (row) => row.units },
];

export function ClosureReview({
  review,
  texts,
}: {
  review: Review;
  /** The form's texts that the review is about. */
  texts: Readonly<Record<string, string>>;
}) {
  const isBusy = useNavigation().formMethod === 'POST';
  const many = review.orders.length + review.more;
  const outside =
    many === 0
      ? 'No open orders are outside the new hours.'
      : many === 1
        ? '1 order is outside the new hours'
        : `${formatNumber(many)} orders are outside the new hours`;
  return (
    <Panel title={`${review.days}: ${review.hours}`} id="review" className="mt-10">
      <p className="mb-3 font-medium">{outside}</p>
      {many > 0 ? (
        <DataTable
          caption="Orders outside the new hours"
          list={closureReviewList}
          state={closureReviewList.parse(new URLSearchParams())}
          rows={review.orders}
          rowKey={(row) => row.number}
          columns={columns}
          empty=""
        />
      ) : null}
      {review.more > 0 ? <p className="mt-2">And {formatNumber(review.more)} more.</p> : null}
      {review.covered > 0 ? (
        <p className="mt-3 text-ink-soft">
          {orderCount(review.covered)} more {review.covered === 1 ? 'is' : 'are'} in an earlier closure of
          these days. Those customers were already notified.
        </p>
      ) : null}
      {review.holds > 0 ? (
        <p className="mt-3 text-ink-soft">
          {review.holds === 1 ? 'One sign-up holds' : `${review.holds} sign-ups hold`} a time outside.
          Checkout asks for another time when the email is confirmed.
        </p>
      ) : null}
      <Form method="post" className="mt-6 flex max-w-3xl flex-col gap-4">
        {Object.entries(texts).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="version" value={review.version} />
        {many > 0 ? (
          <>
            <CheckboxField
              name="notify"
              value="yes"
              defaultChecked
              label={`Notify ${peopleCount(review.customers)} now`}
            />
            {review.sendsEmail ? null : <NoEmail className="" maySetUp={review.maySetUp} />}
            <Notice title="The message">
              <p className="mt-1 wrap-anywhere">{review.reason}</p>
              <p className="mt-2">
                It goes by the channels each customer chose for orders, names their order and old time, and
                offers up to three new times, another time, or to cancel. A text message has the link alone.
              </p>
            </Notice>
          </>
        ) : null}
        <p className="text-ink-soft">
          Saving closes these times at once. Shoppers see the reason on every page and at checkout. You can
          undo it: everyone who was notified gets another message.
        </p>
        <div>
          <Button type="submit" busy={isBusy} busyText="Closing…">
            Close these times
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

const orderCount = (many: number) => (many === 1 ? 'One order' : `${formatNumber(many)} orders`);
