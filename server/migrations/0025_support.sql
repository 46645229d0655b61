-- Help and news: tickets between a player and staff, notifications, and the browsers that a player signed in from before.
-- Instants are epoch milliseconds.

-- owner: support
-- One conversation of one player with staff. What it is about is the player's own, looked up when it is opened.
create table support_tickets (
  id text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  -- The beginning of the first message: what lists show.
  title text not null check (char_length(title) between 1 and 80),
  about_kind text check (about_kind in ('round', 'trade', 'payment')),
  about_id text collate "C",
  state text not null default 'open' check (state in ('open', 'closed')),
  -- Raised by one with each change.
  version integer not null default 1,
  -- Which of the player's places for open tickets it takes.
  slot smallint check (slot between 1 and 5),
  opened_at bigint not null,
  -- Of the newest message.
  last_at bigint not null check (last_at >= opened_at),
  -- Since when the player waits: their oldest message that no answer followed. Null: answered, or closed.
  waiting_since bigint,
  first_answer_at bigint,
  -- The member of staff who has it.
  assigned_to text collate "C" references players (id),
  -- Messages of the other side since this side last looked.
  player_unread integer not null default 0 check (player_unread >= 0),
  staff_unread integer not null default 0 check (staff_unread >= 0),
  closed_at bigint,
  -- Null: the site closed it, because nothing was written any more.
  closed_by text collate "C" references players (id),
  check ((about_kind is null) = (about_id is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'open') = (slot is not null)),
  check (state = 'open' or waiting_since is null),
  check (state = 'closed' or closed_by is null)
);
create unique index support_tickets_slots on support_tickets (player_id, slot) where slot is not null;
create index support_tickets_of_player on support_tickets (player_id, id desc);
-- The queue of staff, by list: who waits longest first, one's own, what was answered, what is closed.
create index support_tickets_waiting on support_tickets (waiting_since, id) where waiting_since is not null;
create index support_tickets_assigned on support_tickets (assigned_to, last_at desc, id desc) where slot is not null;
create index support_tickets_answered on support_tickets (last_at desc, id desc) where slot is not null and waiting_since is null;
create index support_tickets_closed on support_tickets (closed_at desc, id desc) where closed_at is not null;
create index support_tickets_answer_times on support_tickets (first_answer_at desc) where first_answer_at is not null;

-- owner: support
-- What was written. Never changed; forgotten with its ticket.
create table support_messages (
  id text collate "C" primary key,
  ticket_id text collate "C" not null references support_tickets (id),
  -- Who really wrote it; a player is told of staff only that it was a moderator.
  author_id text collate "C" not null references players (id),
  side text not null check (side in ('player', 'staff')),
  -- Pieces in their order: {"kind": "text", "text": ...}, or {"kind": "address", "coin": ...} where an address stood. No address
  -- of anybody is kept here: the page asks for the player's own when it shows the piece.
  parts jsonb not null check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) between 1 and 200),
  created_at bigint not null,
  check (side = 'staff' or jsonb_array_length(parts) = 1)
);
create index support_messages_of_ticket on support_messages (ticket_id, id desc);
create index support_messages_author on support_messages (author_id, created_at desc, id desc);

-- owner: notifications
-- What a player was told. Written in the transaction of what it tells of, by tell_player.
create table notifications (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  kind text not null check (kind in ('security', 'support', 'deposit', 'withdrawal', 'bet', 'chat')),
  header text not null check (char_length(header) between 1 and 80),
  text text not null check (char_length(text) between 1 and 500),
  -- The page of this site that it is about, with its query; null: none.
  link text check (link ~ '^/[^/\\]'),
  at bigint not null,
  read_at bigint check (read_at >= at)
);
create index notifications_of_player on notifications (player_id, id desc);
create index notifications_unread on notifications (player_id, id) where read_at is null;
create index notifications_age on notifications (at);

-- owner: notifications
-- What a player does not want to be told; no row: everything is told. Security cannot be turned off.
create table notification_choices (
  player_id text collate "C" primary key references players (id),
  off text[] not null check (off <@ array['support', 'deposit', 'withdrawal', 'bet', 'chat'])
);

-- owner: accounts
-- Browsers that a player signed in from, so that a sign-in from another one can be told.
create table player_browsers (
  player_id text collate "C" not null references players (id),
  -- Keyed hash of what the browser calls itself: gone with the player's key.
  browser_hash text collate "C" not null check (browser_hash ~ '^[0-9a-f]{32}$'),
  seen_at bigint not null,
  primary key (player_id, browser_hash)
);
create index player_browsers_age on player_browsers (seen_at);
