-- People: who they are, how they are signed in, what they played.

-- owner: accounts
create table players (
  id text collate "C" primary key,
  steamid text collate "C" not null unique check (steamid ~ '^7656119[0-9]{10}$'),
  -- As shown: cleaned of control and direction characters, at most 32 characters, never a word reserved for staff.
  name text not null check (char_length(name) between 1 and 48),
  -- The form in which a shown name is compared with those of staff (accounts/names.ts, lookOf); null: filled in at the next start.
  look text collate "C" check (look <> ''),
  avatar text not null,
  status text not null default 'USER' check (status in ('USER', 'SUPPORT', 'MODERATOR', 'ADMIN')),
  -- A house persona: marked as a bot. Never staff, never signed in.
  is_fake boolean not null default false,
  -- The public log names players only by `pseudonym`. Deleting the key unlinks it for good (erasure).
  pseudonym_key bytea check (octet_length(pseudonym_key) = 32),
  pseudonym text not null unique check (pseudonym ~ '^[0-9a-f]{32}$'),
  trade_token text not null default '',
  age_confirmed_at bigint,
  created_at bigint not null,
  check (not is_fake or status = 'USER')
);
create index players_fake on players (id) where is_fake;
create index players_staff_look on players (look) where status <> 'USER';
create index players_unlooked on players (id) where look is null;

-- owner: accounts
create table sessions (
  -- Hex of sha256(token): only the browser has the token itself.
  id text collate "C" primary key check (id ~ '^[0-9a-f]{64}$'),
  player_id text collate "C" not null references players (id),
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text not null check (char_length(user_agent) <= 200),
  -- Keyed hash of the address: answers "was this me?" without storing addresses.
  ip_hash text not null,
  check (created_at <= last_seen_at and last_seen_at <= expires_at)
);
create index sessions_player on sessions (player_id);
create index sessions_expiry on sessions (expires_at);
-- Idle sessions are deleted in steps (sessions.ts, forgetOld); without this index each step reads all of them. last_seen is updated every five
-- minutes at most, so the index costs little.
create index sessions_idle on sessions (last_seen_at);

-- owner: accounts
-- Single-use values of a Steam sign-in.
create table openid_nonces (
  nonce text collate "C" primary key,
  claimed_at bigint not null
);
create index openid_nonces_age on openid_nonces (claimed_at);

-- owner: accounts
-- One row per player and settled round: the source of experience and statistics.
create table player_results (
  player_id text collate "C" not null references players (id),
  round_id text collate "C" not null,
  game text not null references games (name),
  at bigint not null,
  won boolean not null,
  staked_cents bigint not null check (staked_cents > 0),
  won_cents bigint not null check (won_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  -- Experience in hundredths: staked cents times the experience per USD at that time. Rounded down only for display. Bots gain none.
  xp_hundredths bigint not null check (xp_hundredths >= 0),
  primary key (player_id, round_id),
  check (won or (won_cents = 0 and fee_cents = 0))
);
-- A player's rounds are read newest first by end time: a pot or a game may have been opened long before it was settled.
create index player_results_newest on player_results (player_id, at desc, round_id desc);

-- owner: accounts
-- The sums of player_results, updated in the same statement.
create table player_game_stats (
  player_id text collate "C" not null references players (id),
  game text not null references games (name),
  played integer not null,
  won integer not null check (won between 0 and played),
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  xp_hundredths bigint not null,
  primary key (player_id, game)
);
