-- Who checked which ID, and what cash was taken, is record of a sale: no row ever changes (9 NYCRR 125.13).
CREATE TRIGGER id_checks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON id_checks FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER hand_overs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hand_overs FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
