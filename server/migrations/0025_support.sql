-- Help and news: tickets between a player and staff, notifications, and the browsers that a player has used before. Instants are epoch milliseconds.

-- owner: support
-- One conversation of one player with staff. Its subject belongs to the player, checked when it is opened.
create table support_tickets (
  id text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  -- The beginning of the first message, for lists.
  title text not null check (char_length(title) between 1 and 80),
  about_kind text check (about_kind in ('round', 'trade', 'payment')),
  about_id text collate "C",
  state text not null default 'open' check (state in ('open', 'closed')),
  -- Raised by one with each change.
  version integer not null default 1,
  -- The player's slot for open tickets.
  slot smallint check (slot between 1 and 5),
  opened_at bigint not null,
  -- Of the newest message.
  last_at bigint not null check (last_at >= opened_at),
  -- Since when the player waits: their oldest unanswered message. Null: answered, or closed.
  waiting_since bigint,
  first_answer_at bigint,
  -- The assignee.
  assigned_to text collate "C" references players (id),
  -- Messages of the other side since this side last read.
  player_unread integer not null default 0 check (player_unread >= 0),
  staff_unread integer not null default 0 check (staff_unread >= 0),
  closed_at bigint,
  -- Null: the site closed it, because of inactivity.
  closed_by text collate "C" references players (id),
  check ((about_kind is null) = (about_id is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'open') = (slot is not null)),
  check (state = 'open' or waiting_since is null),
  check (state = 'closed' or closed_by is null)
);
create unique index support_tickets_slots on support_tickets (player_id, slot) where slot is not null;
create index support_tickets_of_player on support_tickets (player_id, id desc);
-- The queue of staff, by list: longest waiting first, assigned to me, answered, closed.
create index support_tickets_waiting on support_tickets (waiting_since, id) where waiting_since is not null;
create index support_tickets_assigned on support_tickets (assigned_to, last_at desc, id desc) where slot is not null;
create index support_tickets_answered on support_tickets (last_at desc, id desc) where slot is not null and waiting_since is null;
create index support_tickets_closed on support_tickets (closed_at desc, id desc) where closed_at is not null;
create index support_tickets_answer_times on support_tickets (first_answer_at desc) where first_answer_at is not null;

-- owner: support
-- Messages. Never changed; deleted with their ticket.
create table support_messages (
  id text collate "C" primary key,
  ticket_id text collate "C" not null references support_tickets (id),
  -- The real author; to a player, staff appear only as a moderator.
  author_id text collate "C" not null references players (id),
  side text not null check (side in ('player', 'staff')),
  -- Pieces in order: {"kind": "text", "text": ...}, or {"kind": "address", "coin": ...} in place of an address. No address is stored here: the page
  -- fetches the player's own when it shows the piece.
  parts jsonb not null check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) between 1 and 200),
  created_at bigint not null,
  -- Of staff messages: the ticket's player, so that a player's export reads the answers by key. Written by a trigger.
  player_id text collate "C" references players (id),
  constraint support_messages_player_set check ((player_id is not null) = (side = 'staff')),
  check (side = 'staff' or jsonb_array_length(parts) = 1)
);
create index support_messages_of_ticket on support_messages (ticket_id, id desc);
create index support_messages_of_player on support_messages (player_id, created_at, id) where player_id is not null;
create trigger support_messages_set_player before insert on support_messages for each row
  when (new.side = 'staff') execute function support_message_player();
create index support_messages_author on support_messages (author_id, created_at desc, id desc);

-- owner: notifications
-- A player's notifications. Written by notify_player, in the transaction of the event.
create table notifications (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  kind text not null check (kind in ('security', 'support', 'deposit', 'withdrawal', 'bet', 'chat', 'protection')),
  header text not null check (char_length(header) between 1 and 80),
  text text not null check (char_length(text) between 1 and 500),
  -- The linked page of this site, with its query; null: none.
  link text check (link ~ '^/[^/\\]'),
  at bigint not null,
  read_at bigint check (read_at >= at)
);
create index notifications_of_player on notifications (player_id, id desc);
create index notifications_unread on notifications (player_id, id) where read_at is null;
create index notifications_age on notifications (at);

-- owner: notifications
-- Kinds of notifications that a player turned off; no row: all are on. Security cannot be turned off.
create table notification_choices (
  player_id text collate "C" primary key references players (id),
  off text[] not null check (off <@ array['support', 'deposit', 'withdrawal', 'bet', 'chat', 'protection'])
);

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
