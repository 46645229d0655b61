-- The result of all migrations and functions. Generated: npx tsx server/src/platform/database/schema-cli.ts --write

create sequence ledger_pending_id_seq as bigint increment 1 start 1 cache 1;

create sequence log_leaves_id_seq as bigint increment 1 start 1 cache 1;

create sequence script_tries_id_seq as bigint increment 1 start 1 cache 1;

create table adjustment_days (
  day integer not null,
  cents bigint not null,
  constraint adjustment_days_pkey PRIMARY KEY (day),
  constraint adjustment_days_cents_check CHECK ((cents >= 0))
);

create table adjustments (
  id text not null,
  player_id text not null,
  cents bigint not null,
  why text not null,
  asked_by text not null,
  asked_at bigint not null,
  state text default 'ASKED'::text not null,
  decided_by text,
  decided_at bigint,
  decided_why text default ''::text not null,
  transfer_id text,
  constraint adjustments_pkey PRIMARY KEY (id),
  constraint adjustments_transfer_id_key UNIQUE (transfer_id),
  constraint adjustments_cents_check CHECK ((cents <> 0)),
  constraint adjustments_check CHECK ((asked_by <> player_id)),
  constraint adjustments_check1 CHECK ((decided_by <> player_id)),
  constraint adjustments_check2 CHECK ((((state = 'ASKED'::text) = (decided_by IS NULL)) AND ((state = 'ASKED'::text) = (decided_at IS NULL)))),
  constraint adjustments_check3 CHECK (((state = 'DONE'::text) = (transfer_id IS NOT NULL))),
  constraint adjustments_check4 CHECK (((state <> 'DONE'::text) OR (decided_by <> asked_by))),
  constraint adjustments_state_check CHECK ((state = ANY (ARRAY['ASKED'::text, 'DONE'::text, 'REFUSED'::text]))),
  constraint adjustments_why_check CHECK (((char_length(why) >= 3) AND (char_length(why) <= 300))),
  constraint adjustments_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES players(id),
  constraint adjustments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES players(id),
  constraint adjustments_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint adjustments_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX adjustments_asked ON public.adjustments USING btree (id) WHERE (state = 'ASKED'::text);
CREATE TRIGGER adjustments_guard BEFORE DELETE OR UPDATE ON public.adjustments FOR EACH ROW EXECUTE FUNCTION adjustments_guard();

create table admin_proposals (
  player_id text not null,
  proposed_by text not null,
  at bigint not null,
  constraint admin_proposals_pkey PRIMARY KEY (player_id),
  constraint admin_proposals_check CHECK ((proposed_by <> player_id)),
  constraint admin_proposals_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint admin_proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES players(id)
);

create table api_keys (
  id text not null,
  player_id text not null,
  name text not null,
  scopes text[] not null,
  created_at bigint not null,
  last_used_at bigint,
  address_hash text default ''::text not null,
  other_hash text default ''::text not null,
  other_at bigint,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'play'::text]))),
  constraint api_keys_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX api_keys_player ON public.api_keys USING btree (player_id, created_at, id);

create table barred_people (
  hash bytea not null,
  key_id text not null,
  until_at bigint,
  constraint barred_people_pkey PRIMARY KEY (hash),
  constraint barred_people_hash_check CHECK ((length(hash) = 32)),
  constraint barred_people_key_id_check CHECK ((key_id ~ '^[0-9a-f]{16}$'::text))
);
CREATE INDEX barred_people_age ON public.barred_people USING btree (until_at);
CREATE INDEX barred_people_keys ON public.barred_people USING btree (key_id);

create table battle_cases (
  round_id text not null,
  no smallint not null,
  case_id text not null,
  version integer not null,
  constraint battle_cases_pkey PRIMARY KEY (round_id, no),
  constraint battle_cases_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES case_tables(case_id, version)
);

create table battle_seats (
  id text not null,
  round_id text not null,
  team smallint not null,
  seat smallint not null,
  player_id text not null,
  pseudonym text not null,
  cents bigint not null,
  at bigint not null,
  by_key boolean default false not null,
  constraint battle_seats_pkey PRIMARY KEY (id),
  constraint battle_seats_round_id_player_id_key UNIQUE (round_id, player_id),
  constraint battle_seats_round_id_team_seat_key UNIQUE (round_id, team, seat),
  constraint battle_seats_cents_check CHECK ((cents > 0)),
  constraint battle_seats_seat_check CHECK ((seat >= 0)),
  constraint battle_seats_team_check CHECK ((team >= 0)),
  constraint battle_seats_round_id_fkey FOREIGN KEY (round_id) REFERENCES battles(round_id)
);
CREATE TRIGGER open_stakes_seated AFTER INSERT OR DELETE ON public.battle_seats FOR EACH ROW EXECUTE FUNCTION open_stakes_seated();

create table battles (
  round_id text not null,
  type text not null,
  mode text not null,
  creator_id text not null,
  price_cents bigint not null,
  opened_at bigint not null,
  replay_starts_at bigint,
  replay_round_ms integer,
  replay_tie_ms integer,
  replay_ends_at bigint,
  paid_at bigint,
  closed_at bigint,
  pay_tries integer default 0 not null,
  pay_retry_at bigint,
  constraint battles_pkey PRIMARY KEY (round_id),
  constraint battles_check CHECK ((num_nulls(replay_starts_at, replay_round_ms, replay_tie_ms, replay_ends_at) = ANY (ARRAY[0, 4]))),
  constraint battles_check1 CHECK (((paid_at IS NULL) OR ((closed_at IS NOT NULL) AND (replay_ends_at IS NOT NULL) AND (paid_at >= replay_ends_at)))),
  constraint battles_pay_tries_check CHECK ((pay_tries >= 0)),
  constraint battles_price_cents_check CHECK ((price_cents > 0))
);
CREATE INDEX battles_active ON public.battles USING btree (opened_at, round_id) WHERE (COALESCE(closed_at, (0)::bigint) = 0);
CREATE INDEX battles_paid ON public.battles USING btree (paid_at, round_id) WHERE (paid_at IS NOT NULL);
CREATE INDEX battles_to_pay ON public.battles USING btree (COALESCE(pay_retry_at, replay_ends_at), round_id) WHERE ((closed_at IS NULL) AND (replay_ends_at IS NOT NULL));

create table beacon_outputs (
  chain text not null,
  round bigint not null,
  signature text not null,
  fetched_at bigint not null,
  constraint beacon_outputs_pkey PRIMARY KEY (chain, round),
  constraint beacon_outputs_signature_check CHECK ((signature ~ '^[0-9a-f]{96}$'::text))
);
CREATE INDEX beacon_outputs_fetched ON public.beacon_outputs USING btree (fetched_at);
CREATE TRIGGER beacon_outputs_append_only BEFORE DELETE OR UPDATE ON public.beacon_outputs FOR EACH STATEMENT EXECUTE FUNCTION rounds_append_only();

create table breaker_hours (
  way text not null,
  hour bigint not null,
  out_cents bigint not null,
  in_cents bigint not null,
  constraint breaker_hours_pkey PRIMARY KEY (way, hour),
  constraint breaker_hours_in_cents_check CHECK ((in_cents >= 0)),
  constraint breaker_hours_out_cents_check CHECK ((out_cents >= 0)),
  constraint breaker_hours_way_check CHECK ((way ~ '^(items|coin:[A-Z]+|type:[a-z0-9-]+)$'::text))
);
CREATE INDEX breaker_hours_old ON public.breaker_hours USING btree (hour);

create table breaker_trips (
  id bigint generated always as identity not null,
  breaker text not null,
  way text not null,
  player_id text,
  at bigint not null,
  figures jsonb not null,
  reset_at bigint,
  reset_by text,
  why text,
  constraint breaker_trips_pkey PRIMARY KEY (id),
  constraint breaker_trips_breaker_check CHECK ((breaker = ANY (ARRAY['OUTFLOW'::text, 'PROFIT'::text, 'TYPE_DEPOSITS'::text, 'PRICES'::text, 'RATES'::text]))),
  constraint breaker_trips_check CHECK (((player_id IS NOT NULL) = (breaker = 'PROFIT'::text))),
  constraint breaker_trips_check1 CHECK (((reset_at IS NULL) = (why IS NULL))),
  constraint breaker_trips_check2 CHECK (((reset_by IS NULL) OR (reset_at IS NOT NULL))),
  constraint breaker_trips_check3 CHECK (((reset_at IS NULL) OR (reset_by IS NOT NULL) OR (breaker = ANY (ARRAY['PRICES'::text, 'RATES'::text])))),
  constraint breaker_trips_own CHECK ((reset_by <> player_id)),
  constraint breaker_trips_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint breaker_trips_reset_by_fkey FOREIGN KEY (reset_by) REFERENCES players(id)
);
CREATE INDEX breaker_trips_ended ON public.breaker_trips USING btree (id) WHERE (reset_at IS NOT NULL);
CREATE INDEX breaker_trips_of_player ON public.breaker_trips USING btree (player_id, id) WHERE (player_id IS NOT NULL);
CREATE UNIQUE INDEX breaker_trips_open ON public.breaker_trips USING btree (way, COALESCE(player_id, ''::text)) WHERE (reset_at IS NULL);
CREATE INDEX breaker_trips_waiting ON public.breaker_trips USING btree (id) WHERE (reset_at IS NULL);

create table case_table_items (
  case_id text not null,
  version integer not null,
  no smallint not null,
  item_type text not null,
  weight bigint not null,
  cents bigint not null,
  constraint case_table_items_pkey PRIMARY KEY (case_id, version, no),
  constraint case_table_items_case_id_version_item_type_key UNIQUE (case_id, version, item_type),
  constraint case_table_items_cents_check CHECK ((cents > 0)),
  constraint case_table_items_weight_check CHECK ((weight > 0)),
  constraint case_table_items_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES case_tables(case_id, version)
);
CREATE TRIGGER case_table_items_append_only BEFORE DELETE OR UPDATE ON public.case_table_items FOR EACH STATEMENT EXECUTE FUNCTION case_tables_append_only();

create table case_tables (
  case_id text not null,
  version integer not null,
  name text not null,
  color_hex text not null,
  price_cents bigint not null,
  return_bps integer not null,
  weight_total bigint not null,
  published_at bigint not null,
  published_by text not null,
  constraint case_tables_pkey PRIMARY KEY (case_id, version),
  constraint case_tables_color_hex_check CHECK ((color_hex ~ '^#[0-9a-f]{6}$'::text)),
  constraint case_tables_price_cents_check CHECK ((price_cents > 0)),
  constraint case_tables_weight_total_check CHECK (((weight_total >= 1) AND (weight_total <= '9007199254740992'::bigint))),
  constraint case_tables_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id)
);
CREATE TRIGGER case_tables_append_only BEFORE DELETE OR UPDATE ON public.case_tables FOR EACH STATEMENT EXECUTE FUNCTION case_tables_append_only();

create table cases (
  id text not null,
  version integer not null,
  retired_at bigint,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint cases_version_check CHECK ((version > 0))
);

create table chat_audit (
  id bigint generated always as identity not null,
  at bigint not null,
  actor_id text not null,
  action text not null,
  target_id text,
  chat_id text,
  until bigint,
  constraint chat_audit_pkey PRIMARY KEY (id),
  constraint chat_audit_action_check CHECK ((action = ANY (ARRAY['post.staff'::text, 'post.house'::text, 'remove'::text, 'ban'::text, 'unban'::text, 'close'::text, 'open'::text]))),
  constraint chat_audit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES players(id),
  constraint chat_audit_target_id_fkey FOREIGN KEY (target_id) REFERENCES players(id)
);
CREATE INDEX chat_audit_message ON public.chat_audit USING btree (chat_id) WHERE (chat_id IS NOT NULL);
CREATE TRIGGER chat_audit_stays BEFORE DELETE OR UPDATE ON public.chat_audit FOR EACH ROW EXECUTE FUNCTION chat_audit_stays();
CREATE TRIGGER chat_audit_stays_whole BEFORE TRUNCATE ON public.chat_audit FOR EACH STATEMENT EXECUTE FUNCTION chat_audit_stays();

create table chat_bans (
  player_id text not null,
  version integer not null,
  banned_at bigint not null,
  until bigint,
  lifted_at bigint,
  constraint chat_bans_pkey PRIMARY KEY (player_id),
  constraint chat_bans_check CHECK ((until > banned_at)),
  constraint chat_bans_check1 CHECK ((lifted_at >= banned_at)),
  constraint chat_bans_version_check CHECK ((version >= 1)),
  constraint chat_bans_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table chat_messages (
  id text not null,
  author_id text not null,
  shown_id text not null,
  voice text not null,
  message text not null,
  created_at bigint not null,
  removed_at bigint,
  constraint chat_messages_pkey PRIMARY KEY (id),
  constraint chat_messages_check CHECK ((removed_at >= created_at)),
  constraint chat_messages_check1 CHECK (((voice = 'house'::text) = (shown_id <> author_id))),
  constraint chat_messages_message_check CHECK (((char_length(message) >= 3) AND (char_length(message) <= 300))),
  constraint chat_messages_voice_check CHECK ((voice = ANY (ARRAY['own'::text, 'staff'::text, 'house'::text]))),
  constraint chat_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES players(id),
  constraint chat_messages_shown_id_fkey FOREIGN KEY (shown_id) REFERENCES players(id)
);
CREATE INDEX chat_messages_age ON public.chat_messages USING btree (created_at);
CREATE INDEX chat_messages_author ON public.chat_messages USING btree (author_id, created_at);
CREATE INDEX chat_messages_shown ON public.chat_messages USING btree (id) WHERE (removed_at IS NULL);

create table client_builds (
  leaf_id bigint not null,
  manifest text not null,
  at bigint not null,
  constraint client_builds_pkey PRIMARY KEY (leaf_id),
  constraint client_builds_manifest_check CHECK ((manifest ~ '^[0-9a-f]{64}$'::text))
);

create table collusion_cursor (
  one boolean default true not null,
  at bigint not null,
  round_id text not null,
  constraint collusion_cursor_pkey PRIMARY KEY (one),
  constraint collusion_cursor_one_check CHECK (one)
);

create table collusion_pairs (
  from_id text not null,
  to_id text not null,
  day integer not null,
  cents bigint not null,
  rounds integer not null,
  constraint collusion_pairs_pkey PRIMARY KEY (from_id, to_id, day),
  constraint collusion_pairs_cents_check CHECK ((cents > 0)),
  constraint collusion_pairs_check CHECK ((from_id <> to_id)),
  constraint collusion_pairs_rounds_check CHECK ((rounds > 0)),
  constraint collusion_pairs_from_id_fkey FOREIGN KEY (from_id) REFERENCES players(id),
  constraint collusion_pairs_to_id_fkey FOREIGN KEY (to_id) REFERENCES players(id)
);
CREATE INDEX collusion_pairs_of_winner ON public.collusion_pairs USING btree (to_id, day);
CREATE INDEX collusion_pairs_old ON public.collusion_pairs USING btree (day);

create table collusion_signs (
  id bigint generated always as identity not null,
  sign text not null,
  player_id text not null,
  others text[] not null,
  at bigint not null,
  figures jsonb not null,
  checked_at bigint,
  checked_by text,
  why text,
  constraint collusion_signs_pkey PRIMARY KEY (id),
  constraint collusion_signs_check CHECK ((num_nulls(checked_at, checked_by, why) = ANY (ARRAY[0, 3]))),
  constraint collusion_signs_own CHECK (((checked_by <> player_id) AND (NOT (checked_by = ANY (others))))),
  constraint collusion_signs_sign_check CHECK ((sign = ANY (ARRAY['VALUE_MOVED'::text, 'LINKED_ACCOUNTS'::text, 'RING'::text, 'PASS_THROUGH'::text, 'SHARED_ADDRESS'::text]))),
  constraint collusion_signs_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES players(id),
  constraint collusion_signs_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX collusion_signs_of_player ON public.collusion_signs USING btree (player_id, sign, at);
CREATE UNIQUE INDEX collusion_signs_open ON public.collusion_signs USING btree (sign, player_id, others) WHERE (checked_at IS NULL);
CREATE INDEX collusion_signs_waiting ON public.collusion_signs USING btree (id) WHERE (checked_at IS NULL);

create table collusion_withdrawals (
  player_id text not null,
  day integer not null,
  cents bigint not null,
  refund_cents bigint not null,
  constraint collusion_withdrawals_pkey PRIMARY KEY (player_id, day),
  constraint collusion_withdrawals_cents_check CHECK ((cents > 0)),
  constraint collusion_withdrawals_check CHECK (((refund_cents >= 0) AND (refund_cents <= cents))),
  constraint collusion_withdrawals_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX collusion_withdrawals_old ON public.collusion_withdrawals USING btree (day);
CREATE INDEX collusion_withdrawals_refunds ON public.collusion_withdrawals USING btree (day, refund_cents DESC) WHERE (refund_cents > 0);

create table crypto_addresses (
  id text not null,
  player_id text not null,
  network text not null,
  address text not null,
  label text not null,
  added_at bigint not null,
  usable_at bigint not null,
  removed_at bigint,
  constraint crypto_addresses_pkey PRIMARY KEY (id),
  constraint crypto_addresses_check CHECK ((usable_at >= added_at)),
  constraint crypto_addresses_check1 CHECK ((removed_at >= added_at)),
  constraint crypto_addresses_label_check CHECK ((length(label) <= 40)),
  constraint crypto_addresses_network_check CHECK ((network = ANY (ARRAY['tron'::text, 'bitcoin'::text, 'ethereum'::text]))),
  constraint crypto_addresses_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id)
);
CREATE INDEX crypto_addresses_added ON public.crypto_addresses USING btree (added_at);
CREATE INDEX crypto_addresses_of_player ON public.crypto_addresses USING btree (player_id, id);
CREATE UNIQUE INDEX crypto_addresses_one ON public.crypto_addresses USING btree (player_id, network, address) WHERE (removed_at IS NULL);
CREATE INDEX crypto_addresses_shared ON public.crypto_addresses USING btree (network, address, player_id);
CREATE TRIGGER crypto_addresses_guard BEFORE DELETE OR UPDATE ON public.crypto_addresses FOR EACH ROW EXECUTE FUNCTION crypto_addresses_guard();

create table crypto_audits (
  walk text not null,
  after text default ''::text not null,
  rounds integer default 0 not null,
  due_at bigint default 0 not null,
  constraint crypto_audits_pkey PRIMARY KEY (walk)
);

create table crypto_blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  constraint crypto_blocks_pkey PRIMARY KEY (network, height),
  constraint crypto_blocks_network_fkey FOREIGN KEY (network) REFERENCES crypto_networks(network)
);

create table crypto_held (
  coin text not null,
  units_in numeric(60,0) default 0 not null,
  units_out numeric(60,0) default 0 not null,
  changed_at bigint,
  constraint crypto_held_pkey PRIMARY KEY (coin),
  constraint crypto_held_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text])))
);

create table crypto_incidents (
  id bigint generated always as identity not null,
  kind text not null,
  network text,
  txid text not null,
  idx integer not null,
  wallet_id text,
  detail text not null,
  at bigint not null,
  closed_at bigint,
  closed_by text,
  why text,
  constraint crypto_incidents_pkey PRIMARY KEY (id),
  constraint crypto_incidents_closed CHECK ((((closed_by IS NULL) = (why IS NULL)) AND ((closed_by IS NULL) OR (closed_at IS NOT NULL)))),
  constraint crypto_incidents_kind_check CHECK ((kind ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  constraint crypto_incidents_why_check CHECK (((length(why) >= 1) AND (length(why) <= 300))),
  constraint crypto_incidents_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES players(id),
  constraint crypto_incidents_network_fkey FOREIGN KEY (network) REFERENCES crypto_networks(network),
  constraint crypto_incidents_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES crypto_wallets(id)
);
CREATE INDEX crypto_incidents_known ON public.crypto_incidents USING btree (kind, txid, idx);
CREATE UNIQUE INDEX crypto_incidents_open ON public.crypto_incidents USING btree (kind, txid, idx, COALESCE(network, ''::text)) WHERE (closed_at IS NULL);
CREATE INDEX crypto_incidents_wallet ON public.crypto_incidents USING btree (wallet_id) WHERE (closed_at IS NULL);
CREATE TRIGGER crypto_incidents_guard BEFORE DELETE OR UPDATE ON public.crypto_incidents FOR EACH ROW EXECUTE FUNCTION crypto_incidents_guard();

create table crypto_networks (
  network text not null,
  next_index bigint default 0 not null,
  height bigint,
  hash text,
  read_at bigint,
  constraint crypto_networks_pkey PRIMARY KEY (network),
  constraint crypto_networks_check CHECK ((((height IS NULL) = (hash IS NULL)) AND ((height IS NULL) = (read_at IS NULL)))),
  constraint crypto_networks_height_check CHECK ((height >= 0)),
  constraint crypto_networks_network_check CHECK ((network = ANY (ARRAY['tron'::text, 'bitcoin'::text, 'ethereum'::text]))),
  constraint crypto_networks_next_index_check CHECK (((next_index >= 0) AND (next_index <= '2147483648'::bigint)))
);

create table crypto_orders (
  id text not null,
  player_id text not null,
  wallet_id text not null,
  coin text not null,
  asked_cents bigint,
  units numeric(40,0),
  rate_micro bigint,
  created_at bigint not null,
  lock_until bigint not null,
  expires_at bigint not null,
  status text default 'PENDING'::text not null,
  credited_cents bigint default 0 not null,
  version integer default 1 not null,
  changed_at bigint not null,
  slot smallint,
  lock_units numeric(40,0) default 0 not null,
  lock_used numeric(40,0) default 0 not null,
  constraint crypto_orders_pkey PRIMARY KEY (id),
  constraint crypto_orders_wallet_id_key UNIQUE (wallet_id),
  constraint crypto_orders_asked_cents_check CHECK ((asked_cents > 0)),
  constraint crypto_orders_check CHECK ((lock_until >= created_at)),
  constraint crypto_orders_check1 CHECK ((expires_at >= lock_until)),
  constraint crypto_orders_check2 CHECK ((((asked_cents IS NULL) = (units IS NULL)) AND ((asked_cents IS NULL) = (rate_micro IS NULL)))),
  constraint crypto_orders_check3 CHECK (((slot IS NULL) OR (status = 'PENDING'::text))),
  constraint crypto_orders_check4 CHECK (((status = 'COMPLETED'::text) = (credited_cents > 0))),
  constraint crypto_orders_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_orders_credited_cents_check CHECK ((credited_cents >= 0)),
  constraint crypto_orders_lock_asked CHECK (((lock_units = (0)::numeric) OR (units IS NOT NULL))),
  constraint crypto_orders_lock_used CHECK (((lock_used >= (0)::numeric) AND (lock_used <= lock_units))),
  constraint crypto_orders_rate_micro_check CHECK ((rate_micro > 0)),
  constraint crypto_orders_slot_check CHECK (((slot >= 1) AND (slot <= 5))),
  constraint crypto_orders_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'DECLINED'::text]))),
  constraint crypto_orders_units_check CHECK ((units > (0)::numeric)),
  constraint crypto_orders_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id),
  constraint crypto_orders_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES crypto_wallets(id)
);
CREATE INDEX crypto_orders_locks ON public.crypto_orders USING btree (player_id, created_at) WHERE (lock_units > (0)::numeric);
CREATE INDEX crypto_orders_of_player ON public.crypto_orders USING btree (player_id, id DESC);
CREATE UNIQUE INDEX crypto_orders_slots ON public.crypto_orders USING btree (player_id, slot) WHERE (slot IS NOT NULL);
CREATE INDEX crypto_orders_waiting ON public.crypto_orders USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE TRIGGER protection_crypto_counted AFTER INSERT ON public.crypto_orders FOR EACH ROW WHEN ((new.asked_cents IS NOT NULL)) EXECUTE FUNCTION protection_order_counted();
CREATE TRIGGER protection_crypto_ended AFTER UPDATE OF status ON public.crypto_orders FOR EACH ROW WHEN (((new.status = 'DECLINED'::text) AND (old.status <> 'DECLINED'::text))) EXECUTE FUNCTION protection_order_ended();

create table crypto_payments (
  network text not null,
  txid text not null,
  idx integer not null,
  wallet_id text not null,
  coin text not null,
  units numeric(40,0) not null,
  height bigint,
  block_hash text,
  confirmations integer default 0 not null,
  final boolean default false not null,
  state text not null,
  seen_at bigint not null,
  changed_at bigint not null,
  watched boolean default true not null,
  due_at bigint,
  credited_cents bigint,
  rate_micro bigint,
  credited_at bigint,
  transfer_id text,
  check_at bigint default 0 not null,
  doubt text,
  by_staff boolean default false not null,
  block_at bigint,
  locked_units numeric(40,0),
  locked_micro bigint,
  constraint crypto_payments_pkey PRIMARY KEY (network, txid, idx),
  constraint crypto_payments_transfer_id_key UNIQUE (transfer_id),
  constraint crypto_payments_check CHECK (((height IS NULL) = (block_hash IS NULL))),
  constraint crypto_payments_check1 CHECK (((state = 'CREDITED'::text) = (credited_cents IS NOT NULL))),
  constraint crypto_payments_check2 CHECK ((((credited_cents IS NULL) = (transfer_id IS NULL)) AND ((credited_cents IS NULL) = (credited_at IS NULL)) AND ((credited_cents IS NULL) = (rate_micro IS NULL)))),
  constraint crypto_payments_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_payments_confirmations_check CHECK ((confirmations >= 0)),
  constraint crypto_payments_credited_cents_check CHECK ((credited_cents > 0)),
  constraint crypto_payments_idx_check CHECK ((idx >= 0)),
  constraint crypto_payments_locked CHECK ((((locked_units IS NULL) = (locked_micro IS NULL)) AND ((locked_units IS NULL) OR ((locked_units > (0)::numeric) AND (locked_units <= units) AND (credited_cents IS NOT NULL))))),
  constraint crypto_payments_locked_micro_check CHECK ((locked_micro > 0)),
  constraint crypto_payments_rate_micro_check CHECK ((rate_micro > 0)),
  constraint crypto_payments_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'CONFIRMING'::text, 'CREDITED'::text, 'REORGED'::text, 'LOST'::text, 'DUST'::text]))),
  constraint crypto_payments_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint crypto_payments_units_check CHECK ((units > (0)::numeric)),
  constraint crypto_payments_network_fkey FOREIGN KEY (network) REFERENCES crypto_networks(network),
  constraint crypto_payments_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  constraint crypto_payments_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES crypto_wallets(id)
);
CREATE INDEX crypto_payments_check ON public.crypto_payments USING btree (network, check_at) WHERE ((state = 'CREDITED'::text) AND (NOT by_staff));
CREATE INDEX crypto_payments_due ON public.crypto_payments USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX crypto_payments_unfinal ON public.crypto_payments USING btree (coin) WHERE ((state = 'CREDITED'::text) AND (NOT final));
CREATE INDEX crypto_payments_wallet ON public.crypto_payments USING btree (wallet_id);
CREATE INDEX crypto_payments_watched ON public.crypto_payments USING btree (network, height) WHERE watched;
CREATE TRIGGER crypto_held_in AFTER UPDATE OF state ON public.crypto_payments FOR EACH ROW WHEN (((new.state = 'CREDITED'::text) AND (old.state <> 'CREDITED'::text))) EXECUTE FUNCTION crypto_held_count('in');
CREATE TRIGGER crypto_payments_guard BEFORE DELETE OR UPDATE ON public.crypto_payments FOR EACH ROW EXECUTE FUNCTION crypto_payments_guard();
CREATE TRIGGER crypto_payments_totalled AFTER UPDATE OF credited_at ON public.crypto_payments FOR EACH ROW WHEN (((new.credited_at IS NOT NULL) AND (old.credited_at IS NULL))) EXECUTE FUNCTION day_payments();
CREATE TRIGGER protection_payment_counted AFTER UPDATE OF credited_cents ON public.crypto_payments FOR EACH ROW WHEN (((old.credited_cents IS NULL) AND (new.credited_cents IS NOT NULL))) EXECUTE FUNCTION protection_payment_counted();

create table crypto_payouts (
  withdrawal_id text not null,
  attempt smallint not null,
  network text not null,
  coin text not null,
  address text not null,
  units numeric(40,0) not null,
  txid text not null,
  raw text not null,
  expires_at bigint,
  nonce bigint,
  inputs text[] default '{}'::text[] not null,
  signed_at bigint not null,
  state text default 'SIGNED'::text not null,
  changed_at bigint not null,
  height bigint,
  check_at bigint default 0 not null,
  doubt text,
  constraint crypto_payouts_pkey PRIMARY KEY (withdrawal_id, attempt),
  constraint crypto_payouts_network_txid_key UNIQUE (network, txid),
  constraint crypto_payouts_attempt_check CHECK ((attempt >= 1)),
  constraint crypto_payouts_check CHECK (((height IS NOT NULL) = (state = 'CONFIRMED'::text))),
  constraint crypto_payouts_state_check CHECK ((state = ANY (ARRAY['SIGNED'::text, 'BROADCAST'::text, 'CONFIRMED'::text, 'DEAD'::text]))),
  constraint crypto_payouts_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint crypto_payouts_units_check CHECK ((units > (0)::numeric)),
  constraint crypto_payouts_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES crypto_withdrawals(id)
);
CREATE UNIQUE INDEX crypto_payouts_alive ON public.crypto_payouts USING btree (withdrawal_id) WHERE (state <> 'DEAD'::text);
CREATE INDEX crypto_payouts_check ON public.crypto_payouts USING btree (network, check_at) WHERE (state = ANY (ARRAY['CONFIRMED'::text, 'DEAD'::text]));
CREATE INDEX crypto_payouts_day ON public.crypto_payouts USING btree (coin, signed_at) WHERE (state <> 'DEAD'::text);
CREATE UNIQUE INDEX crypto_payouts_nonce ON public.crypto_payouts USING btree (network, nonce) WHERE ((nonce IS NOT NULL) AND (state <> 'DEAD'::text));
CREATE INDEX crypto_payouts_open ON public.crypto_payouts USING btree (network) WHERE (state = ANY (ARRAY['SIGNED'::text, 'BROADCAST'::text]));
CREATE TRIGGER crypto_held_out AFTER UPDATE OF state ON public.crypto_payouts FOR EACH ROW WHEN (((new.state = 'CONFIRMED'::text) AND (old.state <> 'CONFIRMED'::text))) EXECUTE FUNCTION crypto_held_count('out');
CREATE TRIGGER crypto_payouts_guard BEFORE DELETE OR UPDATE ON public.crypto_payouts FOR EACH ROW EXECUTE FUNCTION crypto_payouts_guard();

create table crypto_players (
  player_id text not null,
  deposited_cents bigint default 0 not null,
  taken_cents bigint default 0 not null,
  constraint crypto_players_pkey PRIMARY KEY (player_id),
  constraint crypto_players_deposited_cents_check CHECK ((deposited_cents >= 0)),
  constraint crypto_players_taken_cents_check CHECK ((taken_cents >= 0)),
  constraint crypto_players_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table crypto_rate_turns (
  source text not null,
  due_at bigint default 0 not null,
  constraint crypto_rate_turns_pkey PRIMARY KEY (source),
  constraint crypto_rate_turns_source_check CHECK ((source = ANY (ARRAY['coingecko'::text, 'kraken'::text])))
);

create table crypto_rates (
  source text not null,
  coin text not null,
  micro bigint not null,
  quoted_at bigint not null,
  constraint crypto_rates_pkey PRIMARY KEY (source, coin),
  constraint crypto_rates_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_rates_micro_check CHECK ((micro > 0)),
  constraint crypto_rates_source_check CHECK ((source = ANY (ARRAY['coingecko'::text, 'kraken'::text])))
);

create table crypto_readings (
  coin text not null,
  noted_at bigint not null,
  quoted_at bigint not null,
  micro bigint not null,
  constraint crypto_readings_pkey PRIMARY KEY (coin, noted_at),
  constraint crypto_readings_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_readings_micro_check CHECK ((micro > 0))
);

create table crypto_reviews (
  withdrawal_id text not null,
  staff_id text not null,
  act text not null,
  key text,
  signature text,
  why text default ''::text not null,
  at bigint not null,
  constraint crypto_reviews_pkey PRIMARY KEY (withdrawal_id, staff_id, act),
  constraint crypto_reviews_withdrawal_id_key_key UNIQUE (withdrawal_id, key),
  constraint crypto_reviews_act_check CHECK ((act = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text]))),
  constraint crypto_reviews_check CHECK (((act = 'APPROVED'::text) = ((key IS NOT NULL) AND (signature IS NOT NULL)))),
  constraint crypto_reviews_key_check CHECK ((key ~ '^[0-9a-f]{64}$'::text)),
  constraint crypto_reviews_signature_check CHECK ((signature ~ '^[0-9a-f]{128}$'::text)),
  constraint crypto_reviews_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES players(id),
  constraint crypto_reviews_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES crypto_withdrawals(id)
);

create table crypto_strays (
  network text not null,
  txid text not null,
  idx integer not null,
  wallet_id text not null,
  contract text not null,
  units numeric(80,0) not null,
  at bigint not null,
  player_id text not null,
  notified_at bigint,
  constraint crypto_strays_pkey PRIMARY KEY (network, txid, idx),
  constraint crypto_strays_network_fkey FOREIGN KEY (network) REFERENCES crypto_networks(network),
  constraint crypto_strays_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id),
  constraint crypto_strays_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES crypto_wallets(id)
);
CREATE INDEX crypto_strays_newest ON public.crypto_strays USING btree (at DESC, txid DESC, idx DESC);
CREATE INDEX crypto_strays_of_player ON public.crypto_strays USING btree (player_id, at DESC, txid DESC, idx DESC);
CREATE INDEX crypto_strays_to_notify ON public.crypto_strays USING btree (at) WHERE (notified_at IS NULL);

create table crypto_unseen (
  incident_id bigint not null,
  txid text not null,
  coin text not null,
  units numeric(40,0) not null,
  asked_by text not null,
  asked_why text not null,
  asked_at bigint not null,
  allowed_by text,
  allowed_at bigint,
  constraint crypto_unseen_pkey PRIMARY KEY (incident_id),
  constraint crypto_unseen_asked_why_check CHECK (((length(asked_why) >= 3) AND (length(asked_why) <= 300))),
  constraint crypto_unseen_check CHECK ((allowed_by <> asked_by)),
  constraint crypto_unseen_check1 CHECK (((allowed_at IS NULL) = (allowed_by IS NULL))),
  constraint crypto_unseen_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_unseen_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint crypto_unseen_units_check CHECK ((units > (0)::numeric)),
  constraint crypto_unseen_allowed_by_fkey FOREIGN KEY (allowed_by) REFERENCES players(id),
  constraint crypto_unseen_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES players(id),
  constraint crypto_unseen_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES crypto_incidents(id)
);
CREATE TRIGGER crypto_unseen_guard BEFORE DELETE OR UPDATE ON public.crypto_unseen FOR EACH ROW EXECUTE FUNCTION crypto_unseen_guard();

create table crypto_wallets (
  id text not null,
  player_id text not null,
  coin text not null,
  network text not null,
  idx bigint not null,
  address text not null,
  made_at bigint not null,
  ordered boolean default false not null,
  warm_at bigint not null,
  look_at bigint,
  weigh_at bigint default 0 not null,
  doubt text,
  constraint crypto_wallets_pkey PRIMARY KEY (id),
  constraint crypto_wallets_network_address_key UNIQUE (network, address),
  constraint crypto_wallets_network_idx_key UNIQUE (network, idx),
  constraint crypto_wallets_check CHECK (((look_at IS NOT NULL) = (network = 'bitcoin'::text))),
  constraint crypto_wallets_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_wallets_idx_check CHECK ((idx >= 0)),
  constraint crypto_wallets_network_fkey FOREIGN KEY (network) REFERENCES crypto_networks(network),
  constraint crypto_wallets_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id)
);
CREATE UNIQUE INDEX crypto_wallets_free ON public.crypto_wallets USING btree (player_id, coin) WHERE (NOT ordered);
CREATE INDEX crypto_wallets_look ON public.crypto_wallets USING btree (network, look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX crypto_wallets_weigh ON public.crypto_wallets USING btree (network, weigh_at);

create table crypto_ways_out (
  coin text not null,
  wallet text not null,
  most_units numeric(40,0) not null,
  reviewers text[] not null,
  seen_at bigint not null,
  constraint crypto_ways_out_pkey PRIMARY KEY (coin),
  constraint crypto_ways_out_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_ways_out_most_units_check CHECK ((most_units > (0)::numeric))
);

create table crypto_withdrawals (
  id text not null,
  player_id text not null,
  coin text not null,
  network text not null,
  address text not null,
  cents bigint not null,
  fee_cents bigint not null,
  units numeric(40,0) not null,
  rate_micro bigint not null,
  created_at bigint not null,
  state text not null,
  review boolean not null,
  version integer default 1 not null,
  changed_at bigint not null,
  due_at bigint default 0 not null,
  txid text,
  reason text,
  why text default ''::text not null,
  slot smallint,
  hold_transfer text not null,
  end_transfer text,
  ended_at bigint,
  book_at bigint default 0 not null,
  quoted_at bigint not null,
  least_units numeric(40,0) not null,
  most_units numeric(40,0) not null,
  spread_bps integer not null,
  constraint crypto_withdrawals_pkey PRIMARY KEY (id),
  constraint crypto_withdrawals_end_transfer_key UNIQUE (end_transfer),
  constraint crypto_withdrawals_hold_transfer_key UNIQUE (hold_transfer),
  constraint crypto_withdrawals_bounds CHECK (((least_units > (0)::numeric) AND (units >= least_units) AND (units <= most_units))),
  constraint crypto_withdrawals_cents_check CHECK ((cents > 0)),
  constraint crypto_withdrawals_check CHECK (((fee_cents >= 0) AND (fee_cents <= (cents - 1)))),
  constraint crypto_withdrawals_check1 CHECK (((state <> 'REVIEW'::text) OR review)),
  constraint crypto_withdrawals_check2 CHECK (((txid IS NOT NULL) = (state = ANY (ARRAY['SIGNED'::text, 'BROADCAST'::text, 'CONFIRMED'::text])))),
  constraint crypto_withdrawals_check3 CHECK (((reason IS NOT NULL) = (state = ANY (ARRAY['FAILED'::text, 'REFUNDED'::text])))),
  constraint crypto_withdrawals_check4 CHECK ((((end_transfer IS NULL) = (ended_at IS NULL)) AND ((end_transfer IS NULL) = (slot IS NOT NULL)))),
  constraint crypto_withdrawals_check5 CHECK (((state <> ALL (ARRAY['REVIEW'::text, 'APPROVED'::text, 'SIGNED'::text, 'BROADCAST'::text, 'FAILED'::text])) OR (end_transfer IS NULL))),
  constraint crypto_withdrawals_check6 CHECK (((state <> 'REFUNDED'::text) OR (end_transfer IS NOT NULL))),
  constraint crypto_withdrawals_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_withdrawals_network_check CHECK ((network = ANY (ARRAY['tron'::text, 'bitcoin'::text, 'ethereum'::text]))),
  constraint crypto_withdrawals_rate_micro_check CHECK ((rate_micro > 0)),
  constraint crypto_withdrawals_reason_check CHECK ((reason = ANY (ARRAY['REJECTED'::text, 'REVERTED'::text, 'EXPIRED'::text, 'ADDRESS'::text, 'TOO_LARGE'::text, 'RATE_MOVED'::text]))),
  constraint crypto_withdrawals_slot_check CHECK (((slot >= 1) AND (slot <= 5))),
  constraint crypto_withdrawals_spread CHECK (((spread_bps >= 0) AND (spread_bps <= 10000))),
  constraint crypto_withdrawals_state_check CHECK ((state = ANY (ARRAY['REVIEW'::text, 'APPROVED'::text, 'SIGNED'::text, 'BROADCAST'::text, 'CONFIRMED'::text, 'FAILED'::text, 'REFUNDED'::text]))),
  constraint crypto_withdrawals_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint crypto_withdrawals_units_check CHECK ((units > (0)::numeric)),
  constraint crypto_withdrawals_end_transfer_fkey FOREIGN KEY (end_transfer) REFERENCES transfers(id),
  constraint crypto_withdrawals_hold_transfer_fkey FOREIGN KEY (hold_transfer) REFERENCES transfers(id),
  constraint crypto_withdrawals_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id)
);
CREATE INDEX crypto_withdrawals_books ON public.crypto_withdrawals USING btree (book_at) WHERE ((state = ANY (ARRAY['CONFIRMED'::text, 'FAILED'::text])) AND (end_transfer IS NULL));
CREATE INDEX crypto_withdrawals_day ON public.crypto_withdrawals USING btree (player_id, created_at);
CREATE INDEX crypto_withdrawals_due ON public.crypto_withdrawals USING btree (network, due_at) WHERE (state = ANY (ARRAY['APPROVED'::text, 'SIGNED'::text, 'BROADCAST'::text]));
CREATE INDEX crypto_withdrawals_of_player ON public.crypto_withdrawals USING btree (player_id, id DESC);
CREATE INDEX crypto_withdrawals_quotes ON public.crypto_withdrawals USING btree (quoted_at) WHERE (state = 'APPROVED'::text);
CREATE INDEX crypto_withdrawals_review ON public.crypto_withdrawals USING btree (id) WHERE (state = 'REVIEW'::text);
CREATE UNIQUE INDEX crypto_withdrawals_slots ON public.crypto_withdrawals USING btree (player_id, slot) WHERE (slot IS NOT NULL);
CREATE TRIGGER crypto_withdrawals_guard BEFORE INSERT OR DELETE OR UPDATE ON public.crypto_withdrawals FOR EACH ROW EXECUTE FUNCTION crypto_withdrawals_guard();
CREATE TRIGGER crypto_withdrawals_totalled AFTER UPDATE OF state ON public.crypto_withdrawals FOR EACH ROW WHEN (((new.state = 'CONFIRMED'::text) AND (old.state <> 'CONFIRMED'::text))) EXECUTE FUNCTION day_payouts();
CREATE TRIGGER withdrawal_timed AFTER UPDATE OF state ON public.crypto_withdrawals FOR EACH ROW WHEN (((new.state = 'CONFIRMED'::text) AND (old.state <> 'CONFIRMED'::text))) EXECUTE FUNCTION withdrawal_timed();

create table day_totals (
  day integer not null,
  kind text not null,
  shard smallint not null,
  times bigint not null,
  cents bigint not null,
  back_cents bigint default 0 not null,
  fee_cents bigint default 0 not null,
  constraint day_totals_pkey PRIMARY KEY (day, kind, shard),
  constraint day_totals_kind_check CHECK ((kind ~ '^(game:[a-z]+|(deposit|withdraw):[A-Z]+)$'::text))
);

create table demo_grants (
  player_id text not null,
  origin text not null,
  at bigint not null,
  constraint demo_grants_pkey PRIMARY KEY (player_id, origin)
);

create table entries (
  round_id text not null,
  no smallint not null,
  player_id text not null,
  pseudonym text not null,
  pick smallint,
  cents bigint not null,
  at bigint not null,
  by_key boolean default false not null,
  constraint entries_pkey PRIMARY KEY (round_id, no),
  constraint entries_cents_check CHECK ((cents > 0))
);
CREATE TRIGGER open_stakes_entered AFTER INSERT ON public.entries REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION open_stakes_entered();

create table escrows (
  round_id text not null,
  opened_at bigint not null,
  ended_by text,
  constraint escrows_pkey PRIMARY KEY (round_id),
  constraint escrows_ended_by_key UNIQUE (ended_by),
  constraint escrows_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES transfers(id)
);
CREATE INDEX escrows_open ON public.escrows USING btree (round_id) WHERE (ended_by IS NULL);

create table exports (
  id text not null,
  player_id text not null,
  asked_at bigint not null,
  until_at bigint not null,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_check CHECK ((until_at > asked_at)),
  constraint exports_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX exports_age ON public.exports USING btree (until_at);
CREATE INDEX exports_of_player ON public.exports USING btree (player_id, asked_at);

create table facts (
  id bigint generated always as identity not null,
  xid xid8 default pg_current_xact_id() not null,
  topic text not null,
  player_id text,
  subject text not null,
  version integer not null,
  type text not null,
  body jsonb,
  at bigint not null,
  constraint facts_pkey PRIMARY KEY (xid, id),
  constraint facts_check CHECK (((topic = 'player'::text) = (player_id IS NOT NULL)))
);

create table games (
  name text not null,
  one_at_a_time boolean not null,
  constraint games_pkey PRIMARY KEY (name),
  constraint games_name_one_at_a_time_key UNIQUE (name, one_at_a_time)
);
CREATE TRIGGER games_are_counted AFTER INSERT ON public.games FOR EACH ROW EXECUTE FUNCTION round_counter_begins();

create table item_moves (
  item_id text not null,
  version integer not null,
  code text not null,
  from_kind text not null,
  from_id text not null,
  to_kind text not null,
  to_id text not null,
  ref text not null,
  at bigint not null,
  constraint item_moves_pkey PRIMARY KEY (item_id, version)
);
CREATE INDEX item_moves_came ON public.item_moves USING btree (to_id, code, at, item_id, version) WHERE (to_kind = 'player'::text);
CREATE INDEX item_moves_left ON public.item_moves USING btree (from_id, code, at, item_id, version) WHERE ((from_kind = 'player'::text) AND (to_kind <> 'player'::text));
CREATE TRIGGER item_moves_append_only BEFORE DELETE OR UPDATE ON public.item_moves FOR EACH STATEMENT EXECUTE FUNCTION vault_append_only();

create table item_positions (
  item_id text not null,
  holder_kind text not null,
  holder_id text not null,
  state text not null,
  version integer not null,
  constraint item_positions_pkey PRIMARY KEY (item_id),
  constraint item_positions_check CHECK (((holder_kind = 'round'::text) = (state = 'staked'::text))),
  constraint item_positions_check1 CHECK (((holder_kind = 'outside'::text) = (state = 'withdrawn'::text))),
  constraint item_positions_holder_kind_check CHECK ((holder_kind = ANY (ARRAY['player'::text, 'round'::text, 'house'::text, 'outside'::text]))),
  constraint item_positions_house CHECK (((holder_kind = 'house'::text) = (state = ANY (ARRAY['forfeited'::text, 'stock'::text])))),
  constraint item_positions_state_check CHECK ((state = ANY (ARRAY['available'::text, 'staked'::text, 'trading'::text, 'withdrawn'::text, 'forfeited'::text, 'stock'::text]))),
  constraint item_positions_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id)
);
CREATE INDEX item_positions_available ON public.item_positions USING btree (holder_id) WHERE (state = 'available'::text);
CREATE INDEX item_positions_forfeited ON public.item_positions USING btree (item_id) WHERE (state = 'forfeited'::text);
CREATE INDEX item_positions_owed ON public.item_positions USING btree (holder_id, item_id) WHERE (holder_kind = 'player'::text);

create table item_types (
  slug text not null,
  app_id integer not null,
  market_hash_name text not null,
  rarity text not null,
  rarity_color text not null,
  pips smallint not null,
  price_cents bigint not null,
  priced_at bigint not null,
  doubt text default 'MISSING'::text,
  good_until bigint,
  wanted integer,
  constraint item_types_pkey PRIMARY KEY (slug),
  constraint item_types_app_id_market_hash_name_key UNIQUE (app_id, market_hash_name),
  constraint item_types_doubt_check CHECK ((doubt = ANY (ARRAY['STALE'::text, 'JUMP'::text, 'THIN'::text, 'APART'::text, 'MISSING'::text]))),
  constraint item_types_price_cents_check CHECK ((price_cents > 0)),
  constraint item_types_rarity_color_check CHECK ((rarity_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint item_types_wanted_check CHECK ((wanted >= 0))
);

create table items (
  id text not null,
  item_type text not null,
  kind text not null,
  origin text not null,
  created_at bigint not null,
  details jsonb,
  constraint items_pkey PRIMARY KEY (id),
  constraint items_details_check CHECK (((jsonb_typeof(details) = 'object'::text) AND (octet_length((details)::text) <= 8000))),
  constraint items_kind_check CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'MARKET'::text, 'WIN'::text, 'PRIZE_PROMO'::text]))),
  constraint items_item_type_fkey FOREIGN KEY (item_type) REFERENCES item_types(slug)
);

create table jackpot_rounds (
  round_id text not null,
  entries integer default 0 not null,
  pot_cents bigint default 0 not null,
  alone text,
  countdown_at bigint,
  deadline_at bigint,
  constraint jackpot_rounds_pkey PRIMARY KEY (round_id),
  constraint jackpot_rounds_check CHECK ((num_nulls(countdown_at, deadline_at) = ANY (ARRAY[0, 2]))),
  constraint jackpot_rounds_check1 CHECK (((entries > 0) OR ((alone IS NULL) AND (deadline_at IS NULL) AND (pot_cents = 0)))),
  constraint jackpot_rounds_check2 CHECK (((entries = 0) OR ((alone IS NULL) = (deadline_at IS NOT NULL))))
);

create table ledger_accounts (
  id text not null,
  kind text not null,
  owner_id text,
  balance bigint default 0 not null,
  opened_at bigint not null,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_check CHECK (((owner_id IS NULL) = (kind = ANY (ARRAY['house'::text, 'world'::text])))),
  constraint ledger_accounts_covered CHECK (((balance >= 0) OR (kind = ANY (ARRAY['house'::text, 'world'::text])))),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['player_cash'::text, 'player_hold'::text, 'escrow'::text, 'fee'::text, 'house'::text, 'world'::text])))
);
CREATE INDEX ledger_accounts_owner ON public.ledger_accounts USING btree (owner_id) WHERE (owner_id IS NOT NULL);

create table ledger_history (
  player_id text not null,
  at bigint not null,
  id bigint generated always as identity not null,
  transfer_id text not null,
  kind text not null,
  code text not null,
  ref text not null,
  cash_cents bigint,
  cash_after bigint,
  hold_cents bigint,
  hold_after bigint,
  constraint ledger_history_pkey PRIMARY KEY (player_id, kind, at, id),
  constraint ledger_history_cash_after_check CHECK ((cash_after >= 0)),
  constraint ledger_history_check CHECK ((((cash_cents IS NULL) = (cash_after IS NULL)) AND ((hold_cents IS NULL) = (hold_after IS NULL)))),
  constraint ledger_history_check1 CHECK ((num_nulls(cash_cents, hold_cents) < 2)),
  constraint ledger_history_hold_after_check CHECK ((hold_after >= 0)),
  constraint ledger_history_kind_check CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'GAME'::text, 'MARKET'::text, 'OTHER'::text]))),
  constraint ledger_history_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX ledger_history_order ON public.ledger_history USING btree (player_id, at, id);
CREATE TRIGGER ledger_history_append_only BEFORE DELETE OR UPDATE ON public.ledger_history FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

create table ledger_pending (
  id bigint default nextval('ledger_pending_id_seq'::regclass) not null,
  account_id text not null,
  cents bigint not null,
  constraint ledger_pending_pkey PRIMARY KEY (id),
  constraint ledger_pending_cents_check CHECK ((cents <> 0)),
  constraint ledger_pending_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
);

create table log_cosignatures (
  size bigint not null,
  witness text not null,
  "time" bigint not null,
  line text not null,
  at bigint not null,
  constraint log_cosignatures_pkey PRIMARY KEY (size, witness),
  constraint log_cosignatures_time_check CHECK (("time" > 0)),
  constraint log_cosignatures_size_fkey FOREIGN KEY (size) REFERENCES log_heads(size)
);
CREATE TRIGGER log_cosignatures_only_grow BEFORE DELETE OR UPDATE ON public.log_cosignatures FOR EACH ROW EXECUTE FUNCTION log_only_grows();

create table log_entries (
  index bigint not null,
  leaf_id bigint not null,
  kind text not null,
  round_id text,
  game text,
  number bigint,
  constraint log_entries_pkey PRIMARY KEY (index),
  constraint log_entries_leaf_id_key UNIQUE (leaf_id)
);
CREATE INDEX log_entries_number ON public.log_entries USING btree (game, number) WHERE (kind = 'open'::text);
CREATE INDEX log_entries_opened ON public.log_entries USING btree (game, index) WHERE (kind = 'open'::text);
CREATE INDEX log_entries_round ON public.log_entries USING btree (round_id, index) WHERE (round_id IS NOT NULL);
CREATE TRIGGER log_entries_only_grow BEFORE DELETE OR UPDATE ON public.log_entries FOR EACH ROW EXECUTE FUNCTION log_only_grows();

create table log_heads (
  size bigint not null,
  root bytea not null,
  at bigint not null,
  note text,
  published_at bigint,
  constraint log_heads_pkey PRIMARY KEY (size),
  constraint log_heads_check CHECK (((published_at IS NULL) OR (note IS NOT NULL))),
  constraint log_heads_root_check CHECK ((length(root) = 32)),
  constraint log_heads_size_check CHECK ((size > 0))
);
CREATE INDEX log_heads_published ON public.log_heads USING btree (size) WHERE (published_at IS NOT NULL);
CREATE TRIGGER log_heads_only_grow BEFORE DELETE OR UPDATE ON public.log_heads FOR EACH ROW EXECUTE FUNCTION log_only_grows();

create table log_leaves (
  id bigint default nextval('log_leaves_id_seq'::regclass) not null,
  xid xid8 default pg_current_xact_id() not null,
  kind text not null,
  round_id text,
  body text not null,
  at bigint not null,
  constraint log_leaves_pkey PRIMARY KEY (id),
  constraint log_leaves_about_check CHECK (((round_id IS NULL) = (kind = ANY (ARRAY['terms'::text, 'fee'::text, 'case'::text, 'case-retired'::text, 'case-offered'::text, 'restored'::text, 'statement'::text])))),
  constraint log_leaves_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'lock'::text, 'result'::text, 'cancel'::text, 'void'::text, 'scripted'::text, 'terms'::text, 'fee'::text, 'case'::text, 'case-retired'::text, 'case-offered'::text, 'restored'::text, 'statement'::text])))
);
CREATE INDEX log_leaves_in_order ON public.log_leaves USING btree (xid, id);
CREATE INDEX log_leaves_of_round ON public.log_leaves USING btree (round_id) WHERE (kind = 'scripted'::text);
CREATE UNIQUE INDEX log_leaves_once ON public.log_leaves USING btree (round_id, kind) WHERE (kind <> 'scripted'::text);
CREATE INDEX log_leaves_terms ON public.log_leaves USING btree (id) WHERE (kind = ANY (ARRAY['terms'::text, 'fee'::text]));
CREATE TRIGGER log_leaves_append_only BEFORE DELETE OR UPDATE ON public.log_leaves FOR EACH STATEMENT EXECUTE FUNCTION rounds_append_only();

create table log_report_claim (
  one boolean default true not null,
  token text,
  until bigint default 0 not null,
  constraint log_report_claim_pkey PRIMARY KEY (one),
  constraint log_report_claim_one_check CHECK (one)
);

create table log_reports (
  id bigint generated always as identity not null,
  started_at bigint not null,
  ended_at bigint not null,
  verdict text not null,
  size bigint,
  root bytea,
  settled bigint not null,
  cancelled bigint not null,
  voided bigint not null,
  scripted bigint not null,
  running bigint not null,
  simulated boolean not null,
  found bigint not null,
  findings jsonb not null,
  why text,
  constraint log_reports_pkey PRIMARY KEY (id),
  constraint log_reports_cancelled_check CHECK ((cancelled >= 0)),
  constraint log_reports_check CHECK ((ended_at >= started_at)),
  constraint log_reports_check1 CHECK (((jsonb_typeof(findings) = 'array'::text) AND (jsonb_array_length(findings) <= LEAST(found, (50)::bigint)))),
  constraint log_reports_check2 CHECK ((num_nulls(size, root) = ANY (ARRAY[0, 2]))),
  constraint log_reports_check3 CHECK (((verdict = 'holds'::text) = ((found = 0) AND (why IS NULL)))),
  constraint log_reports_check4 CHECK (((verdict = 'failed'::text) = (why IS NOT NULL))),
  constraint log_reports_check5 CHECK (((verdict = 'failed'::text) OR (size IS NOT NULL))),
  constraint log_reports_found_check CHECK ((found >= 0)),
  constraint log_reports_root_check CHECK ((length(root) = 32)),
  constraint log_reports_running_check CHECK ((running >= 0)),
  constraint log_reports_scripted_check CHECK ((scripted >= 0)),
  constraint log_reports_settled_check CHECK ((settled >= 0)),
  constraint log_reports_size_check CHECK ((size > 0)),
  constraint log_reports_verdict_check CHECK ((verdict = ANY (ARRAY['holds'::text, 'findings'::text, 'failed'::text]))),
  constraint log_reports_voided_check CHECK ((voided >= 0))
);
CREATE TRIGGER log_reports_only_grow BEFORE DELETE OR UPDATE ON public.log_reports FOR EACH ROW EXECUTE FUNCTION log_only_grows();

create table log_state (
  one boolean default true not null,
  name text,
  public_key bytea,
  cursor_xid xid8 default '0'::xid8 not null,
  cursor_id bigint default 0 not null,
  size bigint default 0 not null,
  constraint log_state_pkey PRIMARY KEY (one),
  constraint log_state_check CHECK ((num_nulls(name, public_key) = ANY (ARRAY[0, 2]))),
  constraint log_state_one_check CHECK (one),
  constraint log_state_public_key_check CHECK ((length(public_key) = 32))
);
CREATE TRIGGER log_state_only_grows BEFORE DELETE OR UPDATE ON public.log_state FOR EACH ROW EXECUTE FUNCTION log_only_grows();

create table log_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  constraint log_tiles_pkey PRIMARY KEY (level, index),
  constraint log_tiles_hashes_check CHECK ((((length(hashes) % 32) = 0) AND ((length(hashes) >= 32) AND (length(hashes) <= 8192))))
);
CREATE TRIGGER log_tiles_only_grow BEFORE DELETE OR UPDATE ON public.log_tiles FOR EACH ROW EXECUTE FUNCTION log_only_grows();

create table log_witnesses (
  witness text not null,
  size bigint not null,
  "time" bigint not null,
  line text not null,
  at bigint not null,
  constraint log_witnesses_pkey PRIMARY KEY (witness),
  constraint log_witnesses_time_check CHECK (("time" > 0))
);

create table market_feeds (
  source text not null,
  app_id integer not null,
  due_at bigint not null,
  constraint market_feeds_pkey PRIMARY KEY (source, app_id)
);

create table market_listings (
  item_id text not null,
  item_type text not null,
  listed_at bigint not null,
  constraint market_listings_pkey PRIMARY KEY (item_id),
  constraint market_listings_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  constraint market_listings_item_type_fkey FOREIGN KEY (item_type) REFERENCES market_prices(item_type)
);
CREATE INDEX market_listings_type ON public.market_listings USING btree (item_type, item_id);

create table market_price_days (
  item_type text not null,
  day integer not null,
  cents bigint not null,
  simulated boolean not null,
  constraint market_price_days_pkey PRIMARY KEY (item_type, day),
  constraint market_price_days_cents_check CHECK ((cents > 0)),
  constraint market_price_days_item_type_fkey FOREIGN KEY (item_type) REFERENCES market_prices(item_type)
);
CREATE INDEX market_price_days_day ON public.market_price_days USING btree (day);

create table market_prices (
  item_type text not null,
  app_id integer not null,
  name text not null,
  wear_level smallint not null,
  words text not null,
  reference_cents bigint not null,
  origin text not null,
  doubt text,
  pending_cents bigint,
  pending_since bigint,
  priced_at bigint not null,
  spot_due_at bigint default 0,
  base_cents bigint not null,
  pay_cents bigint not null,
  tier smallint default 1 not null,
  lows jsonb default '[]'::jsonb not null,
  category text,
  constraint market_prices_pkey PRIMARY KEY (item_type),
  constraint market_prices_base_cents_check CHECK ((base_cents > 0)),
  constraint market_prices_category_check CHECK (((length(category) >= 1) AND (length(category) <= 20))),
  constraint market_prices_check CHECK (((pending_cents IS NULL) = (pending_since IS NULL))),
  constraint market_prices_doubt_check CHECK ((doubt = ANY (ARRAY['STALE'::text, 'JUMP'::text, 'THIN'::text, 'APART'::text, 'MISSING'::text]))),
  constraint market_prices_origin_check CHECK ((origin = ANY (ARRAY['catalogue'::text, 'sources'::text]))),
  constraint market_prices_pay CHECK (((pay_cents <= base_cents) AND (base_cents <= reference_cents))),
  constraint market_prices_pay_cents_check CHECK ((pay_cents > 0)),
  constraint market_prices_pending_cents_check CHECK ((pending_cents > 0)),
  constraint market_prices_reference_cents_check CHECK ((reference_cents > 0)),
  constraint market_prices_tier_check CHECK (((tier >= 0) AND (tier <= 3))),
  constraint market_prices_wear_level_check CHECK (((wear_level >= 0) AND (wear_level <= 5))),
  constraint market_prices_item_type_fkey FOREIGN KEY (item_type) REFERENCES item_types(slug)
);
CREATE INDEX market_prices_category ON public.market_prices USING btree (app_id, category, reference_cents, item_type);
CREATE INDEX market_prices_order ON public.market_prices USING btree (reference_cents, item_type);
CREATE INDEX market_prices_spot ON public.market_prices USING btree (spot_due_at, item_type);
CREATE INDEX market_prices_uncategorized ON public.market_prices USING btree (item_type) WHERE (category IS NULL);

create table market_quotes (
  item_type text not null,
  source text not null,
  cents bigint not null,
  quantity integer not null,
  quoted_at bigint not null,
  constraint market_quotes_pkey PRIMARY KEY (item_type, source),
  constraint market_quotes_cents_check CHECK ((cents > 0)),
  constraint market_quotes_quantity_check CHECK ((quantity >= 0)),
  constraint market_quotes_source_check CHECK ((source = ANY (ARRAY['skinport'::text, 'skinportsales'::text, 'marketcsgo'::text, 'waxpeer'::text, 'steam'::text]))),
  constraint market_quotes_item_type_fkey FOREIGN KEY (item_type) REFERENCES market_prices(item_type)
);

create table market_sales (
  order_id text not null,
  item_id text not null,
  player_id text not null,
  cents bigint not null,
  at bigint not null,
  constraint market_sales_pkey PRIMARY KEY (order_id, item_id),
  constraint market_sales_cents_check CHECK ((cents > 0)),
  constraint market_sales_item_id_fkey FOREIGN KEY (item_id) REFERENCES item_positions(item_id),
  constraint market_sales_order_id_fkey FOREIGN KEY (order_id) REFERENCES transfers(id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER market_sales_append_only BEFORE DELETE OR UPDATE ON public.market_sales FOR EACH STATEMENT EXECUTE FUNCTION market_append_only();

create table market_steam (
  app_id integer not null,
  bps integer not null,
  at bigint not null,
  constraint market_steam_pkey PRIMARY KEY (app_id),
  constraint market_steam_bps_check CHECK ((bps > 0))
);

create table market_stockings (
  origin text not null,
  at bigint not null,
  constraint market_stockings_pkey PRIMARY KEY (origin)
);

create table meta (
  key text not null,
  value text not null,
  constraint meta_pkey PRIMARY KEY (key)
);

create table nodes (
  id text not null,
  seen_at bigint not null,
  visitors integer not null,
  players text[] not null,
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_visitors_check CHECK ((visitors >= 0))
);

create table notification_choices (
  player_id text not null,
  off text[] not null,
  constraint notification_choices_pkey PRIMARY KEY (player_id),
  constraint notification_choices_off_check CHECK ((off <@ ARRAY['support'::text, 'deposit'::text, 'withdrawal'::text, 'bet'::text, 'chat'::text, 'protection'::text])),
  constraint notification_choices_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table notifications (
  id bigint generated always as identity not null,
  player_id text not null,
  kind text not null,
  header text not null,
  text text not null,
  link text,
  at bigint not null,
  read_at bigint,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_check CHECK ((read_at >= at)),
  constraint notifications_header_check CHECK (((char_length(header) >= 1) AND (char_length(header) <= 80))),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['security'::text, 'support'::text, 'deposit'::text, 'withdrawal'::text, 'bet'::text, 'chat'::text, 'protection'::text]))),
  constraint notifications_link_check CHECK ((link ~ '^/[^/\\]'::text)),
  constraint notifications_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 500))),
  constraint notifications_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX notifications_age ON public.notifications USING btree (at);
CREATE INDEX notifications_of_player ON public.notifications USING btree (player_id, id DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (player_id, id) WHERE (read_at IS NULL);

create table open_stakes (
  round_id text not null,
  player_id text not null,
  cents bigint not null,
  seat boolean not null,
  hour bigint not null,
  constraint open_stakes_pkey PRIMARY KEY (round_id, player_id),
  constraint open_stakes_cents_check CHECK ((cents > 0))
);
CREATE INDEX open_stakes_of_player ON public.open_stakes USING btree (player_id);

create table openid_nonces (
  nonce text not null,
  claimed_at bigint not null,
  constraint openid_nonces_pkey PRIMARY KEY (nonce)
);
CREATE INDEX openid_nonces_age ON public.openid_nonces USING btree (claimed_at);

create table player_browsers (
  player_id text not null,
  browser_hash text not null,
  seen_at bigint not null,
  constraint player_browsers_pkey PRIMARY KEY (player_id, browser_hash),
  constraint player_browsers_browser_hash_check CHECK ((browser_hash ~ '^[0-9a-f]{32}$'::text)),
  constraint player_browsers_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX player_browsers_age ON public.player_browsers USING btree (seen_at);

create table player_days (
  player_id text not null,
  day integer not null,
  game text not null,
  played integer not null,
  won integer not null,
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  is_bot boolean default false not null,
  constraint player_days_pkey PRIMARY KEY (player_id, day, game),
  constraint player_days_check CHECK (((won >= 0) AND (won <= played))),
  constraint player_days_game_fkey FOREIGN KEY (game) REFERENCES games(name),
  constraint player_days_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX player_days_of_bots ON public.player_days USING btree (day, player_id, game) WHERE is_bot;

create table player_game_stats (
  player_id text not null,
  game text not null,
  played integer not null,
  won integer not null,
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  xp_hundredths bigint not null,
  constraint player_game_stats_pkey PRIMARY KEY (player_id, game),
  constraint player_game_stats_check CHECK (((won >= 0) AND (won <= played))),
  constraint player_game_stats_game_fkey FOREIGN KEY (game) REFERENCES games(name),
  constraint player_game_stats_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table player_results (
  player_id text not null,
  round_id text not null,
  game text not null,
  at bigint not null,
  won boolean not null,
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  xp_hundredths bigint not null,
  constraint player_results_pkey PRIMARY KEY (player_id, round_id),
  constraint player_results_check CHECK ((won OR ((won_cents = 0) AND (fee_cents = 0)))),
  constraint player_results_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint player_results_staked_cents_check CHECK ((staked_cents > 0)),
  constraint player_results_won_cents_check CHECK ((won_cents >= 0)),
  constraint player_results_xp_hundredths_check CHECK ((xp_hundredths >= 0)),
  constraint player_results_game_fkey FOREIGN KEY (game) REFERENCES games(name),
  constraint player_results_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX player_results_in_order ON public.player_results USING btree (at, round_id);
CREATE INDEX player_results_newest ON public.player_results USING btree (player_id, at DESC, round_id DESC);
CREATE INDEX player_results_won ON public.player_results USING btree (at, round_id) WHERE won;
CREATE TRIGGER open_stakes_recorded AFTER INSERT ON public.player_results REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION open_stakes_recorded();
CREATE TRIGGER player_results_totalled AFTER INSERT ON public.player_results REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION day_results();

create table players (
  id text not null,
  steamid text,
  name text not null,
  look text,
  avatar text not null,
  status text default 'USER'::text not null,
  is_fake boolean default false not null,
  pseudonym_key bytea,
  pseudonym text not null,
  trade_token text default ''::text not null,
  age_confirmed_at bigint,
  created_at bigint not null,
  closing_at bigint,
  closes_at bigint,
  erased_at bigint,
  closed_at bigint,
  unnamed_at bigint,
  constraint players_pkey PRIMARY KEY (id),
  constraint players_pseudonym_key UNIQUE (pseudonym),
  constraint players_steamid_key UNIQUE (steamid),
  constraint players_check CHECK (((NOT is_fake) OR (status = 'USER'::text))),
  constraint players_closed CHECK (((closed_at IS NULL) OR ((erased_at IS NOT NULL) AND (closed_at >= erased_at)))),
  constraint players_closing CHECK ((((closing_at IS NULL) = (closes_at IS NULL)) AND (closes_at >= closing_at))),
  constraint players_erased CHECK (((erased_at IS NULL) OR ((closing_at IS NOT NULL) AND (erased_at >= closes_at)))),
  constraint players_forgotten CHECK (((erased_at IS NULL) OR ((pseudonym_key IS NULL) AND (trade_token = ''::text) AND (status = 'USER'::text) AND (NOT is_fake)))),
  constraint players_gone CHECK (((steamid IS NULL) = (erased_at IS NOT NULL))),
  constraint players_look_check CHECK ((look <> ''::text)),
  constraint players_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 48))),
  constraint players_pseudonym_check CHECK ((pseudonym ~ '^[0-9a-f]{32}$'::text)),
  constraint players_pseudonym_key_check CHECK ((octet_length(pseudonym_key) = 32)),
  constraint players_status_check CHECK ((status = ANY (ARRAY['USER'::text, 'SUPPORT'::text, 'MODERATOR'::text, 'ADMIN'::text]))),
  constraint players_steamid_check CHECK ((steamid ~ '^7656119[0-9]{10}$'::text)),
  constraint players_unnamed CHECK (((unnamed_at IS NULL) OR ((closed_at IS NOT NULL) AND (unnamed_at >= closed_at))))
);
CREATE INDEX players_closing ON public.players USING btree (closes_at, id) WHERE ((closing_at IS NOT NULL) AND (closed_at IS NULL));
CREATE INDEX players_erased_at ON public.players USING btree (erased_at, id) WHERE (erased_at IS NOT NULL);
CREATE INDEX players_fake ON public.players USING btree (id) WHERE is_fake;
CREATE INDEX players_name ON public.players USING btree (lower(name) COLLATE "C", id);
CREATE INDEX players_named ON public.players USING btree (closed_at, id) WHERE ((closed_at IS NOT NULL) AND (unnamed_at IS NULL));
CREATE INDEX players_staff_look ON public.players USING btree (look) WHERE (status <> 'USER'::text);
CREATE INDEX players_unlooked ON public.players USING btree (id) WHERE (look IS NULL);

create table postings (
  transfer_id text not null,
  account_id text not null,
  cents bigint not null,
  constraint postings_pkey PRIMARY KEY (transfer_id, account_id),
  constraint postings_cents_check CHECK ((cents <> 0)),
  constraint postings_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint postings_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX postings_account ON public.postings USING btree (account_id, transfer_id);
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER postings_balanced AFTER INSERT ON public.postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balanced();

create table promo_codes (
  id text not null,
  hash bytea not null,
  ending text not null,
  cents bigint,
  item_type text,
  worth_cents bigint not null,
  uses integer not null,
  used integer default 0 not null,
  expires_at bigint,
  created_at bigint not null,
  created_by text not null,
  why text not null,
  needs_approval boolean not null,
  approved_by text,
  ended_by text,
  ended_why text,
  constraint promo_codes_pkey PRIMARY KEY (id),
  constraint promo_codes_hash_key UNIQUE (hash),
  constraint promo_codes_approved CHECK (((used = 0) OR (NOT needs_approval) OR (approved_by IS NOT NULL))),
  constraint promo_codes_cents_check CHECK ((cents > 0)),
  constraint promo_codes_check CHECK (((cents IS NULL) <> (item_type IS NULL))),
  constraint promo_codes_check1 CHECK (((cents IS NULL) OR (cents = worth_cents))),
  constraint promo_codes_check2 CHECK (((ended_by IS NULL) = (ended_why IS NULL))),
  constraint promo_codes_hash_check CHECK ((length(hash) = 32)),
  constraint promo_codes_two_people CHECK ((approved_by <> created_by)),
  constraint promo_codes_uses_check CHECK ((uses > 0)),
  constraint promo_codes_within CHECK (((used >= 0) AND (used <= uses))),
  constraint promo_codes_worth_cents_check CHECK ((worth_cents > 0)),
  constraint promo_codes_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES players(id),
  constraint promo_codes_created_by_fkey FOREIGN KEY (created_by) REFERENCES players(id),
  constraint promo_codes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES players(id),
  constraint promo_codes_item_type_fkey FOREIGN KEY (item_type) REFERENCES item_types(slug)
);
CREATE TRIGGER promo_codes_stay BEFORE DELETE OR UPDATE ON public.promo_codes FOR EACH ROW EXECUTE FUNCTION promo_codes_stay();

create table promo_tries (
  who text not null,
  hour bigint not null,
  tries integer not null,
  constraint promo_tries_pkey PRIMARY KEY (hour, who),
  constraint promo_tries_tries_check CHECK ((tries > 0))
);

create table promo_uses (
  promo_id text not null,
  player_id text not null,
  at bigint not null,
  transfer_id text,
  item_id text,
  constraint promo_uses_pkey PRIMARY KEY (promo_id, player_id),
  constraint promo_uses_item_id_key UNIQUE (item_id),
  constraint promo_uses_transfer_id_key UNIQUE (transfer_id),
  constraint promo_uses_check CHECK (((transfer_id IS NULL) <> (item_id IS NULL))),
  constraint promo_uses_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  constraint promo_uses_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint promo_uses_promo_id_fkey FOREIGN KEY (promo_id) REFERENCES promo_codes(id),
  constraint promo_uses_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX promo_uses_of_player ON public.promo_uses USING btree (player_id, promo_id);

create table protection_answers (
  player_id text not null,
  at bigint not null,
  answer text not null,
  constraint protection_answers_pkey PRIMARY KEY (player_id),
  constraint protection_answers_answer_check CHECK ((answer = ANY (ARRAY['LIMIT'::text, 'NONE'::text]))),
  constraint protection_answers_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table protection_changes (
  id bigint generated always as identity not null,
  player_id text not null,
  at bigint not null,
  what text not null,
  details jsonb not null,
  constraint protection_changes_pkey PRIMARY KEY (id),
  constraint protection_changes_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX protection_changes_lately ON public.protection_changes USING btree (player_id, at) WHERE (what = ANY (ARRAY['limit.confirmed'::text, 'return.confirmed'::text]));
CREATE INDEX protection_changes_of_player ON public.protection_changes USING btree (player_id, id);
CREATE TRIGGER protection_changes_stay BEFORE DELETE OR UPDATE ON public.protection_changes FOR EACH STATEMENT EXECUTE FUNCTION protection_changes_stay();

create table protection_deposits (
  source text not null,
  player_id text not null,
  hour bigint not null,
  cents bigint not null,
  over boolean default false not null,
  constraint protection_deposits_pkey PRIMARY KEY (source),
  constraint protection_deposits_cents_check CHECK ((cents > 0)),
  constraint protection_deposits_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX protection_deposits_old ON public.protection_deposits USING btree (hour);

create table protection_flags (
  id bigint generated always as identity not null,
  player_id text not null,
  signal text not null,
  at bigint not null,
  figures jsonb not null,
  checked_at bigint,
  checked_by text,
  why text,
  constraint protection_flags_pkey PRIMARY KEY (id),
  constraint protection_flags_check CHECK ((num_nulls(checked_at, checked_by, why) = ANY (ARRAY[0, 3]))),
  constraint protection_flags_own CHECK ((checked_by <> player_id)),
  constraint protection_flags_signal_check CHECK ((signal = ANY (ARRAY['LOSSES_UP'::text, 'CHASING'::text, 'LONG_PLAY'::text, 'LIMITS_RAISED'::text, 'CAME_BACK'::text]))),
  constraint protection_flags_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES players(id),
  constraint protection_flags_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX protection_flags_of_player ON public.protection_flags USING btree (player_id, id);
CREATE UNIQUE INDEX protection_flags_open ON public.protection_flags USING btree (player_id, signal) WHERE (checked_at IS NULL);
CREATE INDEX protection_flags_waiting ON public.protection_flags USING btree (id) WHERE (checked_at IS NULL);

create table protection_guards (
  player_id text not null,
  block text,
  blocked_at bigint,
  block_until bigint,
  return_from bigint,
  reality_minutes integer,
  constraint protection_guards_pkey PRIMARY KEY (player_id),
  constraint protection_guards_block_check CHECK ((block = ANY (ARRAY['BREAK'::text, 'EXCLUDED'::text]))),
  constraint protection_guards_check CHECK ((((block IS NULL) = (blocked_at IS NULL)) AND ((block IS NOT NULL) OR (block_until IS NULL)))),
  constraint protection_guards_check1 CHECK (((block <> 'BREAK'::text) OR (block_until IS NOT NULL))),
  constraint protection_guards_check2 CHECK (((return_from IS NULL) OR ((block = 'EXCLUDED'::text) AND (block_until IS NOT NULL)))),
  constraint protection_guards_reality_minutes_check CHECK ((reality_minutes > 0)),
  constraint protection_guards_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table protection_hours (
  player_id text not null,
  kind text not null,
  hour bigint not null,
  cents bigint not null,
  constraint protection_hours_pkey PRIMARY KEY (player_id, kind, hour),
  constraint protection_hours_kind_check CHECK ((kind = ANY (ARRAY['stake'::text, 'won'::text, 'deposit'::text]))),
  constraint protection_hours_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX protection_hours_played ON public.protection_hours USING btree (hour, kind, player_id);

create table protection_limits (
  player_id text not null,
  kind text not null,
  span text not null,
  cents bigint not null,
  asked_from bigint,
  asked_cents bigint,
  constraint protection_limits_pkey PRIMARY KEY (player_id, kind, span),
  constraint protection_limits_cents_check CHECK ((cents >= 0)),
  constraint protection_limits_check CHECK ((asked_cents > cents)),
  constraint protection_limits_check1 CHECK (((asked_from IS NOT NULL) OR (asked_cents IS NULL))),
  constraint protection_limits_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'stake'::text, 'loss'::text]))),
  constraint protection_limits_span_check CHECK ((span = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint protection_limits_player_id_fkey FOREIGN KEY (player_id) REFERENCES protection_guards(player_id)
);

create table protection_visits (
  player_id text not null,
  since bigint not null,
  seen_at bigint not null,
  read_at bigint not null,
  staked_cents bigint not null,
  won_cents bigint not null,
  constraint protection_visits_pkey PRIMARY KEY (player_id),
  constraint protection_visits_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table push_messages (
  id bigint generated always as identity not null,
  subscription_id text not null,
  service text not null,
  message text not null,
  path text not null,
  tag text not null,
  at bigint not null,
  due_at bigint not null,
  tries integer default 0 not null,
  constraint push_messages_pkey PRIMARY KEY (id),
  constraint push_messages_message_check CHECK ((message = ANY (ARRAY['offer'::text, 'deposited'::text, 'withdrawn'::text, 'returned'::text, 'battleOver'::text]))),
  constraint push_messages_path_check CHECK ((path ~ '^/[^/\\]'::text)),
  constraint push_messages_tag_check CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 100))),
  constraint push_messages_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_messages_age ON public.push_messages USING btree (at);
CREATE INDEX push_messages_due ON public.push_messages USING btree (service, due_at);
CREATE INDEX push_messages_of_subscription ON public.push_messages USING btree (subscription_id);

create table push_subscriptions (
  id text not null,
  player_id text not null,
  session_id text not null,
  service text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  created_at bigint not null,
  failed_at bigint,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_session_id_key UNIQUE (session_id),
  constraint push_subscriptions_auth_check CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint push_subscriptions_endpoint_check CHECK (((char_length(endpoint) >= 1) AND (char_length(endpoint) <= 1200))),
  constraint push_subscriptions_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  constraint push_subscriptions_kinds_check CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['trade'::text, 'withdrawal'::text, 'battle'::text]))),
  constraint push_subscriptions_p256dh_check CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text)),
  constraint push_subscriptions_service_check CHECK (((char_length(service) >= 1) AND (char_length(service) <= 100))),
  constraint push_subscriptions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_of_player ON public.push_subscriptions USING btree (player_id, created_at, id);

create table receipts (
  player_id text not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  response jsonb,
  at bigint not null,
  constraint receipts_pkey PRIMARY KEY (player_id, key),
  constraint receipts_input_hash_check CHECK ((length(input_hash) = 32)),
  constraint receipts_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE INDEX receipts_by_age ON public.receipts USING btree (at);

create table restored_rounds (
  round_id text not null,
  game text not null,
  number bigint not null,
  at bigint not null,
  constraint restored_rounds_pkey PRIMARY KEY (round_id),
  constraint restored_rounds_game_number_key UNIQUE (game, number)
);

create table result_totals (
  game text not null,
  shard smallint not null,
  rounds bigint not null,
  paid_cents bigint not null,
  constraint result_totals_pkey PRIMARY KEY (game, shard),
  constraint result_totals_game_fkey FOREIGN KEY (game) REFERENCES games(name)
);

create table round_counters (
  game text not null,
  last bigint not null,
  constraint round_counters_pkey PRIMARY KEY (game),
  constraint round_counters_game_fkey FOREIGN KEY (game) REFERENCES games(name)
);

create table round_numbers (
  game text not null,
  number bigint not null,
  constraint round_numbers_pkey PRIMARY KEY (game, number)
);

create table round_secrets (
  round_id text not null,
  secret text not null,
  constraint round_secrets_pkey PRIMARY KEY (round_id)
);
CREATE TRIGGER round_secrets_append_only BEFORE DELETE OR UPDATE ON public.round_secrets FOR EACH STATEMENT EXECUTE FUNCTION rounds_append_only();

create table rounds (
  id text not null,
  game text not null,
  one_at_a_time boolean not null,
  number bigint not null,
  phase text not null,
  version integer not null,
  hash text not null,
  fee_bps integer not null,
  scripted boolean default false not null,
  opened_at bigint not null,
  lock_text text,
  locked_at bigint,
  drand_round bigint,
  loaded_at bigint,
  due_at bigint,
  ended_at bigint,
  stuck boolean default false not null,
  constraint rounds_pkey PRIMARY KEY (id),
  constraint rounds_game_number_key UNIQUE (game, number),
  constraint rounds_hash_key UNIQUE (hash),
  constraint rounds_cancelled_check CHECK (((phase <> 'cancelled'::text) OR ((locked_at IS NULL) AND (ended_at IS NOT NULL)))),
  constraint rounds_ended_check CHECK (((phase <> ALL (ARRAY['settled'::text, 'voided'::text])) OR ((locked_at IS NOT NULL) AND (ended_at IS NOT NULL)))),
  constraint rounds_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
  constraint rounds_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint rounds_loaded_check CHECK (((loaded_at IS NULL) = (lock_text IS NULL))),
  constraint rounds_lock_check CHECK (((num_nulls(locked_at, due_at) = ANY (ARRAY[0, 2])) AND (num_nulls(lock_text, drand_round) = ANY (ARRAY[0, 2])) AND ((lock_text IS NULL) = ((locked_at IS NULL) OR scripted)))),
  constraint rounds_locked_check CHECK (((phase <> 'locked'::text) OR ((locked_at IS NOT NULL) AND (ended_at IS NULL)))),
  constraint rounds_open_check CHECK (((phase <> 'open'::text) OR ((locked_at IS NULL) AND (ended_at IS NULL)))),
  constraint rounds_phase_check CHECK ((phase = ANY (ARRAY['open'::text, 'locked'::text, 'settled'::text, 'cancelled'::text, 'voided'::text]))),
  constraint rounds_stuck_check CHECK (((NOT stuck) OR (phase = 'locked'::text))),
  constraint rounds_game_one_at_a_time_fkey FOREIGN KEY (game, one_at_a_time) REFERENCES games(name, one_at_a_time)
);
CREATE INDEX rounds_ended ON public.rounds USING btree (game, ended_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX rounds_locked ON public.rounds USING btree (game, due_at) WHERE (phase = 'locked'::text);
CREATE UNIQUE INDEX rounds_one_at_a_time ON public.rounds USING btree (game) WHERE (one_at_a_time AND (phase = ANY (ARRAY['open'::text, 'locked'::text])) AND (NOT stuck));
CREATE INDEX rounds_open ON public.rounds USING btree (game, opened_at) WHERE (phase = 'open'::text);
CREATE INDEX rounds_scripted ON public.rounds USING btree (game, ended_at) WHERE scripted;
CREATE INDEX rounds_settled ON public.rounds USING btree (game, ended_at, id) WHERE ((phase = 'settled'::text) AND (NOT scripted));
CREATE INDEX rounds_voided ON public.rounds USING btree (game, ended_at) WHERE (phase = 'voided'::text);
CREATE TRIGGER open_stakes_returned AFTER UPDATE OF phase ON public.rounds FOR EACH ROW WHEN (((new.phase = ANY (ARRAY['cancelled'::text, 'voided'::text])) OR ((new.phase = 'settled'::text) AND new.scripted))) EXECUTE FUNCTION open_stakes_returned();
CREATE CONSTRAINT TRIGGER rounds_lock_in_time AFTER UPDATE OF lock_text ON public.rounds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.lock_text IS NOT NULL) AND (old.lock_text IS NULL))) EXECUTE FUNCTION round_lock_in_time();

create table schema_functions (
  name text not null,
  checksum text not null,
  made text not null,
  applied_at bigint not null,
  constraint schema_functions_pkey PRIMARY KEY (name)
);

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at bigint not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table script_tries (
  id bigint default nextval('script_tries_id_seq'::regclass) not null,
  at bigint not null,
  staff_id text not null,
  game text not null,
  round_id text not null,
  winner_id text not null,
  refused text,
  constraint script_tries_pkey PRIMARY KEY (id)
);
CREATE TRIGGER script_tries_append_only BEFORE DELETE OR UPDATE ON public.script_tries FOR EACH STATEMENT EXECUTE FUNCTION rounds_append_only();

create table scripted_rounds (
  round_id text not null,
  winner_id text not null,
  lead_cents bigint,
  set_by text not null,
  set_at bigint not null,
  outcome jsonb,
  payouts jsonb,
  constraint scripted_rounds_pkey PRIMARY KEY (round_id),
  constraint scripted_rounds_end_check CHECK ((num_nulls(outcome, payouts) = ANY (ARRAY[0, 2]))),
  constraint scripted_rounds_lead_cents_check CHECK ((lead_cents > 0)),
  constraint scripted_rounds_round_id_fkey FOREIGN KEY (round_id) REFERENCES rounds(id)
);

create table sessions (
  id text not null,
  player_id text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text not null,
  ip_hash text not null,
  code_at bigint,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_check CHECK ((code_at >= created_at)),
  constraint sessions_check1 CHECK (((created_at <= last_seen_at) AND (last_seen_at <= expires_at))),
  constraint sessions_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  constraint sessions_user_agent_check CHECK ((char_length(user_agent) <= 200)),
  constraint sessions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_idle ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_network ON public.sessions USING btree (ip_hash, player_id) WHERE (ip_hash <> ''::text);
CREATE INDEX sessions_player ON public.sessions USING btree (player_id, last_seen_at, id);

create table setting_changes (
  id bigint generated always as identity not null,
  key text not null,
  version integer not null,
  before jsonb not null,
  after jsonb not null,
  by_id text not null,
  why text not null,
  at bigint not null,
  constraint setting_changes_pkey PRIMARY KEY (id),
  constraint setting_changes_key_version_key UNIQUE (key, version),
  constraint setting_changes_version_check CHECK ((version >= 1)),
  constraint setting_changes_why_check CHECK (((char_length(why) >= 3) AND (char_length(why) <= 300))),
  constraint setting_changes_by_id_fkey FOREIGN KEY (by_id) REFERENCES players(id)
);
CREATE TRIGGER setting_changes_stay BEFORE DELETE OR UPDATE ON public.setting_changes FOR EACH STATEMENT EXECUTE FUNCTION operations_append_only();

create table settings (
  key text not null,
  value jsonb not null,
  updated_at bigint not null,
  version integer default 1 not null,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_version_check CHECK ((version >= 1))
);
CREATE TRIGGER log_fee_change AFTER INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key ~~ '%.feeBps'::text)) EXECUTE FUNCTION log_fee_change();
CREATE TRIGGER log_game_setting AFTER INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key !~~ '%.feeBps'::text)) EXECUTE FUNCTION log_game_setting();
CREATE TRIGGER settings_pause BEFORE INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key ~ '(\.paused|^chat\.closed)$'::text)) EXECUTE FUNCTION pause_waits();

create table settlements (
  round_id text not null,
  at bigint not null,
  secret text not null,
  drand_chain text not null,
  drand_round bigint not null,
  outcome jsonb not null,
  payouts jsonb not null,
  winner_entry smallint not null,
  pot_cents bigint not null,
  fee_cents bigint not null,
  constraint settlements_pkey PRIMARY KEY (round_id),
  constraint settlements_check CHECK (((fee_cents >= 0) AND (fee_cents <= pot_cents))),
  constraint settlements_drand_chain_drand_round_fkey FOREIGN KEY (drand_chain, drand_round) REFERENCES beacon_outputs(chain, round),
  constraint settlements_round_id_fkey FOREIGN KEY (round_id) REFERENCES rounds(id)
);
CREATE TRIGGER settlements_append_only BEFORE DELETE OR UPDATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION rounds_append_only();

create table solvency_reserves (
  network text not null,
  address text not null,
  kind text not null,
  listed_at bigint not null,
  held jsonb,
  height bigint,
  seen_at bigint,
  signed_number bigint,
  signed_root text,
  signature text,
  constraint solvency_reserves_pkey PRIMARY KEY (network, address),
  constraint solvency_reserves_address_check CHECK ((address ~ '^[0-9A-Za-z]{20,100}$'::text)),
  constraint solvency_reserves_check CHECK ((num_nulls(held, height, seen_at) = ANY (ARRAY[0, 3]))),
  constraint solvency_reserves_check1 CHECK ((num_nulls(signed_number, signed_root, signature) = ANY (ARRAY[0, 3]))),
  constraint solvency_reserves_kind_check CHECK ((kind = ANY (ARRAY['HOT'::text, 'COLD'::text]))),
  constraint solvency_reserves_network_check CHECK ((network = ANY (ARRAY['tron'::text, 'bitcoin'::text, 'ethereum'::text]))),
  constraint solvency_reserves_signature_check CHECK ((char_length(signature) <= 140)),
  constraint solvency_reserves_signed_root_check CHECK ((signed_root ~ '^[0-9a-f]{64}$'::text))
);

create table solvency_statements (
  number bigint not null,
  token text,
  claimed_until bigint,
  at bigint,
  body text,
  leaf_id bigint,
  depth smallint,
  seed bytea,
  kept boolean default false not null,
  constraint solvency_statements_pkey PRIMARY KEY (number),
  constraint solvency_statements_leaf_id_key UNIQUE (leaf_id),
  constraint solvency_statements_check CHECK ((num_nulls(at, body, leaf_id, depth) = ANY (ARRAY[0, 4]))),
  constraint solvency_statements_check1 CHECK ((((at IS NULL) = (token IS NOT NULL)) AND ((token IS NULL) = (claimed_until IS NULL)))),
  constraint solvency_statements_check2 CHECK (((NOT kept) OR (seed IS NOT NULL))),
  constraint solvency_statements_depth_check CHECK (((depth >= 4) AND (depth <= 32))),
  constraint solvency_statements_number_check CHECK ((number > 0)),
  constraint solvency_statements_seed_check CHECK ((length(seed) = 32))
);
CREATE INDEX solvency_statements_kept ON public.solvency_statements USING btree (number) WHERE kept;
CREATE UNIQUE INDEX solvency_statements_making ON public.solvency_statements USING btree ((true)) WHERE (at IS NULL);
CREATE TRIGGER solvency_only_grows BEFORE DELETE OR UPDATE ON public.solvency_statements FOR EACH ROW EXECUTE FUNCTION solvency_only_grows();

create table solvency_tiles (
  number bigint not null,
  level smallint not null,
  index bigint not null,
  first bytea,
  bytes bytea not null,
  constraint solvency_tiles_pkey PRIMARY KEY (number, level, index),
  constraint solvency_tiles_bytes_check CHECK ((((length(bytes) % 56) = 0) AND ((length(bytes) >= 56) AND (length(bytes) <= 14336)))),
  constraint solvency_tiles_check CHECK (((first IS NOT NULL) = (level = 0))),
  constraint solvency_tiles_number_fkey FOREIGN KEY (number) REFERENCES solvency_statements(number)
);
CREATE INDEX solvency_tiles_first ON public.solvency_tiles USING btree (number, first) WHERE (level = 0);

create table staff_acts (
  id bigint generated always as identity not null,
  at bigint not null,
  actor_id text not null,
  act text not null,
  player_id text,
  subject text,
  why text,
  details jsonb not null,
  constraint staff_acts_pkey PRIMARY KEY (id),
  constraint staff_acts_act_check CHECK ((act <> ''::text)),
  constraint staff_acts_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint staff_acts_subject_check CHECK ((char_length(subject) <= 200)),
  constraint staff_acts_why_check CHECK (((char_length(why) >= 3) AND (char_length(why) <= 300)))
);
CREATE INDEX staff_acts_act ON public.staff_acts USING btree (act, at, id);
CREATE INDEX staff_acts_actor ON public.staff_acts USING btree (actor_id, at, id);
CREATE INDEX staff_acts_newest ON public.staff_acts USING btree (at, id);
CREATE INDEX staff_acts_player ON public.staff_acts USING btree (player_id, at, id) WHERE (player_id IS NOT NULL);
CREATE TRIGGER staff_acts_stay BEFORE DELETE OR UPDATE ON public.staff_acts FOR EACH ROW EXECUTE FUNCTION staff_acts_stay();
CREATE TRIGGER staff_acts_stay_whole BEFORE TRUNCATE ON public.staff_acts FOR EACH STATEMENT EXECUTE FUNCTION staff_acts_stay();

create table staff_codes (
  player_id text not null,
  secret bytea not null,
  shown bytea,
  made_at bigint not null,
  confirmed_at bigint,
  last_step bigint default 0 not null,
  failures integer default 0 not null,
  failed_at bigint,
  constraint staff_codes_pkey PRIMARY KEY (player_id),
  constraint staff_codes_check CHECK ((confirmed_at >= made_at)),
  constraint staff_codes_check1 CHECK (((shown IS NULL) = (confirmed_at IS NOT NULL))),
  constraint staff_codes_failures_check CHECK ((failures >= 0)),
  constraint staff_codes_secret_check CHECK (((octet_length(secret) >= 40) AND (octet_length(secret) <= 200))),
  constraint staff_codes_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table staff_notes (
  id bigint generated always as identity not null,
  player_id text not null,
  author_id text not null,
  note text not null,
  at bigint not null,
  constraint staff_notes_pkey PRIMARY KEY (id),
  constraint staff_notes_note_check CHECK (((char_length(note) >= 3) AND (char_length(note) <= 1000))),
  constraint staff_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES players(id),
  constraint staff_notes_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX staff_notes_player ON public.staff_notes USING btree (player_id, id);

create table staff_recovery_codes (
  player_id text not null,
  hash bytea not null,
  constraint staff_recovery_codes_pkey PRIMARY KEY (player_id, hash),
  constraint staff_recovery_codes_hash_check CHECK ((octet_length(hash) = 32)),
  constraint staff_recovery_codes_player_id_fkey FOREIGN KEY (player_id) REFERENCES staff_codes(player_id) ON DELETE CASCADE
);

create table stake_items (
  round_id text not null,
  entry_no smallint not null,
  item_id text not null,
  item_type text not null,
  cents bigint not null,
  fate text default 'open'::text not null,
  constraint stake_items_pkey PRIMARY KEY (round_id, item_id),
  constraint stake_items_cents_check CHECK ((cents > 0)),
  constraint stake_items_fate_check CHECK ((fate = ANY (ARRAY['open'::text, 'returned'::text, 'won'::text, 'fee'::text])))
);
CREATE UNIQUE INDEX stake_items_once ON public.stake_items USING btree (item_id) WHERE (fate = 'open'::text);

create table steam_checks (
  player_id text not null,
  app_id integer not null,
  partner text not null,
  token text not null,
  version bigint not null,
  asked_at bigint not null,
  due_at bigint,
  seen_at bigint,
  items jsonb default '[]'::jsonb not null,
  checks integer default 0 not null,
  constraint steam_checks_pkey PRIMARY KEY (player_id, app_id),
  constraint steam_checks_partner_check CHECK ((partner ~ '^7656119[0-9]{10}$'::text)),
  constraint steam_checks_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX steam_checks_due ON public.steam_checks USING btree (asked_at) WHERE (due_at IS NOT NULL);

create table steam_inventories (
  player_id text not null,
  version bigint not null,
  constraint steam_inventories_pkey PRIMARY KEY (player_id),
  constraint steam_inventories_version_check CHECK ((version > 0)),
  constraint steam_inventories_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table stuck_rounds (
  round_id text not null,
  first_failed_at bigint not null,
  last_failed_at bigint not null,
  times integer not null,
  reason text not null,
  retry_at bigint not null,
  constraint stuck_rounds_pkey PRIMARY KEY (round_id),
  constraint stuck_rounds_check CHECK (((first_failed_at <= last_failed_at) AND (last_failed_at < retry_at))),
  constraint stuck_rounds_times_check CHECK ((times > 0)),
  constraint stuck_rounds_round_id_fkey FOREIGN KEY (round_id) REFERENCES rounds(id)
);
CREATE INDEX stuck_rounds_due ON public.stuck_rounds USING btree (retry_at);
CREATE INDEX stuck_rounds_oldest ON public.stuck_rounds USING btree (first_failed_at, round_id);

create table support_messages (
  id text not null,
  ticket_id text not null,
  author_id text not null,
  side text not null,
  parts jsonb not null,
  created_at bigint not null,
  player_id text,
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_check CHECK (((side = 'staff'::text) OR (jsonb_array_length(parts) = 1))),
  constraint support_messages_parts_check CHECK (((jsonb_typeof(parts) = 'array'::text) AND ((jsonb_array_length(parts) >= 1) AND (jsonb_array_length(parts) <= 200)))),
  constraint support_messages_player_set CHECK (((player_id IS NOT NULL) = (side = 'staff'::text))),
  constraint support_messages_side_check CHECK ((side = ANY (ARRAY['player'::text, 'staff'::text]))),
  constraint support_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES players(id),
  constraint support_messages_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint support_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES support_tickets(id)
);
CREATE INDEX support_messages_author ON public.support_messages USING btree (author_id, created_at DESC, id DESC);
CREATE INDEX support_messages_of_player ON public.support_messages USING btree (player_id, created_at, id) WHERE (player_id IS NOT NULL);
CREATE INDEX support_messages_of_ticket ON public.support_messages USING btree (ticket_id, id DESC);
CREATE TRIGGER support_messages_set_player BEFORE INSERT ON public.support_messages FOR EACH ROW WHEN ((new.side = 'staff'::text)) EXECUTE FUNCTION support_message_player();

create table support_tickets (
  id text not null,
  player_id text not null,
  title text not null,
  about_kind text,
  about_id text,
  state text default 'open'::text not null,
  version integer default 1 not null,
  slot smallint,
  opened_at bigint not null,
  last_at bigint not null,
  waiting_since bigint,
  first_answer_at bigint,
  assigned_to text,
  player_unread integer default 0 not null,
  staff_unread integer default 0 not null,
  closed_at bigint,
  closed_by text,
  constraint support_tickets_pkey PRIMARY KEY (id),
  constraint support_tickets_about_kind_check CHECK ((about_kind = ANY (ARRAY['round'::text, 'trade'::text, 'payment'::text]))),
  constraint support_tickets_check CHECK ((last_at >= opened_at)),
  constraint support_tickets_check1 CHECK (((about_kind IS NULL) = (about_id IS NULL))),
  constraint support_tickets_check2 CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint support_tickets_check3 CHECK (((state = 'open'::text) = (slot IS NOT NULL))),
  constraint support_tickets_check4 CHECK (((state = 'open'::text) OR (waiting_since IS NULL))),
  constraint support_tickets_check5 CHECK (((state = 'closed'::text) OR (closed_by IS NULL))),
  constraint support_tickets_player_unread_check CHECK ((player_unread >= 0)),
  constraint support_tickets_slot_check CHECK (((slot >= 1) AND (slot <= 5))),
  constraint support_tickets_staff_unread_check CHECK ((staff_unread >= 0)),
  constraint support_tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint support_tickets_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80))),
  constraint support_tickets_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES players(id),
  constraint support_tickets_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES players(id),
  constraint support_tickets_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX support_tickets_answer_times ON public.support_tickets USING btree (first_answer_at DESC) WHERE (first_answer_at IS NOT NULL);
CREATE INDEX support_tickets_answered ON public.support_tickets USING btree (last_at DESC, id DESC) WHERE ((slot IS NOT NULL) AND (waiting_since IS NULL));
CREATE INDEX support_tickets_assigned ON public.support_tickets USING btree (assigned_to, last_at DESC, id DESC) WHERE (slot IS NOT NULL);
CREATE INDEX support_tickets_closed ON public.support_tickets USING btree (closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX support_tickets_of_player ON public.support_tickets USING btree (player_id, id DESC);
CREATE UNIQUE INDEX support_tickets_slots ON public.support_tickets USING btree (player_id, slot) WHERE (slot IS NOT NULL);
CREATE INDEX support_tickets_waiting ON public.support_tickets USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);

create table trade_assets (
  item_id text not null,
  app_id integer not null,
  asset_id text not null,
  context_id text not null,
  held boolean default true not null,
  brought_by text,
  brought_cents bigint,
  constraint trade_assets_pkey PRIMARY KEY (item_id),
  constraint trade_assets_brought_cents_check CHECK ((brought_cents > 0)),
  constraint trade_assets_check CHECK (((brought_by IS NULL) = (brought_cents IS NULL)))
);
CREATE UNIQUE INDEX trade_assets_once ON public.trade_assets USING btree (app_id, asset_id) WHERE held;
CREATE CONSTRAINT TRIGGER trade_assets_held AFTER INSERT OR UPDATE ON public.trade_assets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION trade_held_assets();

create table trade_bets (
  order_id text not null,
  player_id text not null,
  game text not null,
  call text not null,
  input jsonb not null,
  round_id text,
  until_at bigint not null,
  state text default 'OPEN'::text not null,
  placed_in text,
  reason text,
  details jsonb default '{}'::jsonb not null,
  ended_at bigint,
  due_at bigint,
  constraint trade_bets_pkey PRIMARY KEY (order_id),
  constraint trade_bets_check CHECK (((state = 'OPEN'::text) = (due_at IS NOT NULL))),
  constraint trade_bets_check1 CHECK (((state = 'OPEN'::text) = (ended_at IS NULL))),
  constraint trade_bets_check2 CHECK (((state = 'PLACED'::text) = (placed_in IS NOT NULL))),
  constraint trade_bets_check3 CHECK (((state = 'LEFT'::text) = (reason IS NOT NULL))),
  constraint trade_bets_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint trade_bets_input_check CHECK ((jsonb_typeof(input) = 'object'::text)),
  constraint trade_bets_reason_check CHECK ((reason ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  constraint trade_bets_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PLACED'::text, 'LEFT'::text, 'NONE'::text]))),
  constraint trade_bets_game_fkey FOREIGN KEY (game) REFERENCES games(name),
  constraint trade_bets_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_orders(id),
  constraint trade_bets_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX trade_bets_due ON public.trade_bets USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX trade_bets_once ON public.trade_bets USING btree (player_id, round_id) WHERE ((state = 'OPEN'::text) AND (round_id IS NOT NULL));
CREATE TRIGGER trade_bets_guard BEFORE DELETE OR UPDATE ON public.trade_bets FOR EACH ROW EXECUTE FUNCTION trade_bets_guard();

create table trade_bots (
  steam_id text not null,
  name text not null,
  level integer,
  since_at bigint,
  avatar text,
  seen_at bigint not null,
  constraint trade_bots_pkey PRIMARY KEY (steam_id),
  constraint trade_bots_avatar_check CHECK ((avatar ~ '^[0-9a-f]{40}$'::text)),
  constraint trade_bots_level_check CHECK ((level >= 0)),
  constraint trade_bots_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64))),
  constraint trade_bots_steam_id_check CHECK ((steam_id ~ '^7656119[0-9]{10}$'::text))
);

create table trade_freezes (
  player_id text not null,
  order_id text not null,
  at bigint not null,
  lifted_at bigint,
  lifted_by text,
  why text,
  constraint trade_freezes_pkey PRIMARY KEY (player_id, order_id),
  constraint trade_freezes_check CHECK ((lifted_at >= at)),
  constraint trade_freezes_check1 CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (why IS NULL)))),
  constraint trade_freezes_why_check CHECK (((char_length(why) >= 1) AND (char_length(why) <= 300))),
  constraint trade_freezes_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES players(id),
  constraint trade_freezes_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_orders(id),
  constraint trade_freezes_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX trade_freezes_newest ON public.trade_freezes USING btree (at DESC, player_id) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX trade_freezes_one ON public.trade_freezes USING btree (player_id) WHERE (lifted_at IS NULL);

create table trade_holdings (
  one boolean default true not null,
  brought_cents bigint not null,
  ordered_cents bigint not null,
  constraint trade_holdings_pkey PRIMARY KEY (one),
  constraint trade_holdings_brought_cents_check CHECK ((brought_cents >= 0)),
  constraint trade_holdings_one_check CHECK (one),
  constraint trade_holdings_ordered_cents_check CHECK ((ordered_cents >= 0))
);

create table trade_hours (
  hour bigint not null,
  out_cents bigint not null,
  constraint trade_hours_pkey PRIMARY KEY (hour),
  constraint trade_hours_out_cents_check CHECK ((out_cents >= 0))
);

create table trade_moves (
  trade_id text not null,
  app_id integer not null,
  asset_id text not null,
  context_id text not null,
  new_asset_id text not null,
  new_context_id text not null,
  order_id text not null,
  direction text not null,
  at bigint not null,
  constraint trade_moves_pkey PRIMARY KEY (trade_id, app_id, asset_id),
  constraint trade_moves_direction_check CHECK ((direction = ANY (ARRAY['IN'::text, 'OUT'::text, 'BACK'::text]))),
  constraint trade_moves_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_orders(id)
);
CREATE INDEX trade_moves_after ON public.trade_moves USING btree (new_asset_id, order_id);
CREATE INDEX trade_moves_before ON public.trade_moves USING btree (asset_id, order_id);
CREATE INDEX trade_moves_order ON public.trade_moves USING btree (order_id);
CREATE TRIGGER trade_moves_append_only BEFORE DELETE OR UPDATE ON public.trade_moves FOR EACH STATEMENT EXECUTE FUNCTION trade_append_only();

create table trade_order_items (
  order_id text not null,
  no smallint not null,
  app_id integer not null,
  context_id text not null,
  asset_id text,
  item_type text not null,
  market_hash_name text not null,
  cents bigint not null,
  back_cents bigint not null,
  item_id text,
  open boolean default true not null,
  details jsonb,
  credited_cents bigint,
  constraint trade_order_items_pkey PRIMARY KEY (order_id, no),
  constraint trade_order_items_asset_id_check CHECK ((asset_id ~ '^[0-9]{1,20}$'::text)),
  constraint trade_order_items_back_cents_check CHECK ((back_cents >= 0)),
  constraint trade_order_items_cents_check CHECK ((cents > 0)),
  constraint trade_order_items_context_id_check CHECK ((context_id ~ '^[0-9]{1,4}$'::text)),
  constraint trade_order_items_credit CHECK (((credited_cents > 0) AND (credited_cents <= cents))),
  constraint trade_order_items_details_check CHECK (((jsonb_typeof(details) = 'object'::text) AND (octet_length((details)::text) <= 8000))),
  constraint trade_order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES trade_orders(id)
);
CREATE INDEX trade_order_items_of_asset ON public.trade_order_items USING btree (asset_id, order_id) WHERE (asset_id IS NOT NULL);
CREATE INDEX trade_order_items_of_item ON public.trade_order_items USING btree (item_id, order_id) WHERE (item_id IS NOT NULL);
CREATE UNIQUE INDEX trade_order_items_once ON public.trade_order_items USING btree (app_id, asset_id) WHERE open;

create table trade_orders (
  id text not null,
  kind text not null,
  player_id text not null,
  partner text not null,
  token text not null,
  app_id integer not null,
  code text not null,
  to_balance boolean not null,
  cents bigint not null,
  created_at bigint not null,
  expires_at bigint not null,
  state text default 'CREATED'::text not null,
  version integer default 1 not null,
  changed_at bigint not null,
  slot smallint,
  offer_id text,
  trade_id text,
  trade_status integer,
  settles_at bigint,
  reason text,
  late boolean default false not null,
  due_at bigint,
  lease text,
  lease_until bigint default 0 not null,
  books_due boolean default false not null,
  booked_at bigint,
  released_at bigint,
  returned_at bigint,
  bot text,
  books_at bigint default 0 not null,
  constraint trade_orders_pkey PRIMARY KEY (id),
  constraint trade_orders_offer_id_key UNIQUE (offer_id),
  constraint trade_orders_trade_id_key UNIQUE (trade_id),
  constraint trade_orders_cents_check CHECK ((cents > 0)),
  constraint trade_orders_check CHECK (((NOT to_balance) OR (kind = 'DEPOSIT'::text))),
  constraint trade_orders_check1 CHECK ((expires_at > created_at)),
  constraint trade_orders_check2 CHECK (((state <> 'ACCEPTED'::text) OR (trade_id IS NOT NULL))),
  constraint trade_orders_code_check CHECK ((code ~ '^[DW]-[0-9A-HJKMNP-TV-Z]{6}$'::text)),
  constraint trade_orders_early CHECK (((returned_at IS NULL) OR (released_at IS NULL) OR (kind = 'DEPOSIT'::text))),
  constraint trade_orders_kind_check CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text]))),
  constraint trade_orders_named CHECK (((partner = ''::text) = (token = ''::text))),
  constraint trade_orders_offer_id_check CHECK ((offer_id ~ '^[0-9]{1,20}$'::text)),
  constraint trade_orders_partner_check CHECK (((partner = ''::text) OR (partner ~ '^7656119[0-9]{10}$'::text))),
  constraint trade_orders_reason_check CHECK ((reason ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  constraint trade_orders_slot_check CHECK ((slot = ANY (ARRAY[1, 2]))),
  constraint trade_orders_slotted CHECK (((slot IS NOT NULL) = (state = ANY (ARRAY['CREATED'::text, 'SENDING'::text, 'SENT'::text, 'NEEDS_CONFIRMATION'::text, 'UNKNOWN'::text])))),
  constraint trade_orders_state_check CHECK ((state = ANY (ARRAY['CREATED'::text, 'SENDING'::text, 'SENT'::text, 'NEEDS_CONFIRMATION'::text, 'UNKNOWN'::text, 'ACCEPTED'::text, 'SETTLED'::text, 'HELD'::text, 'DECLINED'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REFUSED'::text, 'REVERSED'::text]))),
  constraint trade_orders_token_check CHECK (((token = ''::text) OR (token ~ '^[A-Za-z0-9_-]{8}$'::text))),
  constraint trade_orders_trade_id_check CHECK ((trade_id ~ '^[0-9]{1,20}$'::text)),
  constraint trade_orders_bot_fkey FOREIGN KEY (bot) REFERENCES trade_bots(steam_id),
  constraint trade_orders_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX trade_orders_books ON public.trade_orders USING btree (books_at, changed_at) WHERE books_due;
CREATE UNIQUE INDEX trade_orders_codes ON public.trade_orders USING btree (code);
CREATE INDEX trade_orders_day ON public.trade_orders USING btree (player_id, kind, created_at);
CREATE INDEX trade_orders_due ON public.trade_orders USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX trade_orders_of_player ON public.trade_orders USING btree (player_id, id DESC);
CREATE INDEX trade_orders_protected ON public.trade_orders USING btree (player_id) WHERE ((kind = 'DEPOSIT'::text) AND (state = ANY (ARRAY['ACCEPTED'::text, 'HELD'::text])) AND (booked_at IS NOT NULL));
CREATE UNIQUE INDEX trade_orders_slots ON public.trade_orders USING btree (player_id, slot) WHERE (slot IS NOT NULL);
CREATE INDEX trade_orders_unfinished ON public.trade_orders USING btree (player_id) WHERE 
CASE
    WHEN books_due THEN true
    ELSE (state = ANY (ARRAY['CREATED'::text, 'SENDING'::text, 'SENT'::text, 'NEEDS_CONFIRMATION'::text, 'UNKNOWN'::text, 'ACCEPTED'::text, 'HELD'::text]))
END;
CREATE TRIGGER protection_trade_counted AFTER INSERT ON public.trade_orders FOR EACH ROW WHEN (((new.kind = 'DEPOSIT'::text) AND (new.state = 'CREATED'::text))) EXECUTE FUNCTION protection_order_counted();
CREATE TRIGGER protection_trade_ended AFTER UPDATE OF state ON public.trade_orders FOR EACH ROW WHEN (((new.kind = 'DEPOSIT'::text) AND (new.state <> old.state) AND (new.state = ANY (ARRAY['DECLINED'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REFUSED'::text])))) EXECUTE FUNCTION protection_order_ended();
CREATE TRIGGER trade_bets_wake AFTER UPDATE OF slot, state, released_at, returned_at ON public.trade_orders FOR EACH ROW WHEN (((old.slot IS DISTINCT FROM new.slot) OR (old.released_at IS DISTINCT FROM new.released_at) OR (old.returned_at IS DISTINCT FROM new.returned_at) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION trade_bets_wake();
CREATE TRIGGER trade_orders_guard BEFORE UPDATE ON public.trade_orders FOR EACH ROW EXECUTE FUNCTION trade_orders_guard();
CREATE CONSTRAINT TRIGGER trade_orders_held AFTER INSERT OR UPDATE ON public.trade_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'DEPOSIT'::text)) EXECUTE FUNCTION trade_held_orders();
CREATE TRIGGER trade_orders_totalled AFTER UPDATE ON public.trade_orders FOR EACH ROW WHEN ((((new.booked_at IS NOT NULL) AND (old.booked_at IS NULL)) OR ((new.returned_at IS NOT NULL) AND (old.returned_at IS NULL)))) EXECUTE FUNCTION day_trades();
CREATE TRIGGER withdrawal_timed AFTER UPDATE OF state ON public.trade_orders FOR EACH ROW WHEN (((new.kind = 'WITHDRAWAL'::text) AND (new.state = ANY (ARRAY['ACCEPTED'::text, 'SETTLED'::text])) AND (old.state <> ALL (ARRAY['ACCEPTED'::text, 'SETTLED'::text])))) EXECUTE FUNCTION withdrawal_timed();

create table trade_stock (
  app_id integer not null,
  market_hash_name text not null,
  free integer not null,
  constraint trade_stock_pkey PRIMARY KEY (app_id, market_hash_name),
  constraint trade_stock_free_check CHECK ((free > 0))
);

create table trade_stock_checks (
  app_id integer not null,
  seen_at bigint not null,
  free_cents bigint default 0 not null,
  constraint trade_stock_checks_pkey PRIMARY KEY (app_id),
  constraint trade_stock_checks_free_cents_check CHECK ((free_cents >= 0))
);

create table trade_sums (
  player_id text not null,
  deposited_cents bigint default 0 not null,
  taken_cents bigint default 0 not null,
  constraint trade_sums_pkey PRIMARY KEY (player_id),
  constraint trade_sums_deposited_cents_check CHECK ((deposited_cents >= 0)),
  constraint trade_sums_taken_cents_check CHECK ((taken_cents >= 0)),
  constraint trade_sums_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table transfers (
  id text not null,
  key text not null,
  code text not null,
  ref text not null,
  at bigint not null,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_key_key UNIQUE (key),
  constraint transfers_code_check CHECK ((code ~ '^[A-Z][A-Z_]{1,39}$'::text))
);
CREATE INDEX transfers_crypto ON public.transfers USING btree (code, id) WHERE (code ~~ 'CRYPTO\_%'::text);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

create table window_keys (
  chain text not null,
  round bigint not null,
  window_key bytea not null,
  seal_key text not null,
  made_at bigint not null,
  constraint window_keys_pkey PRIMARY KEY (chain, round),
  constraint window_keys_round_check CHECK ((round > 0)),
  constraint window_keys_seal_key_check CHECK (((length(seal_key) = 320) AND (seal_key ~ '^[0-9a-f]+$'::text))),
  constraint window_keys_window_key_check CHECK ((length(window_key) = 32))
);

create table withdrawal_times (
  day integer not null,
  kind text not null,
  step smallint not null,
  done integer not null,
  constraint withdrawal_times_pkey PRIMARY KEY (day, kind, step),
  constraint withdrawal_times_done_check CHECK ((done > 0)),
  constraint withdrawal_times_kind_check CHECK ((kind = ANY (ARRAY['STEAM'::text, 'TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text])))
);

create table write_probes (
  one boolean default true not null,
  at bigint not null,
  constraint write_probes_pkey PRIMARY KEY (one),
  constraint write_probes_one_check CHECK (one)
);

-- function adjustments_guard d355ced1ec6f08c496eaa9c4edc667a8
-- function case_tables_append_only ba67b947a4b1df0b9557f227bef81462
-- function chat_audit_stays bf1e25906a916b03e9687baef327517e
-- function crypto_addresses_guard 0fdfbb179ae281c9d5917e9f27991e04
-- function crypto_checked 4a8020e9af70dd8a8412f838c7dcb9b0
-- function crypto_checks 5aa81bb818cc50c80f50f860c3b4abe6
-- function crypto_confirm a0c85dbae0f68a11495b072b098d91bd
-- function crypto_held_count 8a034acd462e462ab2fa345f6218944e
-- function crypto_incidents_guard 021df0b874bd8320139198eaae7a92e6
-- function crypto_look 1385d806e9d114c626ccd9e31fd61b6e
-- function crypto_lost 8293c7bceb506775c1bacdd859eb9bc2
-- function crypto_notify 53d6ca48c553a8152c3c4d961a6910b3
-- function crypto_out b741abe07b66137ccf295a48188dd5fe
-- function crypto_payments_guard 034b486f049049e63a77fc212a461e55
-- function crypto_payout_checked dd7a2cbbfe6a93fc5d00d01077982e48
-- function crypto_payout_checks b689ed90dca49d20e9bb8d7fdbaad13c
-- function crypto_payout_peers 94c7333a6370b36f999b69cc9457f220
-- function crypto_payouts_guard 0915c888a37bf575875f76bf913debdc
-- function crypto_report 37d98589bba5c5d94481b47ff024dd6f
-- function crypto_rewind 88a812a18bb553620f9b1225c6fadc8c
-- function crypto_scan 3116c42eaab0030fa779e0cf6e10afbf
-- function crypto_see 7908a25fc99ae968f37026632abdc4a6
-- function crypto_start 174d10d8957502603a1457bcbe02e5c9
-- function crypto_stuck 60e32f9d9f8f9745455d48449871e454
-- function crypto_unseen_credit 40e032d95f7d2fb425342532e7f79df1
-- function crypto_unseen_guard 7eb008ab9b8db880d11325b0e00b9dcf
-- function crypto_watch_any d861fea78c34e63527557d6bed65b9e2
-- function crypto_weigh daf116fa40aacb3c685610822f095b4b
-- function crypto_weighed 1fb19c8f5f030c2251b5a59c72ae24c5
-- function crypto_withdrawal_notify c601b32df3d6b33966ffd951f204f679
-- function crypto_withdrawals_guard e1476b96685df5c448d9226a30e22de9
-- function database_ms 924237d7dc426f39e981dcec3fff21ef
-- function day_add dc9eba9b1ff2ebeda83b7eefd5a4c7e6
-- function day_payments 0889eb8e536ceca6ed71520f146321c6
-- function day_payouts 980f5930f1b419b8f6eaa59aea46c4b3
-- function day_results 12a64ecbcd2c85e4b2055a82ad52fe52
-- function day_totals_wrong a0c0610d1aae410666b5602d88368db3
-- function day_trades 233f56767be14b32fbd17cc85bf61a2c
-- function emit_fact 1ae2eb84ad90fca3b7070986162a19dd
-- function ledger_append_only 660445cd0f057001f4d22c754ec4963f
-- function ledger_check_balanced 1bc80a385c77a0b070b8a9426474c78e
-- function ledger_hold 6e51c4325d22eaf5fd1ecd3b42541d5f
-- function ledger_kind 93560004f82e132a7411a10408a4418d
-- function ledger_open 920470d682ad743352cc0ace5b57579d
-- function ledger_transfer 52e72e5ff2923986b92c2fab522bb27c
-- function log_fee_change 3ed4960ad0541e5cb475a1b8597ef331
-- function log_game_setting d358aae558d8d549206b77edc9e71a89
-- function log_only_grows 75aa48a1e4d90691f9e4b6af6726e9ca
-- function market_append_only 80d423bbdd86cbd342218a49e9908757
-- function market_restock 51d95a9aa18195abaced7038278fc405
-- function notify_player ecf45b114dac19d122beee64dcc7122f
-- function open_stakes_entered c882a753006864db3913849e4c8e0e33
-- function open_stakes_recorded 50b3c2a0f0f5bdd29667e63ba82ee619
-- function open_stakes_returned d59deedb5d45322f3a05416a6d461acf
-- function open_stakes_seated d1e8a75453d9d6095c14a05755095691
-- function operations_append_only 308142ec1c61fa948396ee8c8c7f78b8
-- function pause_waits 131bdfcd6133128ba993b40e693fff2d
-- function payout_advertise a80bce3909a859d252d93e3f171aa648
-- function payout_claim 7619f497de878a4d87af8d4c55d0caa0
-- function payout_dead 22ffcbf8d5b94aaedd8209b50d44603f
-- function payout_done c59d2d24d639f25ddc6181a1c3676787
-- function payout_postpone 1054d8e994b3a86c30233550141a50ca
-- function payout_refuse 64170ee51715caf4b692635a76637d3f
-- function payout_send_to_review 1bc888304ecdf87cecc711a1b1fd7a53
-- function payout_sent 359eb316e9d8a6426858875e2359146c
-- function payout_store 63e2d78ceca9b4deb6c9174283946d6e
-- function player_totals 1daa5c768f7f0cdccfa568d1ed252b37
-- function promo_codes_stay 7a5592235ab14e7f2be12b25ab756509
-- function promo_try f7574ebb81d688d1c373a64a7f525dfc
-- function protection_changes_stay 5f6a9276bafd63201972f7da58ea42b8
-- function protection_deposit_over 07c900c82ee9931155a5c3375ac34e5a
-- function protection_hold 8482862c764ef364cbba76b4b9002e43
-- function protection_hour 7b5822658bf9191b591b71e4ddd4f141
-- function protection_is_bot c960801732a429dfbd79e51554fbd7c2
-- function protection_ms 2fda2d3640d10e1f39bdf5a3b42432b3
-- function protection_order_counted 22aea836a7bacafaf84529ec4339a2ac
-- function protection_order_ended 7e744c52fdd2e1c55481c27dcace886b
-- function protection_payment_counted 020d234b5abca0a73ee8e2373066314a
-- function protection_risk 0011978f28fb09d9c624cc8aad405c1a
-- function protection_uncount 90c2d6955d6cdf2796615e17302969e2
-- function protection_was_over 2b5dd009c1a94b98376af4353aea3ce1
-- function protection_won c55bd16efefb29144e8efe4e4ef26a9e
-- function push_players 280a15e3674882f9620d303ab2e8bd05
-- function refuse 0d26f862141f6a2f771db44f296cf546
-- function reserve_listed 4ad0b314079736f7dc89b9745b4a742b
-- function reserve_signed a5697c888172d10ad82a8f44188b956e
-- function reserve_to_sign 8daf58d174e0bdb1e8af17db4e5b8d10
-- function reserve_weigh be8e1f7a20a201f3383ae3fc551e3abc
-- function reserve_weighed 8e55bc8c707c9e0241339b0a3ee4ddf0
-- function round_counter_begins b98f42f7d5366a637e5ebdb4f77aa275
-- function round_enter_balance 494292b23f8ce8aee65ae3382dc2830c
-- function round_hand_out f7c352c51982292d20d2cd3aee1c6c87
-- function round_lock_in_time 8f69c93c99046a95545893965dcfba26
-- function round_next_number 14e3ba42eb27c4dcaf9885db46bc2b7a
-- function round_reveal 00da0c6588b90c7cb877426fdc3d8e80
-- function round_seals f4c2b07e63163aa19decd6b1ff6da428
-- function round_take_number 00caafb8a42b9d32817cef2a2dc577f4
-- function round_take_numbers c68aeac4f1d8073b987290c65d33d110
-- function rounds_append_only 5eaea1cfe6203c93d093629dae809d56
-- function sessions_end f375c7732e4fbd97cb3f16aa6af481de
-- function solvency_only_grows ae1b4379dcdc2e199e2882bca29ba354
-- function staff_acts_stay 336a2ff911bf91e4fbb8d5f22cc8bfa3
-- function steam_check_any ee5e91e05f1f5e0add1f3718061e90a3
-- function steam_check_claim be83d210bc244f41c353d46e0d9896a7
-- function steam_check_seen b0c2c13fc3b056b70fa483824626bd04
-- function support_message_player 58bc2f77ccb4fd837328eb8a4b55930f
-- function trade_append_only 3c6411385ca30867e697a31a94a95d50
-- function trade_assign 4ed3a94a2135ff2a0c21eb0ea8a5dab5
-- function trade_bets_claim 62e58df0b6c971ffab02766f1e35f17a
-- function trade_bets_guard 9892f59e2a0cc0a6250bfb350b56f84a
-- function trade_bets_wake 347fa16e3ca4d72ab70e319e27f1ca07
-- function trade_bot_seen 75871449c0d39571de3d584e16136ad7
-- function trade_claim 6256e2b8468e970e2bac7da6ebadd51b
-- function trade_held_assets b42c9c485e6b5f0dcc2db6350b6610a0
-- function trade_held_orders 29d228da8894be22649e3558b87d57de
-- function trade_move ab7d2eb4fe1c73b1ae7f244042d2c315
-- function trade_notify 53accffc849c00f6eca0e532f315dedc
-- function trade_open a56bc15a5d412d5438e5f7e4c09e6f0e
-- function trade_orders_guard 8749c723732d2279f0702be157aedcf0
-- function trade_record 92d8d19deb563442c5ee785f9226a09d
-- function trade_stock_seen 4d8666b258e55a50b734f40067fdf910
-- function vault_append_only 6905c39d8db6e17c03e7dfc8e04dcb53
-- function vault_restock d3e71c4a3ec29d1fa78079254981794c
-- function vault_trade 0a57a1ead43f759d1c18e1699b9969b0
-- function vault_unstake 99624037a1dc49c3a9a7c830f499d153
-- function withdrawal_requote f7e0db80573cbb8055454bb530a9bdb0
-- function withdrawal_timed 49d49b5346a9179ccdae7280e8f21769
-- function xor32 d485569d5f539df13f3ac60c783a7785
-- function xor8 112b7ee1a43542fcc36734abec41377c
