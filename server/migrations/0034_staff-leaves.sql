-- Changes by staff to a running game are in the public log, in the transaction of the change.
create trigger log_game_setting after insert or update on settings
  for each row when (new.key not like '%.feeBps') execute function log_game_setting();
