-- People: who they are, how they are signed in, what they played; and staff, who are people, too.

-- owner: accounts
create table players (
  id text collate "C" primary key,
  -- Null once the person was erased.
  steamid text collate "C" unique check (steamid ~ '^7656119[0-9]{10}$'),
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
  -- The closing of an account. It is requested, can be cancelled until it begins, and begins when everything is paid out: from then on the person is
  -- erased, and the rest of their data follows in steps.
  closing_at bigint,
  -- It does not begin before this.
  closes_at bigint,
  -- Begun: name, picture, SteamID, trade link and the key of the pseudonym were deleted in the same statement.
  erased_at bigint,
  -- Done: nothing is left to erase.
  closed_at bigint,
  -- The books no longer name the person.
  unnamed_at bigint,
  check (not is_fake or status = 'USER'),
  constraint players_closing check ((closing_at is null) = (closes_at is null) and closes_at >= closing_at),
  constraint players_erased check (erased_at is null or (closing_at is not null and erased_at >= closes_at)),
  constraint players_closed check (closed_at is null or (erased_at is not null and closed_at >= erased_at)),
  constraint players_gone check ((steamid is null) = (erased_at is not null)),
  constraint players_forgotten check (
    erased_at is null or (pseudonym_key is null and trade_token = '' and status = 'USER' and not is_fake)),
  constraint players_unnamed check (unnamed_at is null or (closed_at is not null and unnamed_at >= closed_at))
);
create index players_fake on players (id) where is_fake;
create index players_staff_look on players (look) where status <> 'USER';
create index players_unlooked on players (id) where look is null;
-- Search by the beginning of a name.
create index players_name on players ((lower(name) collate "C"), id);
create index players_closing on players (closes_at, id) where closing_at is not null and closed_at is null;
create index players_named on players (closed_at, id) where closed_at is not null and unnamed_at is null;
-- Each node keeps a list of erased people outside the database, so that a restored database erases them again.
create index players_erased_at on players (erased_at, id) where erased_at is not null;

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
  -- When a session of staff last entered an authenticator code; null: never.
  code_at bigint check (code_at >= created_at),
  check (created_at <= last_seen_at and last_seen_at <= expires_at)
);
-- A player's sessions are shown by last use.
create index sessions_player on sessions (player_id, last_seen_at, id);
-- The players of a network address.
create index sessions_network on sessions (ip_hash, player_id) where ip_hash <> '';
create index sessions_expiry on sessions (expires_at);
-- Idle sessions are deleted in steps (sessions.ts, forgetOld); without this index each step reads all of them. last_seen is updated every five
-- minutes at most, so the index costs little.
create index sessions_idle on sessions (last_seen_at);

-- owner: accounts
-- Browsers that a player has signed in from, so that a sign-in from a new one can be reported.
create table player_browsers (
  player_id text collate "C" not null references players (id),
  -- Keyed hash of the browser's user agent: unusable once the player's key is deleted.
  browser_hash text collate "C" not null check (browser_hash ~ '^[0-9a-f]{32}$'),
  seen_at bigint not null,
  primary key (player_id, browser_hash)
);
create index player_browsers_age on player_browsers (seen_at);

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
-- The newest winnings, for the first page.
create index player_results_won on player_results (at, round_id) where won;
-- In the order of their time, for the signs of collusion.
create index player_results_in_order on player_results (at, round_id collate "C");

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

-- owner: accounts
-- The sums of player_results by day (UTC, days since 1970), updated in the same statement: charts never read every round.
create table player_days (
  player_id text collate "C" not null references players (id),
  day integer not null,
  game text not null references games (name),
  played integer not null,
  won integer not null check (won between 0 and played),
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  -- The books of bots are days like those of players.
  is_bot boolean not null default false,
  primary key (player_id, day, game)
);
create index player_days_of_bots on player_days (day, player_id, game) where is_bot;

-- owner: accounts
-- Settled rounds and what players won, bots left out. Updated by the statement that records results. Several rows for each game, so that
-- concurrent settlements do not wait for each other; their sum is the total.
create table result_totals (
  game text not null references games (name),
  shard smallint not null,
  rounds bigint not null,
  paid_cents bigint not null,
  primary key (game, shard)
);

-- owner: accounts
-- Raised whenever the cache of a player's Steam inventories becomes invalid: a node with a lower version queries Steam again. No row: 0.
create table steam_inventories (
  player_id text collate "C" primary key references players (id),
  version bigint not null check (version > 0)
);

-- owner: accounts
-- What the trading account saw of a player's inventory on the trade page, in games whose items Steam hides from others for a while after a trade. One
-- row per player and game: the newest check.
create table steam_checks (
  player_id text collate "C" not null references players (id),
  app_id integer not null,
  -- The player's steamid and the secret part of their trade link: without it the page shows nothing.
  partner text collate "C" not null check (partner ~ '^7656119[0-9]{10}$'),
  token text not null,
  -- The version of steam_inventories at the request: the check is valid while it is unchanged.
  version bigint not null,
  asked_at bigint not null,
  -- A worker claims it after this; null: no request.
  due_at bigint,
  -- When it was seen, and what: [{assetId, contextId, name}]; null: never.
  seen_at bigint,
  items jsonb not null default '[]',
  -- Number of checks: the version of the fact that announces one.
  checks integer not null default 0,
  primary key (player_id, app_id)
);
-- Requests of the last minute are processed, older ones dropped.
create index steam_checks_due on steam_checks (asked_at) where due_at is not null;

-- owner: accounts
-- People who excluded themselves and had their account erased: by a keyed hash of their SteamID, and until when they cannot open a new account (null:
-- never). Nothing here links to the former account. The key is not in this database.
create table barred_people (
  hash bytea primary key check (length(hash) = 32),
  -- Of the key: its first 8 bytes hashed, to know which keys are still needed.
  key_id text collate "C" not null check (key_id ~ '^[0-9a-f]{16}$'),
  until_at bigint
);
create index barred_people_age on barred_people (until_at);
create index barred_people_keys on barred_people (key_id);

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

-- owner: accounts
-- The authenticator of a staff member. The secret is encrypted with a key that the database never holds (accounts/codes/seal.ts).
create table staff_codes (
  player_id text collate "C" primary key references players (id),
  secret bytea not null check (octet_length(secret) between 40 and 200),
  -- Recovery codes, encrypted, while they are still to be written down; deleted with the first accepted code.
  shown bytea,
  made_at bigint not null,
  -- Since when codes are required; null: none was entered yet.
  confirmed_at bigint check (confirmed_at >= made_at),
  -- The time step of the last accepted code: neither it nor an older one is accepted again.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one, within the counting period.
  failures integer not null default 0 check (failures >= 0),
  failed_at bigint,
  check ((shown is null) = (confirmed_at is not null))
);

-- owner: accounts
-- Unused recovery codes of an authenticator: using one deletes its row.
create table staff_recovery_codes (
  player_id text collate "C" not null references staff_codes (player_id) on delete cascade,
  -- sha256 of the code, which is 80 random bits.
  hash bytea not null check (octet_length(hash) = 32),
  primary key (player_id, hash)
);

-- owner: accounts
-- Future ADMINs: requested by one ADMIN, confirmed by another within a day.
create table admin_proposals (
  player_id text collate "C" primary key references players (id),
  proposed_by text collate "C" not null references players (id),
  at bigint not null,
  check (proposed_by <> player_id)
);
