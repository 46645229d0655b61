-- The chat: messages, bans, staff actions. Instants are epoch milliseconds.
-- owner: chat
create table chat_messages (
  id text collate "C" primary key,
  -- The real author. Leaves the server only for the audit.
  author_id text collate "C" not null references players (id),
  -- The shown author: the author, or the house persona they spoke through.
  shown_id text collate "C" not null references players (id),
  voice text not null check (voice in ('own', 'staff', 'house')),
  -- As cleaned by contract/src/chat.ts; raw text, no markup, shown only as text.
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
