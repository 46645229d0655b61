-- The demo's play money and items: what was granted, so that it is granted once.
-- owner: demo
create table demo_grants (
  player_id text collate "C" not null,
  -- What the grant was for: 'demo:seed', 'demo:welcome', 'demo:restock:..'.
  origin text not null,
  at bigint not null,
  primary key (player_id, origin)
);
