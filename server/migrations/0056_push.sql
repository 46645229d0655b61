-- Push notifications: the browsers that asked for them, and what is on its way to them.

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
