-- Players no longer move between cells (0060): a site is one PostgreSQL with replicas (docs/scale.md).

-- unused since 0.1.0: no player moves
drop table cell_moves;
-- unused since 0.1.0: no player moves
alter table players
  drop column moving_to, drop column moved_at, drop column carried_xp_hundredths, drop column carried_refund_cents;
