-- The index of battles that are not over is for listing them, newest first. Said as `closed_at is null` its condition followed
-- from that of every query about battles whose winners are to be paid, and the planner took it in place of `battles_to_pay`:
-- all open battles were read for the few that are due.
drop index battles_active;
create index battles_active on battles (opened_at, round_id) where coalesce(closed_at, 0) = 0;
