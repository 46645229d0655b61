-- A batch of one is a batch: the functions that wrote one row of what the batch functions write are gone.
drop function vault_stake, round_open, round_enter;
