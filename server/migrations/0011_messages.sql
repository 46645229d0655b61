-- What people write to each other: chat, tickets, notifications, push messages.

-- owner: chat
create table chat_messages (
  id text collate "C" primary key,
  -- The real author. Leaves the server only for the audit.
  author_id text collate "C" not null references players (id),
  -- The shown author: the author, or the house persona they spoke through.
  shown_id text collate "C" not null references players (id),
  voice text not null check (voice in ('own', 'staff', 'house')),
  -- As cleaned by contract/src/chat/calls.ts; raw text, no markup, shown only as text.
  message text not null check (char_length(message) between 3 and 300),
  created_at bigint not null,
  -- Removed by staff: kept for complaints for 90 days, shown to no player.
  removed_at bigint check (removed_at >= created_at),
  check ((voice = 'house') = (shown_id <> author_id))
);
create index chat_messages_shown on chat_messages (id) where removed_at is null;
create index chat_messages_author on chat_messages (author_id, created_at);
create index chat_messages_age on chat_messages (created_at);

-- owner: chat
-- One row per player who was ever banned; the ban counts unless it is lifted or `until` (null: never) has passed.
create table chat_bans (
  player_id text collate "C" primary key references players (id),
  -- Raised by one with each ban and each lifting.
  version integer not null check (version >= 1),
  banned_at bigint not null,
  until bigint check (until > banned_at),
  lifted_at bigint check (lifted_at >= banned_at)
);

-- owner: chat
-- Staff actions and their actors. Outlives the messages; names them by id only.
create table chat_audit (
  id bigint generated always as identity primary key,
  at bigint not null,
  actor_id text collate "C" not null references players (id),
  action text not null check (action in ('post.staff', 'post.house', 'remove', 'ban', 'unban', 'close', 'open')),
  target_id text collate "C" references players (id),
  chat_id text collate "C",
  until bigint
);
create index chat_audit_message on chat_audit (chat_id) where chat_id is not null;
create trigger chat_audit_stays before update or delete on chat_audit
  for each row execute function chat_audit_stays();
create trigger chat_audit_stays_whole before truncate on chat_audit
  for each statement execute function chat_audit_stays();

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

-- owner: notifications
-- One browser, one sign-in, one subscription: it ends with the sign-in, so a browser that is signed out gets nothing more.
create table push_subscriptions (
  -- Hex of sha256(endpoint).
  id text collate "C" primary key check (id ~ '^[0-9a-f]{64}$'),
  player_id text collate "C" not null references players (id),
  session_id text collate "C" not null unique references sessions (id) on delete cascade,
  -- The push service that the endpoint belongs to (gateways/push/services.ts).
  service text collate "C" not null check (char_length(service) between 1 and 100),
  endpoint text not null check (char_length(endpoint) between 1 and 1200),
  -- The browser's public key and its secret (RFC 8291), base64url.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  kinds text[] not null check (cardinality(kinds) > 0 and kinds <@ array['trade', 'withdrawal', 'battle']),
  created_at bigint not null,
  -- When a message was given up. Null: the last one was accepted, or there was none.
  failed_at bigint
);
create index push_subscriptions_of_player on push_subscriptions (player_id, created_at, id);

-- owner: notifications
-- Messages that no push service has accepted yet. Written by push_players, in the transaction of the event.
create table push_messages (
  id bigint generated always as identity primary key,
  subscription_id text collate "C" not null references push_subscriptions (id) on delete cascade,
  service text collate "C" not null,
  message text not null check (message in ('offer', 'deposited', 'withdrawn', 'returned', 'battleOver')),
  -- A page of this site.
  path text not null check (path ~ '^/[^/\\]'),
  -- What it is about: a repeat replaces what the browser shows.
  tag text not null check (char_length(tag) between 1 and 100),
  at bigint not null,
  -- A node that takes a message moves this ahead, so that no other takes it. If that node dies, another one takes it then.
  due_at bigint not null,
  -- How often it was taken. Only the last one who took it may decide what becomes of it.
  tries integer not null default 0
);
create index push_messages_due on push_messages (service, due_at);
create index push_messages_age on push_messages (at);
create index push_messages_of_subscription on push_messages (subscription_id);
