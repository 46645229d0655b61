-- API keys of players, and which stakes were made with one.

-- owner: accounts
-- The id is the hash of a key that only its player has. A revoked key is deleted. Addresses are keyed hashes, as those of sessions: the last one, and
-- the one before it, so that a player sees a key that is used from two places.
create table api_keys (
  id text collate "C" primary key check (id ~ '^[0-9a-f]{64}$'),
  player_id text collate "C" not null references players (id),
  name text not null check (length(name) between 1 and 40),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'play']),
  created_at bigint not null,
  last_used_at bigint,
  address_hash text not null default '',
  other_hash text not null default '',
  other_at bigint
);
-- A player's keys in the order of the list; at most ten.
create index api_keys_player on api_keys (player_id, created_at, id);

-- The game shows such a stake under the badge API.
alter table entries add column by_key boolean not null default false;
alter table battle_seats add column by_key boolean not null default false;
