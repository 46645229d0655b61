-- Queues a push for every browser of these players that asked for its kind, in the transaction of the event. The sweeps notifications.push.* send it
-- after the commit. A subscription that another transaction is deleting is left out: an event never waits or fails because of it.
create or replace function push_players(
  p_players text[], p_kind text, p_message text, p_path text, p_tag text, p_at bigint
) returns void language plpgsql as $$
begin
  insert into push_messages (subscription_id, service, message, path, tag, at, due_at)
  select s.id, s.service, p_message, p_path, p_tag, p_at, p_at
  from (
    select id, service from push_subscriptions where player_id = any(p_players) and p_kind = any(kinds)
    order by id for key share skip locked
  ) s;
end $$;
