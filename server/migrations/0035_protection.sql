-- The limit question before the first deposit, signs of play that a person should review, self-exclusion that outlives an account, and removal of the
-- person from the books of a closed account.

-- owner: protection
-- Players who answered the question before a first deposit, with a limit or without one. Once, never changed.
create table protection_answers (
  player_id text collate "C" primary key references players (id),
  at bigint not null,
  answer text not null check (answer in ('LIMIT', 'NONE'))
);
-- A deposit limit, current or ever requested, counts as an answer.
insert into protection_answers (player_id, at, answer)
select player_id, min(at), 'LIMIT' from protection_changes
where what = 'limit.set' and details ->> 'kind' = 'deposit' group by player_id;

-- owner: protection
-- Signs of play that a person should review. At most one is open per player and signal; nothing follows from it automatically.
create table protection_flags (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  signal text not null check (signal in ('LOSSES_UP', 'CHASING', 'LONG_PLAY', 'LIMITS_RAISED', 'CAME_BACK')),
  at bigint not null,
  -- The figures when it was raised.
  figures jsonb not null,
  looked_at bigint,
  looked_by text collate "C" references players (id),
  why text,
  check (num_nulls(looked_at, looked_by, why) in (0, 3)),
  constraint protection_flags_own check (looked_by <> player_id)
);
create unique index protection_flags_open on protection_flags (player_id, signal) where looked_at is null;
create index protection_flags_waiting on protection_flags (id) where looked_at is null;
create index protection_flags_of_player on protection_flags (player_id, id);

-- Looser limits and returns from an exclusion, of the last weeks.
create index protection_changes_lately on protection_changes (player_id, at) where what in ('limit.confirmed', 'return.confirmed');

-- Players of an hour are read in this order, a page at a time.
create index protection_hours_played on protection_hours (hour, kind, player_id);
drop index protection_hours_old;

-- Whether it arrived by itself, over a limit or during a block.
alter table protection_deposits add column over boolean not null default false;

alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check
    check (kind in ('security', 'support', 'deposit', 'withdrawal', 'bet', 'chat', 'protection'));
alter table notification_choices drop constraint notification_choices_off_check,
  add constraint notification_choices_off_check
    check (off <@ array['support', 'deposit', 'withdrawal', 'bet', 'chat', 'protection']);

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

-- When the books of a closed account no longer name its person.
alter table players
  add column unnamed_at bigint,
  add constraint players_unnamed check (unnamed_at is null or (closed_at is not null and unnamed_at >= closed_at));
create index players_named on players (closed_at, id) where closed_at is not null and unnamed_at is null;
alter table trade_orders
  drop constraint trade_orders_partner_check,
  add constraint trade_orders_partner_check check (partner = '' or partner ~ '^7656119[0-9]{10}$'),
  drop constraint trade_orders_token_check,
  add constraint trade_orders_token_check check (token = '' or token ~ '^[A-Za-z0-9_-]{8}$'),
  add constraint trade_orders_named check ((partner = '') = (token = ''));

-- The books of bots are days like those of players, read by day: one table has both, and nothing is counted twice.
alter table player_days add column is_bot boolean not null default false;
update player_days d set is_bot = true from players p where p.id = d.player_id and p.is_fake;
create index player_days_of_bots on player_days (day, player_id, game) where is_bot;
drop table bot_days;

-- Of staff messages: the ticket's player, so that a player's export reads the answers by key. Written by a trigger.
alter table support_messages add column player_id text collate "C" references players (id);
update support_messages m set player_id = t.player_id from support_tickets t where t.id = m.ticket_id and m.side = 'staff';
alter table support_messages add constraint support_messages_player_set check ((player_id is not null) = (side = 'staff'));
create index support_messages_of_player on support_messages (player_id, created_at, id) where player_id is not null;
create trigger support_messages_set_player before insert on support_messages for each row
  when (new.side = 'staff') execute function support_message_player();
