-- The platform's own tables: mode, receipts (idempotency), facts (live channel), settings.

-- owner: platform
create table meta (
  key text primary key,
  value text not null
);

-- Ends the statement with a refusal of the contract: the command runner turns it into the answer.
-- code: a RefusalCode; details: a flat object for the text's {placeholders}.
create function refuse(code text, details jsonb default '{}') returns void
language plpgsql as $$
begin
  raise exception using errcode = 'FPREF', message = code, detail = details::text;
end $$;

-- owner: platform
-- One row per command that was done under an Idempotency-Key, written in the command's own transaction.
create table receipts (
  player_id text not null,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  response jsonb,
  at bigint not null,
  primary key (player_id, key)
);
create index receipts_by_age on receipts (at);

-- Claims a receipt. Null: claimed now (or no key was given), go on. Otherwise the stored response of the first time.
-- Refuses KEY_REUSED when the key belongs to another call or input. A duplicate that is in flight waits here until the
-- first one commits (then replays it) or rolls back (then claims).
create function claim_receipt(
  p_player text, p_key text, p_call text, p_hash bytea, p_response jsonb, p_at bigint
) returns jsonb
language plpgsql as $$
declare
  stored receipts;
begin
  if p_key is null then
    return null;
  end if;
  insert into receipts (player_id, key, call, input_hash, response, at)
  values (p_player, p_key, p_call, p_hash, p_response, p_at)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into stored from receipts where player_id = p_player and key = p_key;
  if not found then
    -- Swept away between the two statements: the runner tries again.
    raise exception using errcode = 'serialization_failure', message = 'receipt vanished';
  end if;
  if stored.call <> p_call or stored.input_hash <> p_hash then
    perform refuse('KEY_REUSED');
  end if;
  return stored.response;
end $$;

-- owner: platform
-- What happened, for the live channel. xid gives the relay an order in which nothing that commits late is lost.
create table facts (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  player_id text,
  subject text not null,
  version integer not null,
  type text not null,
  body jsonb,
  at bigint not null,
  check ((topic = 'player') = (player_id is not null))
);
create index facts_in_order on facts (xid, id);
create index facts_by_age on facts (at);

-- Writes one fact inside a statement or function of a feature. Returns its id.
create function emit_fact(
  p_topic text, p_player text, p_subject text, p_version integer, p_type text, p_body jsonb, p_at bigint
) returns bigint
language sql as $$
  insert into facts (topic, player_id, subject, version, type, body, at)
  values (p_topic, p_player, p_subject, p_version, p_type, p_body, p_at)
  returning id;
$$;

-- owner: platform
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at bigint not null
);
