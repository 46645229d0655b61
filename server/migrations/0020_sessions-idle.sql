-- Sessions that were idle for too long are forgotten in steps (sessions.ts forgetOld). Without an index on when they were last
-- seen, each step read all sessions. A session is noted as seen every five minutes at most, so the index costs little.
create index sessions_idle on sessions (last_seen_at);
