-- A stake that enters a round which stays open. `answer` is what its player is told, without the number of the entry.
create type round_entering as (stake integer, round_id text, scripted boolean, answer jsonb);
