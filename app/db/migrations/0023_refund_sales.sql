-- What is given back is taken off the day on which it is given, before tax as revenue is. Of an order that did not come
-- about nothing was revenue, so nothing is taken off.
CREATE FUNCTION sales_of_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_deltas (at, status, refunded)
  SELECT new_rows.created_at, 'completed', new_rows.amount - new_rows.tax
  FROM new_rows JOIN orders ON orders.id = new_rows.order_id
  WHERE orders.status NOT IN ('cancelled', 'no_show');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_of_refunds AFTER INSERT ON refunds
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_of_refunds();
