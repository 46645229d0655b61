-- Builds of the web client that this site announced in its public log. A node serves a build only after its leaf is published.

-- owner: transparency
-- In the order of the announcements. A build that follows another one is announced again, so that a return to an older build is in the log.
create table client_builds (
  leaf_id bigint primary key,
  manifest text collate "C" not null check (manifest ~ '^[0-9a-f]{64}$'),
  at bigint not null
);
