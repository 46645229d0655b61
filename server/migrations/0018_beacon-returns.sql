-- A game whose newest voided round waited in vain stays closed until its beacon has been heard again: both are looked up
-- with every stake.
create index rounds_voided on rounds (game, ended_at) where phase = 'voided';
create index beacon_outputs_fetched on beacon_outputs (fetched_at);
