-- The result of all migrations and functions. Generated: npx tsx server/src/platform/database/schema-cli.ts --write

create sequence log_leaves_id_seq as bigint increment 1 start 1 cache 1;

create sequence script_tries_id_seq as bigint increment 1 start 1 cache 1;

create type ledger_line as (transfer_id text, key text, code text, ref text, at bigint, account_id text, cents bigint);

create type market_order as (n integer, order_id text, player_id text, key text, call text, hash text, items text[], seen bigint, at bigint);

create type protected_stake as (stake integer, player_id text, cents bigint);

create type receipt_claim as (stake integer, player_id text, key text, call text, input_hash text, response jsonb, at bigint);

create type round_entering as (stake integer, round_id text, scripted boolean, answer jsonb);

create type round_entry as (stake integer, round_id text, no integer, player_id text, pseudonym text, pick integer, cents bigint, at bigint);

create type round_locking as (stake integer, id text, version integer, lock_text text, drand_round bigint, due_at bigint, at bigint, loaded_at bigint);

create type round_opening as (stake integer, id text, hash text, fee_bps integer, secret text, leaf text, at bigint);

create type sold_item as (order_id text, item_id text, player_id text, cents bigint, at bigint);

create type staked_item as (stake integer, item_id text, item_type text, cents bigint, player_id text, round_id text, entry_no integer, at bigint);

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
CREATE INDEX crypto_addresses_of_player ON public.crypto_addresses USING btree (player_id, id);
CREATE UNIQUE INDEX crypto_addresses_one ON public.crypto_addresses USING btree (player_id, network, address) WHERE (removed_at IS NULL);
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
  constraint crypto_orders_rate_micro_check CHECK ((rate_micro > 0)),
  constraint crypto_orders_slot_check CHECK (((slot >= 1) AND (slot <= 5))),
  constraint crypto_orders_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'DECLINED'::text]))),
  constraint crypto_orders_units_check CHECK ((units > (0)::numeric)),
  constraint crypto_orders_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id),
  constraint crypto_orders_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES crypto_wallets(id)
);
CREATE INDEX crypto_orders_of_player ON public.crypto_orders USING btree (player_id, id DESC);
CREATE UNIQUE INDEX crypto_orders_slots ON public.crypto_orders USING btree (player_id, slot) WHERE (slot IS NOT NULL);
CREATE INDEX crypto_orders_waiting ON public.crypto_orders USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE TRIGGER protection_crypto_declined AFTER UPDATE OF status ON public.crypto_orders FOR EACH ROW WHEN (((new.status = 'DECLINED'::text) AND (old.status <> 'DECLINED'::text))) EXECUTE FUNCTION protection_crypto_declined();
CREATE TRIGGER protection_crypto_ordered AFTER INSERT ON public.crypto_orders FOR EACH ROW WHEN ((new.asked_cents IS NOT NULL)) EXECUTE FUNCTION protection_crypto_ordered();

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
  constraint crypto_payments_pkey PRIMARY KEY (network, txid, idx),
  constraint crypto_payments_transfer_id_key UNIQUE (transfer_id),
  constraint crypto_payments_check CHECK (((height IS NULL) = (block_hash IS NULL))),
  constraint crypto_payments_check1 CHECK (((state = 'CREDITED'::text) = (credited_cents IS NOT NULL))),
  constraint crypto_payments_check2 CHECK ((((credited_cents IS NULL) = (transfer_id IS NULL)) AND ((credited_cents IS NULL) = (credited_at IS NULL)) AND ((credited_cents IS NULL) = (rate_micro IS NULL)))),
  constraint crypto_payments_coin_check CHECK ((coin = ANY (ARRAY['TRX'::text, 'USDT'::text, 'BTC'::text, 'ETH'::text]))),
  constraint crypto_payments_confirmations_check CHECK ((confirmations >= 0)),
  constraint crypto_payments_credited_cents_check CHECK ((credited_cents > 0)),
  constraint crypto_payments_idx_check CHECK ((idx >= 0)),
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
CREATE INDEX crypto_payments_wallet ON public.crypto_payments USING btree (wallet_id);
CREATE INDEX crypto_payments_watched ON public.crypto_payments USING btree (network, height) WHERE watched;
CREATE TRIGGER crypto_held_in AFTER UPDATE OF state ON public.crypto_payments FOR EACH ROW WHEN (((new.state = 'CREDITED'::text) AND (old.state <> 'CREDITED'::text))) EXECUTE FUNCTION crypto_held_count('in');
CREATE TRIGGER crypto_payments_guard BEFORE DELETE OR UPDATE ON public.crypto_payments FOR EACH ROW EXECUTE FUNCTION crypto_payments_guard();
CREATE TRIGGER crypto_payments_totalled AFTER UPDATE OF credited_at ON public.crypto_payments FOR EACH ROW WHEN (((new.credited_at IS NOT NULL) AND (old.credited_at IS NULL))) EXECUTE FUNCTION day_payments();
CREATE TRIGGER protection_crypto_credited AFTER UPDATE OF credited_cents ON public.crypto_payments FOR EACH ROW WHEN (((old.credited_cents IS NULL) AND (new.credited_cents IS NOT NULL))) EXECUTE FUNCTION protection_crypto_credited();

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
  told_at bigint,
  constraint crypto_strays_pkey PRIMARY KEY (network, txid, idx),
  constraint crypto_strays_network_fkey FOREIGN KEY (network) REFERENCES crypto_networks(network),
  constraint crypto_strays_player_id_fkey FOREIGN KEY (player_id) REFERENCES crypto_players(player_id),
  constraint crypto_strays_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES crypto_wallets(id)
);
CREATE INDEX crypto_strays_newest ON public.crypto_strays USING btree (at DESC, txid DESC, idx DESC);
CREATE INDEX crypto_strays_of_player ON public.crypto_strays USING btree (player_id, at DESC, txid DESC, idx DESC);
CREATE INDEX crypto_strays_untold ON public.crypto_strays USING btree (at) WHERE (told_at IS NULL);

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
  constraint crypto_withdrawals_pkey PRIMARY KEY (id),
  constraint crypto_withdrawals_end_transfer_key UNIQUE (end_transfer),
  constraint crypto_withdrawals_hold_transfer_key UNIQUE (hold_transfer),
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
  constraint crypto_withdrawals_reason_check CHECK ((reason = ANY (ARRAY['REJECTED'::text, 'REVERTED'::text, 'EXPIRED'::text, 'ADDRESS'::text, 'TOO_LARGE'::text]))),
  constraint crypto_withdrawals_slot_check CHECK (((slot >= 1) AND (slot <= 5))),
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
  constraint item_positions_check2 CHECK (((holder_kind = 'outside'::text) = (state = 'withdrawn'::text))),
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
  constraint item_types_pkey PRIMARY KEY (slug),
  constraint item_types_app_id_market_hash_name_key UNIQUE (app_id, market_hash_name),
  constraint item_types_doubt_check CHECK ((doubt = ANY (ARRAY['STALE'::text, 'JUMP'::text, 'THIN'::text, 'APART'::text, 'MISSING'::text]))),
  constraint item_types_price_cents_check CHECK ((price_cents > 0)),
  constraint item_types_rarity_color_check CHECK ((rarity_color ~ '^#[0-9a-f]{6}$'::text))
);

create table items (
  id text not null,
  item_type text not null,
  kind text not null,
  origin text not null,
  created_at bigint not null,
  constraint items_pkey PRIMARY KEY (id),
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
  spot_due_at bigint default 0 not null,
  constraint market_prices_pkey PRIMARY KEY (item_type),
  constraint market_prices_check CHECK (((pending_cents IS NULL) = (pending_since IS NULL))),
  constraint market_prices_doubt_check CHECK ((doubt = ANY (ARRAY['STALE'::text, 'JUMP'::text, 'THIN'::text, 'APART'::text, 'MISSING'::text]))),
  constraint market_prices_origin_check CHECK ((origin = ANY (ARRAY['catalogue'::text, 'sources'::text]))),
  constraint market_prices_pending_cents_check CHECK ((pending_cents > 0)),
  constraint market_prices_reference_cents_check CHECK ((reference_cents > 0)),
  constraint market_prices_wear_level_check CHECK (((wear_level >= 0) AND (wear_level <= 5))),
  constraint market_prices_item_type_fkey FOREIGN KEY (item_type) REFERENCES item_types(slug)
);
CREATE INDEX market_prices_order ON public.market_prices USING btree (reference_cents, item_type);
CREATE INDEX market_prices_spot ON public.market_prices USING btree (spot_due_at, item_type);

create table market_quotes (
  item_type text not null,
  source text not null,
  cents bigint not null,
  quantity integer not null,
  quoted_at bigint not null,
  constraint market_quotes_pkey PRIMARY KEY (item_type, source),
  constraint market_quotes_cents_check CHECK ((cents > 0)),
  constraint market_quotes_quantity_check CHECK ((quantity >= 0)),
  constraint market_quotes_source_check CHECK ((source = ANY (ARRAY['skinport'::text, 'steam'::text]))),
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
CREATE INDEX player_results_newest ON public.player_results USING btree (player_id, at DESC, round_id DESC);
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
CREATE TRIGGER postings_remembered AFTER INSERT ON public.postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_remember();

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
  looked_at bigint,
  looked_by text,
  why text,
  constraint protection_flags_pkey PRIMARY KEY (id),
  constraint protection_flags_check CHECK ((num_nulls(looked_at, looked_by, why) = ANY (ARRAY[0, 3]))),
  constraint protection_flags_own CHECK ((looked_by <> player_id)),
  constraint protection_flags_signal_check CHECK ((signal = ANY (ARRAY['LOSSES_UP'::text, 'CHASING'::text, 'LONG_PLAY'::text, 'LIMITS_RAISED'::text, 'CAME_BACK'::text]))),
  constraint protection_flags_looked_by_fkey FOREIGN KEY (looked_by) REFERENCES players(id),
  constraint protection_flags_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX protection_flags_of_player ON public.protection_flags USING btree (player_id, id);
CREATE UNIQUE INDEX protection_flags_open ON public.protection_flags USING btree (player_id, signal) WHERE (looked_at IS NULL);
CREATE INDEX protection_flags_waiting ON public.protection_flags USING btree (id) WHERE (looked_at IS NULL);

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
  kind text not null,
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
  constraint sessions_check CHECK (((created_at <= last_seen_at) AND (last_seen_at <= expires_at))),
  constraint sessions_check1 CHECK ((code_at >= created_at)),
  constraint sessions_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  constraint sessions_user_agent_check CHECK ((char_length(user_agent) <= 200)),
  constraint sessions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_idle ON public.sessions USING btree (last_seen_at);
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

create table steam_inventories (
  player_id text not null,
  version bigint not null,
  constraint steam_inventories_pkey PRIMARY KEY (player_id),
  constraint steam_inventories_version_check CHECK ((version > 0)),
  constraint steam_inventories_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

create table steam_looks (
  player_id text not null,
  app_id integer not null,
  partner text not null,
  token text not null,
  version bigint not null,
  asked_at bigint not null,
  due_at bigint,
  seen_at bigint,
  items jsonb default '[]'::jsonb not null,
  looks integer default 0 not null,
  constraint steam_looks_pkey PRIMARY KEY (player_id, app_id),
  constraint steam_looks_partner_check CHECK ((partner ~ '^7656119[0-9]{10}$'::text)),
  constraint steam_looks_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX steam_looks_due ON public.steam_looks USING btree (asked_at) WHERE (due_at IS NOT NULL);

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
  constraint support_messages_side_check CHECK ((side = ANY (ARRAY['player'::text, 'staff'::text]))),
  constraint support_messages_told CHECK (((player_id IS NOT NULL) = (side = 'staff'::text))),
  constraint support_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES players(id),
  constraint support_messages_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint support_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES support_tickets(id)
);
CREATE INDEX support_messages_author ON public.support_messages USING btree (author_id, created_at DESC, id DESC);
CREATE INDEX support_messages_of_ticket ON public.support_messages USING btree (ticket_id, id DESC);
CREATE INDEX support_messages_told ON public.support_messages USING btree (player_id, created_at, id) WHERE (player_id IS NOT NULL);
CREATE TRIGGER support_messages_whose BEFORE INSERT ON public.support_messages FOR EACH ROW WHEN ((new.side = 'staff'::text)) EXECUTE FUNCTION support_message_whose();

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
  constraint trade_order_items_pkey PRIMARY KEY (order_id, no),
  constraint trade_order_items_asset_id_check CHECK ((asset_id ~ '^[0-9]{1,20}$'::text)),
  constraint trade_order_items_back_cents_check CHECK ((back_cents >= 0)),
  constraint trade_order_items_cents_check CHECK ((cents > 0)),
  constraint trade_order_items_context_id_check CHECK ((context_id ~ '^[0-9]{1,4}$'::text)),
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
CREATE TRIGGER protection_trade_moved AFTER UPDATE OF state ON public.trade_orders FOR EACH ROW WHEN (((new.kind = 'DEPOSIT'::text) AND (new.state <> old.state) AND (new.state = ANY (ARRAY['DECLINED'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REFUSED'::text, 'ACCEPTED'::text, 'HELD'::text])))) EXECUTE FUNCTION protection_trade_moved();
CREATE TRIGGER protection_trade_ordered AFTER INSERT ON public.trade_orders FOR EACH ROW WHEN ((new.kind = 'DEPOSIT'::text)) EXECUTE FUNCTION protection_trade_ordered();
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

create table trade_stock_looks (
  app_id integer not null,
  seen_at bigint not null,
  free_cents bigint default 0 not null,
  constraint trade_stock_looks_pkey PRIMARY KEY (app_id),
  constraint trade_stock_looks_free_cents_check CHECK ((free_cents >= 0))
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

CREATE OR REPLACE FUNCTION public.adjustments_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'adjustments stay' using errcode = 'FPL03';
  end if;
  if old.state <> 'ASKED' or (new.id, new.player_id, new.cents, new.why, new.asked_by, new.asked_at)
    is distinct from (old.id, old.player_id, old.cents, old.why, old.asked_by, old.asked_at) then
    raise exception 'adjustment % cannot change', old.id using errcode = 'FPL03';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.case_tables_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPR03';
end $function$;

CREATE OR REPLACE FUNCTION public.chat_audit_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'chat_audit is only added to';
end $function$;

CREATE OR REPLACE FUNCTION public.claim_receipt(p_player text, p_key text, p_call text, p_hash bytea, p_response jsonb, p_at bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.claim_receipts(p_claims receipt_claim[])
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
declare
  v_done integer[];
begin
  with claimed as (
    insert into receipts (player_id, key, call, input_hash, response, at)
    select c.player_id, c.key, c.call, decode(c.input_hash, 'hex'), c.response, c.at from unnest(p_claims) c
    order by c.player_id, c.key
    on conflict do nothing
    returning player_id, key
  )
  select coalesce(array_agg(c.stake), '{}') into v_done from unnest(p_claims) c
  where not exists (select from claimed d where d.player_id = c.player_id and d.key = c.key);
  return v_done;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_addresses_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.removed_at is not null
    or (new.id, new.player_id, new.network, new.address, new.label, new.added_at, new.usable_at)
      is distinct from (old.id, old.player_id, old.network, old.address, old.label, old.added_at, old.usable_at) then
    raise exception 'address % would become another one', old.id using errcode = 'FPC04';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_checked(p_network text, p_txid text, p_idx integer, p_found text, p_every bigint, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_was crypto_payments;
begin
  select * into strict v_was from crypto_payments where network = p_network and txid = p_txid and idx = p_idx for no key update;
  if p_found is null or v_was.height is null then
    update crypto_payments set doubt = null, check_at = p_at + greatest(p_every, least(p_at - seen_at, 2592000000))
    where network = p_network and txid = p_txid and idx = p_idx;
  elsif v_was.doubt is distinct from p_found then
    update crypto_payments set doubt = p_found, check_at = p_at + 1000
    where network = p_network and txid = p_txid and idx = p_idx;
  else
    update crypto_payments set check_at = p_at + p_every where network = p_network and txid = p_txid and idx = p_idx;
    perform crypto_report('NOT_ON_CHAIN', p_network, p_txid, p_idx, v_was.wallet_id,
      'credited ' || v_was.credited_cents || ' cents for ' || v_was.units || ' base units of ' || v_was.coin || '; ' || p_found, p_at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_checks(p_network text, p_at bigint, p_limit integer)
 RETURNS TABLE(txid text, idx integer, address text, coin text, units text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update crypto_payments p set check_at = p_at + 60000
  from crypto_wallets w
  -- By their places, which stand still while they are locked.
  where w.id = p.wallet_id and p.ctid = any(array(
    select c.ctid from crypto_payments c
    where c.network = p_network and c.state = 'CREDITED' and not c.by_staff and c.check_at <= p_at
    order by c.check_at limit p_limit for no key update skip locked))
  returning p.txid, p.idx, w.address, p.coin, p.units::text
$function$;

CREATE OR REPLACE FUNCTION public.crypto_confirm(p_network text, p_tip bigint, p_final bigint, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update crypto_incidents i set closed_at = p_at
  from crypto_payments p
  where i.network = p_network and i.closed_at is null and i.kind in ('REORG_AFTER_CREDIT', 'LOST_AFTER_CREDIT')
    and p.network = i.network and p.txid = i.txid and p.idx = i.idx and p.height <= p_final;
  update crypto_payments set confirmations = (p_tip - height + 1)::integer, final = height <= p_final,
    watched = not (state in ('CREDITED', 'DUST') and height <= p_final and p_tip - height >= 100),
    changed_at = p_at, due_at = case when state = 'CONFIRMING' then 0 else due_at end
  where network = p_network and watched and height <= p_tip
    and (confirmations <> p_tip - height + 1 or final <> (height <= p_final));
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_held_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update crypto_held set
    units_in = units_in + case tg_argv[0] when 'in' then new.units else 0 end,
    units_out = units_out + case tg_argv[0] when 'out' then new.units else 0 end,
    changed_at = new.changed_at
  where coin = new.coin;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_incidents_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'incidents stay' using errcode = 'FPC03';
  end if;
  if old.closed_at is not null or (new.id, new.kind, new.network, new.txid, new.idx, new.wallet_id, new.detail, new.at)
    is distinct from (old.id, old.kind, old.network, old.txid, old.idx, old.wallet_id, old.detail, old.at) then
    raise exception 'incident % would become another one', old.id using errcode = 'FPC03';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_look(p_network text, p_at bigint, p_every bigint, p_limit integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update crypto_wallets w set look_at = p_at + case
    when p_at - w.warm_at < 172800000
      or exists (select from crypto_payments p where p.wallet_id = w.id and p.watched and p.state <> 'LOST') then p_every
    when p_at - w.warm_at < 1209600000 then least(20 * p_every, 86400000)
    else 86400000 end
  where w.id = any(array(
    select id from crypto_wallets where network = p_network and look_at <= p_at
    order by look_at limit p_limit for no key update skip locked))
  returning w.address
$function$;

CREATE OR REPLACE FUNCTION public.crypto_lost(p_network text, p_txids text[], p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform crypto_out(network, txid, idx, 'LOST', p_at) from crypto_payments
  where network = p_network and txid = any(p_txids) and watched and state <> 'LOST';
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_out(p_network text, p_txid text, p_idx integer, p_state text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_was crypto_payments;
begin
  select * into strict v_was from crypto_payments where network = p_network and txid = p_txid and idx = p_idx for update;
  update crypto_payments set height = null, block_hash = null, confirmations = 0, final = false, changed_at = p_at, watched = true,
    state = case when state in ('CREDITED', 'DUST') then state else p_state end,
    due_at = case when state in ('CREDITED', 'DUST') then due_at else 0 end
  where network = p_network and txid = p_txid and idx = p_idx and (height is not null or state = 'SEEN' or state = 'REORGED');
  if v_was.state = 'CREDITED' then
    perform crypto_report(case p_state when 'LOST' then 'LOST_AFTER_CREDIT' else 'REORG_AFTER_CREDIT' end, p_network, p_txid, p_idx,
      v_was.wallet_id, 'credited ' || v_was.credited_cents || ' cents' || case p_state when 'LOST' then ', and unknown to the chain'
        else ', was in block ' || coalesce(v_was.height::text, 'none') end, p_at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_payments_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments stay' using errcode = 'FPC03';
  end if;
  if (new.network, new.txid, new.idx, new.wallet_id, new.coin, new.units, new.seen_at)
      is distinct from (old.network, old.txid, old.idx, old.wallet_id, old.coin, old.units, old.seen_at)
    or old.credited_cents is not null and (new.credited_cents, new.rate_micro, new.credited_at, new.transfer_id, new.state)
      is distinct from (old.credited_cents, old.rate_micro, old.credited_at, old.transfer_id, old.state) then
    raise exception 'payment % % would become another one', old.txid, old.idx using errcode = 'FPC03';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_payout_checked(p_network text, p_txid text, p_found text, p_every bigint, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_was crypto_payouts;
begin
  select * into strict v_was from crypto_payouts where network = p_network and txid = p_txid for no key update;
  if p_found is null then
    update crypto_payouts set doubt = null, check_at = p_at + greatest(p_every, least(p_at - signed_at, 2592000000))
    where network = p_network and txid = p_txid;
  elsif v_was.doubt is distinct from p_found then
    update crypto_payouts set doubt = p_found, check_at = p_at + 1000 where network = p_network and txid = p_txid;
  else
    update crypto_payouts set check_at = p_at + p_every where network = p_network and txid = p_txid;
    perform crypto_report(case v_was.state when 'DEAD' then 'DEAD_PAYOUT_ON_CHAIN' else 'PAYOUT_NOT_ON_CHAIN' end, p_network, p_txid, 0,
      null, v_was.withdrawal_id || ' pays ' || v_was.units || ' base units of ' || v_was.coin || ' to ' || v_was.address || '; ' || p_found,
      p_at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_payout_checks(p_network text, p_at bigint, p_limit integer)
 RETURNS TABLE(txid text, address text, coin text, units text, dead boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update crypto_payouts p set check_at = p_at + 60000
  where p.ctid = any(array(
    select c.ctid from crypto_payouts c
    where c.network = p_network and c.state in ('CONFIRMED', 'DEAD') and c.check_at <= p_at
    order by c.check_at limit p_limit for no key update skip locked))
  returning p.txid, p.address, p.coin, p.units::text, p.state = 'DEAD'
$function$;

CREATE OR REPLACE FUNCTION public.crypto_payouts_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'transactions stay' using errcode = 'FPC04';
  end if;
  if (new.withdrawal_id, new.attempt, new.network, new.coin, new.address, new.units, new.txid, new.raw, new.expires_at, new.nonce,
      new.inputs, new.signed_at)
      is distinct from (old.withdrawal_id, old.attempt, old.network, old.coin, old.address, old.units, old.txid, old.raw,
      old.expires_at, old.nonce, old.inputs, old.signed_at)
    or old.state in ('CONFIRMED', 'DEAD') and new.state <> old.state
    or old.state = 'BROADCAST' and new.state = 'SIGNED' then
    raise exception 'transaction % would become another one', old.txid using errcode = 'FPC04';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_report(p_kind text, p_network text, p_txid text, p_idx integer, p_wallet text, p_detail text, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from crypto_incidents where kind = p_kind and txid = p_txid and idx = p_idx and network is not distinct from p_network
      and detail = p_detail and closed_by is not null) then
    return false;
  end if;
  insert into crypto_incidents (kind, network, txid, idx, wallet_id, detail, at)
  values (p_kind, p_network, p_txid, p_idx, p_wallet, p_detail, p_at)
  on conflict do nothing;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_rewind(p_network text, p_from bigint, p_from_hash text, p_to bigint, p_hash text, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update crypto_networks set height = p_to, hash = p_hash, read_at = p_at
  where network = p_network and height = p_from and hash = p_from_hash and p_to < p_from;
  if not found then
    return false;
  end if;
  delete from crypto_blocks where network = p_network and height > p_to;
  perform crypto_out(network, txid, idx, 'REORGED', p_at) from crypto_payments
  where network = p_network and watched and height > p_to;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_scan(p_network text, p_from bigint, p_from_hash text, p_blocks jsonb, p_payments jsonb, p_strays jsonb, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_last record;
begin
  select t.height, t.hash into strict v_last from jsonb_to_recordset(p_blocks) as t (height bigint, hash text)
  order by t.height desc limit 1;
  update crypto_networks set height = v_last.height, hash = v_last.hash, read_at = p_at
  where network = p_network and height = p_from and hash = p_from_hash;
  if not found then
    return false;
  end if;
  if v_last.height <> p_from + jsonb_array_length(p_blocks) then
    raise exception 'blocks up to % after % of % have a gap', v_last.height, p_from, p_network using errcode = 'FPC03';
  end if;
  insert into crypto_blocks (network, height, hash)
  select p_network, t.height, t.hash from jsonb_to_recordset(p_blocks) as t (height bigint, hash text)
  on conflict (network, height) do update set hash = excluded.hash;
  delete from crypto_blocks where network = p_network and height < v_last.height - 200;
  perform crypto_see(p_network, p_payments, p_at);
  insert into crypto_strays (network, txid, idx, wallet_id, player_id, contract, units, at)
  select p_network, t.txid, t.idx, w.id, w.player_id, t.contract, t.units::numeric, p_at
  from jsonb_to_recordset(p_strays) as t (txid text, idx integer, address text, contract text, units text)
  cross join lateral (
    select id, player_id from crypto_wallets where network = p_network and address = t.address offset 0) w
  on conflict do nothing;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_see(p_network text, p_payments jsonb, p_at bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_changed integer;
begin
  -- What was in a block and waits again has left it: by its address this can be seen before the re-org itself is.
  perform crypto_out(p_network, out.txid, out.idx, 'REORGED', p_at)
  from jsonb_to_recordset(p_payments) as t (txid text, idx integer, height bigint)
  cross join lateral (
    select p.txid, p.idx from crypto_payments p
    where p.network = p_network and p.txid = t.txid and p.idx = t.idx and p.height is not null offset 0) out
  where t.height is null;
  insert into crypto_payments as p (network, txid, idx, wallet_id, coin, units, height, block_hash, state, seen_at, changed_at, due_at)
  select p_network, t.txid, t.idx, w.id, t.coin, t.units::numeric, t.height, t.hash,
    case when t.height is null then 'SEEN' else 'CONFIRMING' end, p_at, p_at, 0
  from jsonb_to_recordset(p_payments)
    as t (txid text, idx integer, address text, coin text, units text, height bigint, hash text)
  cross join lateral (
    select id from crypto_wallets where network = p_network and address = t.address offset 0) w
  order by t.txid, t.idx
  on conflict (network, txid, idx) do update set
    height = excluded.height, block_hash = excluded.block_hash, confirmations = 0, final = false, watched = true,
    changed_at = p_at, due_at = 0,
    state = case
      when p.state in ('CREDITED', 'DUST') then p.state
      when excluded.height is not null then 'CONFIRMING'
      when p.state = 'CONFIRMING' then 'REORGED'
      else 'SEEN' end
  where p.block_hash is distinct from excluded.block_hash
    or p.height is null and p.state = 'LOST';
  get diagnostics v_changed = row_count;
  return v_changed;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_start(p_network text, p_height bigint, p_hash text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update crypto_networks set height = p_height, hash = p_hash, read_at = p_at where network = p_network and height is null;
  if found then
    insert into crypto_blocks (network, height, hash) values (p_network, p_height, p_hash);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_stuck(p_network text, p_detail text, p_at bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into crypto_incidents (kind, network, txid, idx, wallet_id, detail, at)
  values ('DEEP_REORG', p_network, '', 0, null, p_detail, p_at)
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.crypto_tell(p_id text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_fact('player', o.player_id, o.id, o.version, 'crypto.order', jsonb_build_object(
    'orderId', o.id, 'version', o.version, 'status', o.status), p_at)
  from crypto_orders o where o.id = p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_unseen_credit(p_incident bigint, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_credit crypto_unseen;
  v_incident crypto_incidents;
  v_wallet crypto_wallets;
begin
  select * into v_credit from crypto_unseen where incident_id = p_incident and allowed_by is not null;
  if not found then
    return false;
  end if;
  select * into strict v_incident from crypto_incidents where id = p_incident;
  select * into v_wallet from crypto_wallets where id = v_incident.wallet_id for no key update;
  if v_incident.kind <> 'UNSEEN_MONEY' or v_wallet.doubt is null
    or split_part(v_wallet.doubt, ' ', 1) <> v_credit.coin
    or split_part(v_wallet.doubt, ' ', 2)::numeric - split_part(v_wallet.doubt, ' ', 3)::numeric <> v_credit.units then
    return false;
  end if;
  insert into crypto_payments (network, txid, idx, wallet_id, coin, units, height, block_hash, confirmations, final, state, seen_at,
    changed_at, due_at, watched, by_staff)
  -- An index that no output and no log has. Never asked about by its transaction: what its address holds is asked about.
  select v_wallet.network, v_credit.txid, (1000000000 + p_incident)::integer, v_wallet.id, v_credit.coin, v_credit.units, n.height, n.hash, 1000000,
    true, 'CONFIRMING', p_at, p_at, 0, false, true
  from crypto_networks n where n.network = v_wallet.network;
  update crypto_wallets set doubt = null where id = v_wallet.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_unseen_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.allowed_by is null then
    return old;
  end if;
  if tg_op = 'DELETE' or old.allowed_by is not null
    or (new.incident_id, new.txid, new.coin, new.units, new.asked_by, new.asked_why, new.asked_at)
      is distinct from (old.incident_id, old.txid, old.coin, old.units, old.asked_by, old.asked_why, old.asked_at) then
    raise exception 'the credit of incident % would become another one', old.incident_id using errcode = 'FPC03';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_weigh(p_network text, p_at bigint, p_limit integer)
 RETURNS TABLE(address text, coin text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update crypto_wallets w set weigh_at = p_at + 60000
  where w.id = any(array(
    select id from crypto_wallets where network = p_network and weigh_at <= p_at
    order by weigh_at limit p_limit for no key update skip locked))
  returning w.address, w.coin
$function$;

CREATE OR REPLACE FUNCTION public.crypto_weighed(p_network text, p_height bigint, p_hash text, p_address text, p_held jsonb, p_every bigint, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_wallet record;
  v_apart record;
begin
  perform 1 from crypto_networks where network = p_network and height = p_height and hash = p_hash for share;
  if not found then
    return false;
  end if;
  select id, idx, warm_at, doubt into strict v_wallet from crypto_wallets
  where network = p_network and address = p_address for no key update;
  select t.coin, t.units::numeric as units, paid.units as paid into v_apart
  from jsonb_to_recordset(p_held) as t (coin text, units text, spent boolean)
  cross join lateral (
    select coalesce(sum(p.units), 0) as units from crypto_payments p
    where p.wallet_id = v_wallet.id and p.coin = t.coin and p.height <= p_height) paid
  where t.units::numeric - paid.units >= case t.coin when 'BTC' then 10 when 'ETH' then 2000000000000 else 10000 end
    or t.units::numeric < paid.units and not t.spent
  order by t.coin limit 1;
  if v_apart.coin is null then
    update crypto_wallets set doubt = null, weigh_at = p_at + greatest(p_every, least(p_at - warm_at, 2592000000))
    where id = v_wallet.id;
  elsif v_wallet.doubt is distinct from v_apart.coin || ' ' || v_apart.units || ' ' || v_apart.paid then
    update crypto_wallets set doubt = v_apart.coin || ' ' || v_apart.units || ' ' || v_apart.paid, weigh_at = p_at + 1000
    where id = v_wallet.id;
  else
    update crypto_wallets set weigh_at = p_at + p_every where id = v_wallet.id;
    perform crypto_report(case when v_apart.units > v_apart.paid then 'UNSEEN_MONEY' else 'MONEY_MISSING' end,
      p_network, '', v_wallet.idx::integer, v_wallet.id, 'the address got ' || v_apart.units || ' base units of ' || v_apart.coin
        || ' by the chain, ' || v_apart.paid || ' by its payments', p_at);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_withdrawal_tell(p_id text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_fact('player', w.player_id, w.id, w.version, 'crypto.withdrawal', jsonb_build_object(
    'withdrawalId', w.id, 'version', w.version, 'status', w.state), p_at)
  from crypto_withdrawals w where w.id = p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.crypto_withdrawals_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_alive crypto_payouts;
begin
  if tg_op = 'DELETE' then
    raise exception 'withdrawals stay' using errcode = 'FPC04';
  end if;
  if tg_op = 'INSERT' then
    if new.state not in ('REVIEW', 'APPROVED') or new.state = 'APPROVED' and new.review then
      raise exception 'withdrawal % begins as %', new.id, new.state using errcode = 'FPC04';
    end if;
    if not exists (select from crypto_addresses a where a.player_id = new.player_id and a.network = new.network
        and a.address = new.address and a.removed_at is null and a.usable_at <= new.created_at) then
      raise exception 'withdrawal % goes to no address of its player', new.id using errcode = 'FPC04';
    end if;
    return new;
  end if;
  if (new.id, new.player_id, new.coin, new.network, new.address, new.cents, new.fee_cents, new.units, new.rate_micro, new.created_at,
      new.hold_transfer)
      is distinct from (old.id, old.player_id, old.coin, old.network, old.address, old.cents, old.fee_cents, old.units, old.rate_micro,
      old.created_at, old.hold_transfer)
    or old.review and not new.review
    or old.end_transfer is not null and (new.end_transfer, new.state) is distinct from (old.end_transfer, old.state) then
    raise exception 'withdrawal % would become another one', old.id using errcode = 'FPC04';
  end if;
  if new.state <> old.state then
    if not (old.state, new.state) in (('REVIEW', 'APPROVED'), ('REVIEW', 'REFUNDED'), ('APPROVED', 'REVIEW'), ('APPROVED', 'SIGNED'),
        ('APPROVED', 'FAILED'), ('SIGNED', 'BROADCAST'), ('SIGNED', 'CONFIRMED'), ('SIGNED', 'APPROVED'), ('SIGNED', 'FAILED'),
        ('BROADCAST', 'CONFIRMED'), ('BROADCAST', 'APPROVED'), ('BROADCAST', 'FAILED'), ('FAILED', 'REFUNDED')) then
      raise exception 'withdrawal % is % and not %', old.id, old.state, new.state using errcode = 'FPC04';
    end if;
    if (old.state, new.state) = ('REVIEW', 'APPROVED')
      and (select count(*) from crypto_reviews where withdrawal_id = old.id and act = 'APPROVED') < 2 then
      raise exception 'withdrawal % was not approved by two', old.id using errcode = 'FPC04';
    end if;
    select * into v_alive from crypto_payouts where withdrawal_id = old.id and state <> 'DEAD';
    if new.state in ('SIGNED', 'BROADCAST', 'CONFIRMED') and (v_alive.txid is distinct from new.txid or v_alive.state <> new.state)
      or new.state in ('SIGNED', 'BROADCAST', 'CONFIRMED') and v_alive.txid is null
      or new.state in ('REVIEW', 'APPROVED', 'FAILED', 'REFUNDED') and v_alive.txid is not null then
      raise exception 'withdrawal % is not %: its transaction is %', old.id, new.state, coalesce(v_alive.state, 'none')
        using errcode = 'FPC04';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.database_ms()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  select (extract(epoch from clock_timestamp()) * 1000)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.day_add(p_at bigint, p_kind text, p_times bigint, p_cents bigint, p_back bigint, p_fee bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into day_totals as t (day, kind, shard, times, cents, back_cents, fee_cents)
  values (p_at / 86400000, p_kind, pg_backend_pid() % 8, p_times, p_cents, p_back, p_fee)
  on conflict (day, kind, shard) do update set times = t.times + excluded.times, cents = t.cents + excluded.cents,
    back_cents = t.back_cents + excluded.back_cents, fee_cents = t.fee_cents + excluded.fee_cents
$function$;

CREATE OR REPLACE FUNCTION public.day_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform day_add(new.credited_at, 'deposit:' || new.coin, 1, new.credited_cents, 0, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.day_payouts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform day_add(new.changed_at, 'withdraw:' || new.coin, 1, new.cents - new.fee_cents, 0, new.fee_cents);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.day_results()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform day_add(r.day * 86400000, 'game:' || r.game, r.times, r.staked, r.won, r.fee)
  from (select a.at / 86400000 as day, a.game, count(*) as times, sum(a.staked_cents)::bigint as staked,
      sum(a.won_cents)::bigint as won, sum(a.fee_cents)::bigint as fee from added a group by 1, 2 order by 1, 2) r;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.day_totals_wrong()
 RETURNS TABLE(line text)
 LANGUAGE sql
 STABLE
AS $function$
  with counted (day, kind, times, cents, back_cents, fee_cents) as (
    select r.at / 86400000, 'game:' || r.game, count(*), sum(r.staked_cents), sum(r.won_cents), sum(r.fee_cents)
    from player_results r group by 1, 2
    union all
    select s.day, s.kind, sum(s.times), sum(s.cents), sum(s.back), 0 from (
      select o.booked_at / 86400000 as day, case o.kind when 'DEPOSIT' then 'deposit:STEAM' else 'withdraw:STEAM' end as kind,
        1 as times, o.cents, 0 as back
      from trade_orders o where o.booked_at is not null
      union all
      select o.returned_at / 86400000, 'deposit:STEAM', 0, 0, o.cents
      from trade_orders o where o.kind = 'DEPOSIT' and o.booked_at is not null and o.returned_at is not null
    ) s group by 1, 2
    union all
    select t.at / 86400000, 'deposit:' || p.coin, count(*), sum(l.cents), 0, 0
    from crypto_payments p join transfers t on t.id = p.transfer_id
      join postings l on l.transfer_id = t.id and l.account_id like 'cash:%'
    group by 1, 2
    union all
    -- What a withdrawal comes to is fixed when it is asked for: the hold is in the ledger before the coins are sent.
    select w.changed_at / 86400000, 'withdraw:' || w.coin, count(*), sum(l.cents - w.fee_cents), 0, sum(w.fee_cents)
    from crypto_withdrawals w join postings l on l.transfer_id = w.hold_transfer and l.account_id like 'hold:%'
    where w.state = 'CONFIRMED' group by 1, 2
  ), told as (
    select day, kind, sum(times) as times, sum(cents) as cents, sum(back_cents) as back_cents, sum(fee_cents) as fee_cents
    from day_totals group by day, kind
  )
  select format('day %s, %s: %s for %s, %s back, %s fee are told; %s for %s, %s, %s were', day, kind, t.times, t.cents, t.back_cents,
    t.fee_cents, c.times, c.cents, c.back_cents, c.fee_cents)
  from counted c full join told t using (day, kind)
  where (c.times, c.cents, c.back_cents, c.fee_cents) is distinct from (t.times, t.cents, t.back_cents, t.fee_cents)
$function$;

CREATE OR REPLACE FUNCTION public.day_trades()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.booked_at is not null and old.booked_at is null then
    perform day_add(new.booked_at, case new.kind when 'DEPOSIT' then 'deposit:STEAM' else 'withdraw:STEAM' end, 1, new.cents, 0, 0);
  end if;
  if new.kind = 'DEPOSIT' and new.booked_at is not null and new.returned_at is not null and old.returned_at is null then
    perform day_add(new.returned_at, 'deposit:STEAM', 0, 0, new.cents, 0);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_fact(p_topic text, p_player text, p_subject text, p_version integer, p_type text, p_body jsonb, p_at bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  made bigint;
begin
  insert into facts (topic, player_id, subject, version, type, body, at)
  values (p_topic, p_player, p_subject, p_version, p_type, p_body, p_at)
  returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.jackpot_admit(p_round text, p_entries round_entry[], p_rules jsonb)
 RETURNS round_entry[]
 LANGUAGE plpgsql
AS $function$
declare
  t jackpot_rounds;
  e round_entry;
  first_or_same boolean;
  v_admitted round_entry[] := '{}';
begin
  select * into strict t from jackpot_rounds where round_id = p_round;
  foreach e in array p_entries loop
    first_or_same := t.entries = 0 or coalesce(t.alone = e.player_id, false);
    continue when t.deadline_at <= e.at
      or t.pot_cents + e.cents > (p_rules ->> case when first_or_same then 'mostAloneCents' else 'mostCents' end)::bigint
      or t.entries >= (p_rules ->> case when first_or_same then 'mostAloneEntries' else 'mostEntries' end)::integer;
    t.entries := t.entries + 1;
    t.pot_cents := t.pot_cents + e.cents;
    if first_or_same then
      t.alone := e.player_id;
    elsif t.countdown_at is null then
      t.alone := null;
      t.countdown_at := e.at;
      t.deadline_at := e.at + (p_rules ->> 'countdownMs')::bigint;
    else
      t.deadline_at := greatest(t.deadline_at, least(e.at + (p_rules ->> 'leastLeftMs')::bigint,
        t.countdown_at + (p_rules ->> 'longestMs')::bigint));
    end if;
    e.no := t.entries;
    v_admitted := array_append(v_admitted, e);
  end loop;
  update jackpot_rounds set entries = t.entries, pot_cents = t.pot_cents, alone = t.alone,
    countdown_at = t.countdown_at, deadline_at = t.deadline_at
  where round_id = p_round;
  return v_admitted;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPL03';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_check_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong record;
begin
  select a.transfer_id, sum(a.cents) as total into wrong
  from added a group by a.transfer_id having sum(a.cents) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not sum to zero but to %', wrong.transfer_id, wrong.total using errcode = 'FPL03';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold(p_accounts text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
begin
  return (
    with held as materialized (
      select id, balance from ledger_accounts where id = any (p_accounts) order by id for update
    )
    select array_agg(h.balance order by w.no) from unnest(p_accounts) with ordinality w (id, no) left join held h on h.id = w.id
  );
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_kind(p_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_code in ('DEPOSIT', 'HOLD_RELEASE', 'DEPOSIT_REVERSED', 'CRYPTO_DEPOSIT') then 'DEPOSIT'
    when p_code in ('CRYPTO_WITHDRAWAL_HOLD', 'CRYPTO_WITHDRAWAL', 'CRYPTO_WITHDRAWAL_BACK') then 'WITHDRAWAL'
    when p_code like 'ESCROW\_%' or p_code like 'BATTLE\_%' then 'GAME'
    when p_code like 'MARKET\_%' then 'MARKET'
    else 'OTHER' end
$function$;

CREATE OR REPLACE FUNCTION public.ledger_open(p_id text, p_kind text, p_owner text, p_at bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into ledger_accounts (id, kind, owner_id, opened_at) values (p_id, p_kind, p_owner, p_at)
  on conflict (id) do nothing
$function$;

CREATE OR REPLACE FUNCTION public.ledger_remember()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_history (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after, hold_cents, hold_after)
  select m.player_id,
    greatest(max(m.at) over (partition by m.player_id order by m.transfer_id), n.at),
    m.transfer_id, ledger_kind(m.code), m.code, m.ref, m.cash_cents, m.cash_after, m.hold_cents, m.hold_after
  from (
    select l.owner_id as player_id, l.transfer_id, min(l.at) as at, min(l.code) as code, min(l.ref) as ref,
      sum(l.cents) filter (where l.kind = 'player_cash')::bigint as cash_cents,
      sum(l.after) filter (where l.kind = 'player_cash')::bigint as cash_after,
      sum(l.cents) filter (where l.kind = 'player_hold')::bigint as hold_cents,
      sum(l.after) filter (where l.kind = 'player_hold')::bigint as hold_after
    from (
      select a.owner_id, a.kind, p.transfer_id, p.cents, t.at, t.code, t.ref,
        a.balance - coalesce(sum(p.cents) over (partition by p.account_id order by p.transfer_id desc
          rows between unbounded preceding and 1 preceding), 0) as after
      from added p
      -- By their keys, whatever the planner thinks of how many were added.
      cross join lateral (select owner_id, kind, balance from ledger_accounts where id = p.account_id offset 0) a
      cross join lateral (select at, code, ref from transfers where id = p.transfer_id offset 0) t
      where a.kind in ('player_cash', 'player_hold')
    ) l
    group by l.owner_id, l.transfer_id
  ) m
  left join lateral (
    select h.at from ledger_history h where h.player_id = m.player_id order by h.at desc, h.id desc limit 1
  ) n on true
  order by m.transfer_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transfer(p_id text, p_key text, p_code text, p_ref text, p_at bigint, p_accounts text[], p_cents bigint[])
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known transfers;
  touched integer;
begin
  insert into transfers (id, key, code, ref, at) values (p_id, p_key, p_code, p_ref, p_at) on conflict (key) do nothing;
  if not found then
    select * into strict known from transfers where key = p_key;
    if known.code <> p_code or known.ref <> p_ref or exists (
      (select account_id, cents from postings where transfer_id = known.id
        except select * from unnest(p_accounts, p_cents))
      union all
      (select * from unnest(p_accounts, p_cents)
        except select account_id, cents from postings where transfer_id = known.id)
    ) then
      raise exception 'transfer key % was used for something else', p_key using errcode = 'FPL02';
    end if;
    return known.id;
  end if;
  if cardinality(p_accounts) is distinct from cardinality(p_cents) or cardinality(p_accounts) < 2
    or (select sum(c) <> 0 or bool_or(c = 0) from unnest(p_cents) c)
    or (select count(distinct a) from unnest(p_accounts) a) <> cardinality(p_accounts) then
    raise exception 'transfer % needs two or more accounts, each once, and cents that sum to zero', p_key
      using errcode = 'FPL03';
  end if;
  -- One lock order for every transfer: account ids, ascending.
  perform 1 from ledger_accounts where id = any (p_accounts) order by id for update;
  update ledger_accounts a set balance = a.balance + m.cents
  from unnest(p_accounts, p_cents) as m (id, cents)
  where a.id = m.id and (a.balance + m.cents >= 0 or m.cents > 0 or a.kind in ('house', 'world'));
  get diagnostics touched = row_count;
  if touched <> cardinality(p_accounts) then
    if exists (select 1 from unnest(p_accounts) as m (id) left join ledger_accounts a using (id) where a.id is null) then
      raise exception 'transfer % names an account that was never opened', p_key using errcode = 'FPL03';
    end if;
    raise exception 'transfer % is not covered', p_key using errcode = 'FPL01';
  end if;
  insert into postings (transfer_id, account_id, cents) select p_id, m.* from unnest(p_accounts, p_cents) m;
  return p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transfers(p_lines ledger_line[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_written integer;
  v_accounts integer;
begin
  -- A plain insert: whose key is taken breaks the whole call, and to look first would be paid for by every one that is not.
  insert into transfers (id, key, code, ref, at) select distinct l.transfer_id, l.key, l.code, l.ref, l.at from unnest(p_lines) l;
  with moved as (
    select l.account_id, sum(l.cents)::bigint as cents from unnest(p_lines) l group by l.account_id
  ), booked as (
    update ledger_accounts a set balance = a.balance + m.cents from moved m
    where a.id = m.account_id and (a.balance + m.cents >= 0 or m.cents > 0 or a.kind in ('house', 'world'))
    returning a.id
  )
  select (select count(*) from moved), (select count(*) from booked) into v_accounts, v_written;
  if v_written <> v_accounts then
    if exists (select from unnest(p_lines) l left join ledger_accounts a on a.id = l.account_id where a.id is null) then
      raise exception 'a transfer names an account that was never opened' using errcode = 'FPL03';
    end if;
    raise exception 'a transfer is not covered' using errcode = 'FPL01';
  end if;
  insert into postings (transfer_id, account_id, cents) select l.transfer_id, l.account_id, l.cents from unnest(p_lines) l;
end $function$;

CREATE OR REPLACE FUNCTION public.log_fee_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_game text := split_part(new.key, '.', 1);
  v_bps bigint := (new.value #>> '{}')::numeric::bigint;
begin
  if exists (select from games g where g.name = v_game)
    and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    insert into log_leaves (kind, round_id, body, at) values ('fee', null,
      format('{"at":%s,"feeBps":%s,"game":"%s","type":"fee","v":"fp/2"}', new.updated_at, v_bps, v_game), new.updated_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.log_game_setting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_game text := split_part(new.key, '.', 1);
  -- As it stands in a canonical leaf: whole numbers and yes or no as themselves, whatever else as text.
  v_was jsonb := case when tg_op = 'UPDATE' then old.value end;
  v_value jsonb;
  v_shown text[] := '{}';
begin
  if not exists (select from games g where g.name = v_game) or new.value is not distinct from v_was then
    return null;
  end if;
  foreach v_value in array array[new.value, v_was] loop
    v_shown := v_shown || case
      when v_value is null then 'null'
      when jsonb_typeof(v_value) = 'boolean' or v_value::text ~ '^-?\d{1,15}$' then v_value::text
      else to_json(v_value #>> '{}')::text end;
  end loop;
  insert into log_leaves (kind, round_id, body, at) values ('statement', null,
    format('{"about":"game-setting","at":%s,"says":{"game":"%s","is":%s,"key":%s,"v":1,"was":%s},"type":"statement","v":"fp/2"}',
      new.updated_at, v_game, v_shown[1], to_json(new.key), v_shown[2]), new.updated_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.log_only_grows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  grown boolean := false;
begin
  if tg_op = 'UPDATE' and tg_table_name = 'log_tiles' then
    grown := (new.level, new.index) = (old.level, old.index) and length(new.hashes) > length(old.hashes)
      and substring(new.hashes from 1 for length(old.hashes)) = old.hashes;
  elsif tg_op = 'UPDATE' and tg_table_name = 'log_heads' then
    grown := (new.size, new.root, new.at) = (old.size, old.root, old.at)
      and (old.note is null or new.note = old.note) and (old.published_at is null or new.published_at = old.published_at);
  elsif tg_op = 'UPDATE' and tg_table_name = 'log_state' then
    grown := new.size >= old.size and (old.name is null or (new.name, new.public_key) = (old.name, old.public_key));
  end if;
  if not grown then
    raise exception '% is only added to', tg_table_name using errcode = 'FPT01';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.market_answer(p_order text, p_items text[], p_cents bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
begin
  return jsonb_build_object('orderId', p_order, 'itemIds', to_jsonb(p_items), 'totalUsd', round(p_cents / 100.0, 2));
end $function$;

CREATE OR REPLACE FUNCTION public.market_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPM04';
end $function$;

CREATE OR REPLACE FUNCTION public.market_ask(p_reference bigint, p_spread_bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_reference + (p_reference * p_spread_bps + 9999) / 10000
$function$;

CREATE OR REPLACE FUNCTION public.market_buy(p_orders jsonb, p_spread_bps integer, p_stale_ms bigint)
 RETURNS TABLE(n integer, answer jsonb, replayed boolean, state text, detail text)
 LANGUAGE plpgsql
AS $function$
declare
  v_orders market_order[] := array(select o from jsonb_populate_recordset(null::market_order, p_orders) o);
  v_receipts receipt_claim[];
  v_done integer[];
  v_told integer;
  v_purses text[];
  v_balances bigint[];
  v_purse integer;
  v_gone text[] := '{}';
  v_sold sold_item[] := '{}';
  v_left_out integer[] := '{}';
  v_sold_to integer[] := '{}';
  v_answers jsonb[] := '{}';
  v_blocked jsonb;
  o record;
  v_paused boolean := pause_gate('market.paused');
begin
  -- Who names the total is answered with it or refused: such an answer is stored with its claim.
  v_receipts := array(select row(w.n, w.player_id, w.key, w.call, w.hash, market_answer(w.order_id, w.items, w.seen), w.at)::receipt_claim
    from unnest(v_orders) w where w.key is not null);
  v_done := claim_receipts(v_receipts);
  if v_done <> '{}' then
    return query select c.stake, case when s.same then r.response end, s.same, case when not s.same then 'FPREF' end, 'KEY_REUSED'
      from unnest(v_receipts) c join receipts r on r.player_id = c.player_id and r.key = c.key
        cross join lateral (select r.call = c.call and r.input_hash = decode(c.input_hash, 'hex')) s (same)
      where c.stake = any (v_done);
    get diagnostics v_told = row_count;
    if v_told <> cardinality(v_done) then
      -- Swept away between the two statements: the caller tries again.
      raise exception using errcode = 'serialization_failure', message = 'a receipt vanished';
    end if;
    v_orders := array(select w from unnest(v_orders) w where w.n <> all (v_done));
  end if;
  -- Whoever waits here for another buyer finds what that one took gone: no order is judged without the account of the house.
  v_purses := array(select distinct 'cash:' || w.player_id from unnest(v_orders) w) || 'house'::text;
  v_purses := array(select p collate "C" from unnest(v_purses) p order by 1);
  v_balances := ledger_hold(v_purses);
  for o in
    select w.n, w.order_id, w.player_id, w.items, w.seen, i.*
    from unnest(v_orders) w cross join lateral (
      select sum(market_ask(m.reference_cents, p_spread_bps))::bigint as total,
        array_agg(g.id) filter (where m.item_type is null) as missing,
        string_agg(g.id, ',') filter (where m.doubt is not null or (m.origin = 'sources' and m.priced_at < w.at - p_stale_ms))
          as doubted,
        array_agg(row(w.order_id, g.id, w.player_id, market_ask(m.reference_cents, p_spread_bps), w.at)::sold_item) as sold
      from unnest(w.items) g (id) left join market_listings l on l.item_id = g.id
        left join market_prices m on m.item_type = l.item_type
    ) i order by w.n
  loop
    n := o.n;
    replayed := false;
    answer := null;
    detail := null;
    v_blocked := protection_refusal(o.player_id, '{}', 0, false, 0);
    v_purse := array_position(v_purses, 'cash:' || o.player_id);
    if v_paused then
      state := 'FPM04';
    elsif v_blocked is not null then
      state := 'FPP01';
      detail := v_blocked;
    elsif o.missing is not null or o.items && v_gone then
      state := 'FPM01';
      detail := (select string_agg(i, ',') from unnest(o.items) i where i = any (o.missing || v_gone));
    elsif o.doubted is not null then
      state := 'FPM02';
      detail := o.doubted;
    elsif o.total <> o.seen then
      state := 'FPM03';
      detail := o.total;
    elsif o.total > coalesce(v_balances[v_purse], 0) then
      state := 'FPL01';
    else
      state := null;
      v_balances[v_purse] := v_balances[v_purse] - o.total;
      v_gone := v_gone || o.items;
      v_sold := v_sold || o.sold;
      answer := market_answer(o.order_id, o.items, o.total);
      if o.seen is null then
        v_sold_to := v_sold_to || o.n;
        v_answers := v_answers || answer;
      end if;
    end if;
    if state is not null then
      v_left_out := v_left_out || o.n;
    end if;
    return next;
  end loop;
  if v_left_out <> '{}' then
    delete from receipts r using unnest(v_receipts) c
    where c.stake = any (v_left_out) and r.player_id = c.player_id and r.key = c.key;
  end if;
  if v_sold = '{}' then
    return;
  end if;
  if v_sold_to <> '{}' then
    update receipts r set response = a.answer
    from unnest(v_sold_to, v_answers) a (n, answer) join unnest(v_receipts) c on c.stake = a.n
    where r.player_id = c.player_id and r.key = c.key;
  end if;
  delete from market_listings where item_id = any (v_gone);
  perform vault_sell(v_sold);
  insert into market_sales (order_id, item_id, player_id, cents, at)
  select s.order_id, s.item_id, s.player_id, s.cents, s.at from unnest(v_sold) s;
  perform ledger_transfers(array(
    select row(t.order_id, 'market:' || t.order_id, 'MARKET_BUY', t.order_id, t.at, p.account, p.cents)::ledger_line
    from (select s.order_id, s.player_id, s.at, sum(s.cents)::bigint as cents from unnest(v_sold) s group by 1, 2, 3) t
      cross join lateral (values ('cash:' || t.player_id, -t.cents), ('house', t.cents)) p (account, cents)));
  -- One fact for all of them: whoever watches the market asks which items are gone, not by which order.
  perform emit_fact('market', null, v_sold[1].order_id, 1, 'market.sold', jsonb_build_object('itemIds', to_jsonb(v_gone)),
    v_sold[1].at);
end $function$;

CREATE OR REPLACE FUNCTION public.market_restock(p_limit integer, p_backed boolean, p_at bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_items text[];
begin
  v_items := array(
    select p.item_id from item_positions p
    where p.state = 'forfeited'
      and not exists (select from trade_order_items d join trade_orders t on t.id = d.order_id
        where d.item_id = p.item_id and t.kind = 'DEPOSIT' and t.released_at is null offset 0)
      and exists (select from items i join market_prices m on m.item_type = i.item_type where i.id = p.item_id offset 0)
      and (not p_backed or exists (select from trade_assets a where a.item_id = p.item_id and a.held offset 0))
    order by p.item_id limit p_limit for no key update of p skip locked);
  if v_items = '{}' then
    return 0;
  end if;
  perform vault_restock(v_items, p_at);
  insert into market_listings (item_id, item_type, listed_at)
  select i.id, i.item_type, p_at from items i where i.id = any (v_items);
  return cardinality(v_items);
end $function$;

CREATE OR REPLACE FUNCTION public.open_stakes_entered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into open_stakes as o (round_id, player_id, cents, seat, hour)
  select round_id, player_id, sum(cents), false, protection_hour() from entered group by round_id, player_id order by round_id, player_id
  on conflict (round_id, player_id) do update set cents = o.cents + case when o.seat then 0 else excluded.cents end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_stakes_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform protection_won(array_agg(r.player_id), array_agg(r.won_cents)) from recorded r;
  delete from open_stakes o using recorded r where o.round_id = r.round_id and o.player_id = r.player_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_stakes_returned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform protection_uncount(g.player_id, 'stake', g.hour, g.cents)
  from (select * from open_stakes o where o.round_id = new.id order by o.player_id) g;
  delete from open_stakes where round_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_stakes_seated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_gone open_stakes;
begin
  if tg_op = 'INSERT' then
    perform protection_seat(new.player_id, new.cents);
    insert into open_stakes (round_id, player_id, cents, seat, hour)
    values (new.round_id, new.player_id, new.cents, true, protection_hour());
  else
    delete from open_stakes where round_id = old.round_id and player_id = old.player_id returning * into v_gone;
    perform protection_uncount(v_gone.player_id, 'stake', v_gone.hour, v_gone.cents);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.operations_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPL03';
end $function$;

CREATE OR REPLACE FUNCTION public.pause_gate(p_key text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('pause ' || p_key, 0));
  -- A statement of its own: it sees what was committed while the lock was waited for.
  return coalesce((select s.value = 'true'::jsonb from settings s where s.key = p_key), false);
end $function$;

CREATE OR REPLACE FUNCTION public.pause_waits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('pause ' || new.key, 0));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_claim(p_network text, p_at bigint, p_until bigint, p_limit integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update crypto_withdrawals w set due_at = p_until
  where w.id = any(array(
    select d.id from crypto_withdrawals d
    where d.network = p_network and d.due_at <= p_at and d.state in ('APPROVED', 'SIGNED', 'BROADCAST')
    order by d.due_at, d.id limit p_limit for no key update skip locked))
  returning w.id
$function$;

CREATE OR REPLACE FUNCTION public.payout_dead(p_id text, p_txid text, p_reason text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from crypto_withdrawals where id = p_id for no key update;
  update crypto_payouts set state = 'DEAD', changed_at = p_at
  where withdrawal_id = p_id and txid = p_txid and state in ('SIGNED', 'BROADCAST');
  if found then
    update crypto_withdrawals set state = case when p_reason is null then 'APPROVED' else 'FAILED' end, reason = p_reason, txid = null,
      due_at = 0, version = version + 1, changed_at = p_at
    where id = p_id;
    perform crypto_withdrawal_tell(p_id, p_at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_done(p_id text, p_txid text, p_height bigint, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from crypto_withdrawals where id = p_id for no key update;
  update crypto_payouts set state = 'CONFIRMED', height = p_height, changed_at = p_at
  where withdrawal_id = p_id and txid = p_txid and state in ('SIGNED', 'BROADCAST');
  if found then
    update crypto_withdrawals set state = 'CONFIRMED', version = version + 1, changed_at = p_at where id = p_id;
    perform crypto_withdrawal_tell(p_id, p_at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_hello(p_ways jsonb, p_at bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into crypto_ways_out as w (coin, wallet, most_units, reviewers, seen_at)
  select t.coin, t.wallet, t.most::numeric, array(select jsonb_array_elements_text(t.reviewers)), p_at
  from jsonb_to_recordset(p_ways) as t (coin text, wallet text, most text, reviewers jsonb)
  order by t.coin
  on conflict (coin) do update set wallet = excluded.wallet, most_units = excluded.most_units, reviewers = excluded.reviewers,
    seen_at = greatest(w.seen_at, excluded.seen_at)
$function$;

CREATE OR REPLACE FUNCTION public.payout_later(p_id text, p_due bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update crypto_withdrawals set due_at = p_due where id = p_id and state in ('APPROVED', 'SIGNED', 'BROADCAST')
$function$;

CREATE OR REPLACE FUNCTION public.payout_park(p_id text, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update crypto_withdrawals set state = 'REVIEW', review = true, version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED' and not review;
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_tell(p_id, p_at);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_refuse(p_id text, p_reason text, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update crypto_withdrawals set state = 'FAILED', reason = p_reason, version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED';
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_tell(p_id, p_at);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_sent(p_id text, p_txid text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from crypto_withdrawals where id = p_id for no key update;
  update crypto_payouts set state = 'BROADCAST', changed_at = p_at
  where withdrawal_id = p_id and txid = p_txid and state = 'SIGNED';
  if found then
    update crypto_withdrawals set state = 'BROADCAST', version = version + 1, changed_at = p_at where id = p_id;
    perform crypto_withdrawal_tell(p_id, p_at);
    perform tell_player(w.player_id, 'withdrawal', 'Coin withdrawal', 'Your withdrawal in ' || w.coin || ' was sent to the network',
      '/withdraw', p_at)
    from crypto_withdrawals w where w.id = p_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_store(p_id text, p_payout jsonb, p_day numeric, p_at bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_row crypto_withdrawals;
  v_inputs text[] := array(select jsonb_array_elements_text(p_payout -> 'inputs'));
begin
  select * into v_row from crypto_withdrawals where id = p_id and state = 'APPROVED' for no key update;
  if not found then
    return 'gone';
  end if;
  -- One signer after the other for a network, so that day, numbers and inputs are counted of what is stored.
  perform pg_advisory_xact_lock(hashtext('payout ' || v_row.network));
  if (select coalesce(sum(units), 0) + v_row.units > p_day from crypto_payouts
      where coin = v_row.coin and state <> 'DEAD' and signed_at > p_at - 86400000) then
    return 'day';
  end if;
  if exists (select from crypto_payouts where network = v_row.network and state in ('SIGNED', 'BROADCAST') and inputs && v_inputs)
    or exists (select from crypto_payouts
      where network = v_row.network and nonce = (p_payout ->> 'nonce')::bigint and state <> 'DEAD') then
    return 'taken';
  end if;
  insert into crypto_payouts (withdrawal_id, attempt, network, coin, address, units, txid, raw, expires_at, nonce, inputs, signed_at,
    changed_at)
  values (p_id, 1 + (select count(*) from crypto_payouts where withdrawal_id = p_id), v_row.network, v_row.coin, v_row.address,
    v_row.units, p_payout ->> 'txid', p_payout ->> 'raw', (p_payout ->> 'expiresAt')::bigint, (p_payout ->> 'nonce')::bigint, v_inputs,
    p_at, p_at);
  update crypto_withdrawals set state = 'SIGNED', txid = p_payout ->> 'txid', version = version + 1, changed_at = p_at
  where id = p_id;
  perform crypto_withdrawal_tell(p_id, p_at);
  return 'stored';
end $function$;

CREATE OR REPLACE FUNCTION public.player_totals(p_player text, OUT staked bigint, OUT won bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(s.staked_cents), 0)::bigint, coalesce(sum(s.won_cents), 0)::bigint
  from player_game_stats s where s.player_id = p_player
$function$;

CREATE OR REPLACE FUNCTION public.promo_codes_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - array['used', 'approved_by', 'ended_by', 'ended_why'])
      is distinct from (to_jsonb(old) - array['used', 'approved_by', 'ended_by', 'ended_why'])
    or new.used not in (old.used, old.used + 1)
    or old.approved_by is not null and new.approved_by is distinct from old.approved_by
    or old.ended_by is not null and (new.ended_by, new.ended_why) is distinct from (old.ended_by, old.ended_why) then
    raise exception 'promo code % would become another one', old.id using errcode = 'FPP04';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.promo_try(p_who text[], p_most integer[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_rows integer;
begin
  insert into promo_tries as t (who, hour, tries)
  select w.who, protection_hour(), 1 from unnest(p_who) w (who) order by w.who
  on conflict (hour, who) do update set tries = t.tries + 1
  where t.tries < p_most[array_position(p_who, t.who)];
  get diagnostics v_rows = row_count;
  return v_rows = cardinality(p_who);
end $function$;

CREATE OR REPLACE FUNCTION public.protection_changes_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what was asked for is history' using errcode = 'FPP03';
end $function$;

CREATE OR REPLACE FUNCTION public.protection_check_waits(p_player text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from protection_guards g join protection_visits v on v.player_id = g.player_id
    where g.player_id = p_player and v.read_at + g.reality_minutes * 60000::bigint <= protection_ms()
      and v.seen_at + 1800000 >= protection_ms())
$function$;

CREATE OR REPLACE FUNCTION public.protection_counted(p_player text, p_kind text, p_hours integer)
 RETURNS TABLE(cents bigint, leaves_at bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select h.cents, h.hour + p_hours + 1 from protection_hours h
  where h.player_id = p_player and h.kind = case p_kind when 'loss' then 'stake' else p_kind end
    and h.hour >= protection_hour() - p_hours
  union all
  select -h.cents, h.hour + p_hours from protection_hours h
  where p_kind = 'loss' and h.player_id = p_player and h.kind = 'won' and h.hour > protection_hour() - p_hours
$function$;

CREATE OR REPLACE FUNCTION public.protection_crypto_credited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform protection_deposit_over((select o.id from crypto_orders o where o.wallet_id = new.wallet_id));
  perform protection_deposit(new.network || ':' || new.txid || ':' || new.idx,
    (select w.player_id from crypto_wallets w where w.id = new.wallet_id), new.credited_cents, false);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_crypto_declined()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform protection_deposit_over(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_crypto_ordered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform protection_deposit(new.id, new.player_id, new.asked_cents, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_date(p_ms bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select to_char(to_timestamp(p_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
$function$;

CREATE OR REPLACE FUNCTION public.protection_deposit(p_source text, p_player text, p_cents bigint, p_ask boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_refused jsonb;
begin
  insert into protection_deposits (source, player_id, hour, cents) values (p_source, p_player, protection_hour(), p_cents)
  on conflict do nothing;
  if not found then
    return;
  end if;
  insert into protection_hours as h (player_id, kind, hour, cents) values (p_player, 'deposit', protection_hour(), p_cents)
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents;
  if p_ask then
    perform 1 from protection_guards where player_id = p_player for no key update;
  end if;
  v_refused := protection_refusal(p_player, array['deposit'], p_cents, true, 0);
  if v_refused is null then
    if p_ask and protection_check_waits(p_player) then
      perform refuse('REALITY_CHECK', '{}'::jsonb);
    end if;
    if p_ask and not exists (select from protection_answers where player_id = p_player) then
      perform refuse('LIMIT_QUESTION', '{}'::jsonb);
    end if;
  elsif p_ask then
    perform refuse(v_refused ->> 'code', v_refused -> 'details');
  else
    update protection_deposits set over = true where source = p_source;
    perform protection_tell_over(p_player, v_refused);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_deposit_over(p_source text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_gone protection_deposits;
begin
  delete from protection_deposits where source = p_source returning * into v_gone;
  if found then
    perform protection_uncount(v_gone.player_id, 'deposit', v_gone.hour, v_gone.cents);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_hold(p_player text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into protection_hours (player_id, kind, hour, cents)
  select p_player, k, protection_hour() - n, 0 from unnest(array['deposit', 'stake']) k cross join generate_series(-1, 1) n order by k, n desc
  on conflict (player_id, kind, hour) do update set cents = protection_hours.cents;
  insert into protection_guards (player_id) values (p_player) on conflict do nothing;
  perform 1 from protection_guards where player_id = p_player for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_hour()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select protection_ms() / 3600000
$function$;

CREATE OR REPLACE FUNCTION public.protection_hours_of(p_span text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_span when 'day' then 24 when 'week' then 168 when 'month' then 720 end
$function$;

CREATE OR REPLACE FUNCTION public.protection_is_bot(p_player text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select is_fake from players where id = p_player), true)
$function$;

CREATE OR REPLACE FUNCTION public.protection_ms()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select (extract(epoch from transaction_timestamp()) * 1000)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.protection_refusal(p_player text, p_kinds text[], p_cents bigint, p_counted boolean, p_later bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_guard protection_guards;
  l record;
  v_fits bigint;
begin
  select * into v_guard from protection_guards where player_id = p_player;
  if not found then
    return null;
  end if;
  if v_guard.block = 'EXCLUDED' then
    return jsonb_build_object('code', 'SELF_EXCLUDED', 'details', jsonb_build_object('until',
      case when v_guard.block_until is null then 'for good'
        when v_guard.block_until <= protection_ms() then 'until you come back on your profile'
        else 'until ' || protection_date(v_guard.block_until) end));
  end if;
  if v_guard.block = 'BREAK' and v_guard.block_until > protection_ms() then
    return jsonb_build_object('code', 'TAKING_BREAK', 'details', jsonb_build_object('until', protection_date(v_guard.block_until)));
  end if;
  for l in
    select w.kind, w.cents as most, protection_hours_of(w.span) as hours,
      (select coalesce(sum(c.cents), 0) from protection_counted(p_player, w.kind, protection_hours_of(w.span)) c)
        + case when p_counted then 0 else p_cents end - p_later as used
    from protection_limits w where w.player_id = p_player and w.kind = any (p_kinds) order by hours desc, w.kind
  loop
    continue when l.used <= l.most;
    if p_cents <= l.most then
      select min(g.leaves_at) into v_fits from (
        select c.leaves_at, sum(c.cents) over (order by c.leaves_at) as gone
        from protection_counted(p_player, l.kind, l.hours) c
      ) g where g.gone >= l.used - l.most;
    end if;
    return jsonb_build_object('code', 'LIMIT_' || upper(l.kind), 'details', jsonb_build_object(
      'max', to_char(l.most / 100.0, 'FM999999999990.00'),
      'span', case l.hours when 24 then '24 hours' when 168 then '7 days' else '30 days' end,
      'when', coalesce('from ' || protection_date(v_fits * 3600000) || ' on', 'only with a lower sum')));
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_risk(p_player text, p_hour bigint)
 RETURNS TABLE(lost_week bigint, lost_before bigint, deposited bigint, deposit_hours integer, lost_day bigint, play_hours integer, raised integer, returned integer)
 LANGUAGE sql
 STABLE
AS $function$
  select d.lost_week, d.lost_before, h.deposited, h.deposit_hours, h.lost_day, h.play_hours, c.raised, c.returned
  from (
    select coalesce(sum(staked_cents - won_cents) filter (where day > p_hour / 24 - 7), 0)::bigint as lost_week,
      (coalesce(sum(staked_cents - won_cents) filter (where day <= p_hour / 24 - 7), 0) / 4)::bigint as lost_before
    from player_days where player_id = p_player and day > p_hour / 24 - 35 and day <= p_hour / 24
  ) d cross join (
    select coalesce(sum(cents) filter (where kind = 'deposit'), 0)::bigint as deposited,
      count(*) filter (where kind = 'deposit' and cents > 0)::integer as deposit_hours,
      coalesce(sum(case kind when 'stake' then cents when 'won' then -cents end), 0)::bigint as lost_day,
      count(*) filter (where kind = 'stake' and cents > 0)::integer as play_hours
    from protection_hours
    where player_id = p_player and kind = any (array['deposit', 'stake', 'won']) and hour >= p_hour - 24 and hour < p_hour
  ) h cross join (
    select count(*) filter (where what = 'limit.confirmed')::integer as raised,
      count(*) filter (where what = 'return.confirmed')::integer as returned
    from protection_changes
    where player_id = p_player and at > (p_hour - 720) * 3600000 and what in ('limit.confirmed', 'return.confirmed')
  ) c
$function$;

CREATE OR REPLACE FUNCTION public.protection_seat(p_player text, p_cents bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_refused jsonb;
begin
  select s.refused into v_refused from protection_stakes(array[row(0, p_player, p_cents)::protected_stake]) s;
  if v_refused is not null then
    perform refuse(v_refused ->> 'code', v_refused -> 'details');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_stakes(p_stakes protected_stake[])
 RETURNS TABLE(stake integer, refused jsonb)
 LANGUAGE plpgsql
AS $function$
declare
  v_hour bigint := protection_hour();
  v_guarded text[];
  s record;
begin
  insert into protection_hours as h (player_id, kind, hour, cents)
  select w.player_id, 'stake', v_hour, sum(w.cents) from unnest(p_stakes) w group by w.player_id order by w.player_id
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents;
  v_guarded := array(select g.player_id from protection_guards g
    where g.player_id = any (array(select w.player_id from unnest(p_stakes) w)) order by g.player_id for no key update);
  if v_guarded = '{}' then
    return;
  end if;
  for s in
    select w.stake, w.player_id, w.cents, coalesce(sum(w.cents) over (partition by w.player_id order by w.stake
      rows between 1 following and unbounded following), 0)::bigint as later
    from unnest(p_stakes) w where w.player_id = any (v_guarded) order by w.stake
  loop
    refused := protection_refusal(s.player_id, array['stake', 'loss'], s.cents, true, s.later);
    if refused is not null then
      perform protection_uncount(s.player_id, 'stake', v_hour, s.cents);
      stake := s.stake;
      return next;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_tell_over(p_player text, p_refused jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select tell_player(p_player, 'protection',
    case p_refused ->> 'code' when 'LIMIT_DEPOSIT' then 'More came in than your deposit limit' else 'A deposit came in while you do not play' end,
    case p_refused ->> 'code'
      when 'LIMIT_DEPOSIT' then 'It came by itself, so it is credited and counted: your deposit limit is '
        || (p_refused -> 'details' ->> 'max') || '$ in ' || (p_refused -> 'details' ->> 'span')
        || '. No further deposit is taken until it fits again. What you do not stake you can take out in full, at any level.'
      else 'It came by itself, so it is credited and yours. You cannot stake it now. You can take it out in full, at any level.' end,
    '/withdraw', protection_ms())
$function$;

CREATE OR REPLACE FUNCTION public.protection_trade_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state in ('DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED') then
    perform protection_deposit_over(new.id);
  else
    perform protection_deposit(new.id, new.player_id, new.cents, false);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_trade_ordered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform protection_deposit(new.id, new.player_id, new.cents, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.protection_uncount(p_player text, p_kind text, p_hour bigint, p_cents bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  update protection_hours set cents = cents - p_cents where player_id = p_player and kind = p_kind and hour = p_hour
$function$;

CREATE OR REPLACE FUNCTION public.protection_was_over(p_source text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select over from protection_deposits where source = p_source), false)
$function$;

CREATE OR REPLACE FUNCTION public.protection_won(p_players text[], p_cents bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into protection_hours as h (player_id, kind, hour, cents)
  select w.player_id, 'won', protection_hour(), sum(w.cents) from unnest(p_players, p_cents) w (player_id, cents)
  where w.cents > 0 group by w.player_id order by w.player_id
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents
$function$;

CREATE OR REPLACE FUNCTION public.receipt_answer(p_player text, p_key text, p_call text, p_hash bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  stored receipts;
begin
  select * into stored from receipts where player_id = p_player and key = p_key;
  if found and (stored.call <> p_call or stored.input_hash <> p_hash) then
    perform refuse('KEY_REUSED');
  end if;
  return stored.response;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse(code text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'FPREF', message = code, detail = details::text;
end $function$;

CREATE OR REPLACE FUNCTION public.reserve_asked(p_network text, p_address text)
 RETURNS TABLE(number bigint, root text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.number, s.body::jsonb -> 'says' ->> 'root'
  from solvency_reserves r cross join lateral (
    select n.number, n.body from solvency_statements n where n.at is not null order by n.number desc limit 1) s
  where r.network = p_network and r.address = p_address and r.signed_number is distinct from s.number
$function$;

CREATE OR REPLACE FUNCTION public.reserve_listed(p_network text, p_address text, p_at bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into solvency_reserves (network, address, kind, listed_at) values (p_network, p_address, 'HOT', p_at) on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.reserve_signed(p_network text, p_address text, p_number bigint, p_root text, p_signature text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update solvency_reserves set signed_number = p_number, signed_root = p_root, signature = p_signature
  where network = p_network and address = p_address and kind = 'HOT' and coalesce(signed_number, 0) < p_number
$function$;

CREATE OR REPLACE FUNCTION public.reserve_weigh(p_network text, p_before bigint, p_limit integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select address from solvency_reserves where network = p_network and (seen_at is null or seen_at <= p_before)
  order by seen_at nulls first, address limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.reserve_weighed(p_network text, p_height bigint, p_hash text, p_address text, p_held jsonb, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from crypto_networks where network = p_network and height = p_height and hash = p_hash for share;
  if not found then
    return false;
  end if;
  update solvency_reserves set height = p_height, seen_at = p_at, held = (
    select jsonb_agg(jsonb_build_object('coin', t.coin, 'units', t.units::numeric(60, 0)::text) order by t.coin)
    from jsonb_to_recordset(p_held) as t (coin text, units text))
  where network = p_network and address = p_address;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.round_admit(p_game text, p_entries round_entry[], p_rules jsonb)
 RETURNS round_entry[]
 LANGUAGE plpgsql
AS $function$
declare
  v_round text;
  v_some round_entry[];
  v_all round_entry[] := '{}';
begin
  for v_round in select distinct e.round_id from unnest(p_entries) e order by 1 loop
    execute format('select %I($1, $2, $3)', p_game || '_admit') into strict v_some
    using v_round, array(select e from unnest(p_entries) e where e.round_id = v_round order by e.stake), p_rules;
    v_all := v_all || v_some;
  end loop;
  return v_all;
end $function$;

CREATE OR REPLACE FUNCTION public.round_counter_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into round_counters (game, last) values (new.name, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.round_enter_balance(p_round text, p_no integer, p_player text, p_pseudonym text, p_pick integer, p_cents bigint, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  values (p_round, p_no, p_player, p_pseudonym, p_pick, p_cents, p_at);
end $function$;

CREATE OR REPLACE FUNCTION public.round_hand_out(p_game text, p_taken bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_last bigint;
begin
  select last into v_last from round_counters where game = p_game for update skip locked;
  if v_last - p_taken < 256 then
    update round_counters set last = v_last + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, v_last + k from generate_series(1, 256) k;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.round_lock_in_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if database_ms() - new.loaded_at > 4000 then
    raise exception 'the lock of round % was decided on % ms ago', new.id, database_ms() - new.loaded_at
      using errcode = 'FPR01';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.round_next_number(p_game text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  n bigint := round_take_number(p_game);
  handed_out bigint;
begin
  if n is not null then
    if n % 256 = 128 then
      select last into handed_out from round_counters where game = p_game for update skip locked;
      if handed_out - n < 256 then
        update round_counters set last = handed_out + 256 where game = p_game;
        insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(1, 256) k;
      end if;
    end if;
    return n;
  end if;
  select last into strict handed_out from round_counters where game = p_game for update;
  n := round_take_number(p_game);
  if n is null then
    update round_counters set last = handed_out + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(2, 256) k;
    n := handed_out + 1;
  end if;
  return n;
end $function$;

CREATE OR REPLACE FUNCTION public.round_reveal(p_ids text[], p_chain text)
 RETURNS TABLE(id text, secret text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.round_id, s.secret from public.round_secrets s join public.rounds r on r.id = s.round_id
  where r.id = any (p_ids) and r.phase = 'locked' and r.lock_text::jsonb #>> '{drand,chain}' = p_chain
    and exists (select from public.beacon_outputs b where b.chain = p_chain and b.round = r.drand_round)
$function$;

CREATE OR REPLACE FUNCTION public.round_script(p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb, p_round text, p_version integer, p_game text, p_winner text, p_lead_cents bigint, p_leaf text, p_at bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  earlier jsonb;
begin
  perform round_turn(p_round);
  earlier := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
  if earlier is not null then
    return earlier;
  end if;
  update rounds set scripted = true, version = version + 1
  where id = p_round and version = p_version and game = p_game and locked_at is null and ended_at is null;
  if not found then
    raise exception 'round % is no longer open at version %', p_round, p_version using errcode = 'FPR01';
  end if;
  insert into scripted_rounds (round_id, winner_id, lead_cents, set_by, set_at)
  values (p_round, p_winner, p_lead_cents, p_actor, p_at)
  on conflict (round_id) do update set winner_id = excluded.winner_id, lead_cents = excluded.lead_cents,
    set_by = excluded.set_by, set_at = excluded.set_at;
  insert into log_leaves (kind, round_id, body, at) values ('scripted', p_round, p_leaf, p_at);
  insert into script_tries (at, staff_id, game, round_id, winner_id) values (p_at, p_actor, p_game, p_round, p_winner);
  perform emit_fact(p_game, null, p_round, p_version + 1, p_game || '.scripted', null, p_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.round_seals(p_ids text[], p_chain text, p_round bigint)
 RETURNS TABLE(id text, seal_key text, box text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.round_id, w.seal_key, public.xor32(decode(right(s.secret, 64), 'hex'),
    sha256(convert_to('fp/2/seal|' || s.round_id || '|', 'UTF8') || w.window_key))
  from public.round_secrets s join public.rounds r on r.id = s.round_id
    join public.window_keys w on w.chain = p_chain and w.round = p_round
  where s.round_id = any (p_ids) and r.phase = 'open' and not r.scripted
$function$;

CREATE OR REPLACE FUNCTION public.round_stakes(p_game text, p_batch jsonb, p_wait boolean)
 RETURNS TABLE(stake integer, earlier jsonb, reused boolean, made jsonb, refused jsonb)
 LANGUAGE plpgsql
AS $function$
declare
  v_receipts receipt_claim[] := array(select r from jsonb_populate_recordset(null::receipt_claim, p_batch -> 'receipts') r);
  v_items staked_item[] := array(select i from jsonb_populate_recordset(null::staked_item, p_batch -> 'items') i);
  v_openings round_opening[] := array(select o from jsonb_populate_recordset(null::round_opening, p_batch -> 'openings') o);
  v_locks round_locking[] := array(select l from jsonb_populate_recordset(null::round_locking, p_batch -> 'locks') l);
  v_enters round_entering[] := array(select n from jsonb_populate_recordset(null::round_entering, p_batch -> 'enters') n);
  v_entries round_entry[] := array(select e from jsonb_populate_recordset(null::round_entry, p_batch -> 'entries') e);
  v_entered round_entry[] := '{}';
  v_done integer[];
  v_stale integer[];
  v_counted protected_stake[];
  v_refused integer[] := '{}';
  v_told integer;
  v_paused boolean;
begin
  if not p_wait then
    perform set_config('lock_timeout', '250', true);
  end if;
  v_paused := pause_gate(p_game || '.paused');
  if cardinality(v_enters) > 0 then
    perform round_turn(t.round_id) from (select distinct n.round_id from unnest(v_enters) n order by 1) t;
  end if;
  v_done := claim_receipts(v_receipts);
  if v_done <> '{}' then
    return query select c.stake, r.response, r.call <> c.call or r.input_hash <> decode(c.input_hash, 'hex'), null::jsonb, null::jsonb
      from unnest(v_receipts) c join receipts r on r.player_id = c.player_id and r.key = c.key where c.stake = any (v_done);
    get diagnostics v_told = row_count;
    if v_told <> cardinality(v_done) then
      -- Swept away between the two statements: the caller tries again.
      raise exception using errcode = 'serialization_failure', message = 'a receipt vanished';
    end if;
    v_items := array(select i from unnest(v_items) i where i.stake <> all (v_done));
    v_locks := array(select l from unnest(v_locks) l where l.stake <> all (v_done));
    v_enters := array(select n from unnest(v_enters) n where n.stake <> all (v_done));
  end if;
  if v_paused then
    -- What was decided on is no longer so; who decides again reads the pause.
    return query select e.stake, null::jsonb, false, null::jsonb, null::jsonb from unnest(v_entries) e where e.stake <> all (v_done);
    delete from receipts r using unnest(v_receipts) c
    where c.stake <> all (v_done) and r.player_id = c.player_id and r.key = c.key;
    return;
  end if;
  v_stale := rounds_hold(v_locks, p_wait) || rounds_hold_open(v_enters) || vault_hold(v_items, p_wait);
  -- Before a game gives numbers and room to an entry: what a player may not stake takes neither.
  v_counted := array(select row(e.stake, e.player_id, e.cents)::protected_stake from unnest(v_entries) e
    where e.stake <> all (v_done || v_stale) order by e.stake);
  for stake, refused in select p.stake, p.refused from protection_stakes(v_counted) p loop
    v_refused := v_refused || stake;
    reused := false;
    return next;
  end loop;
  v_stale := v_stale || v_refused;
  if cardinality(v_enters) > 0 then
    v_entered := round_admit(p_game, array(select e from unnest(v_entries) e join unnest(v_enters) n on n.stake = e.stake
      where e.stake <> all (v_stale)), p_batch -> 'rules');
    v_stale := v_stale || array(select n.stake from unnest(v_enters) n
      where n.stake <> all (v_stale) and n.stake <> all (array(select e.stake from unnest(v_entered) e)));
    perform protection_uncount(c.player_id, 'stake', protection_hour(), c.cents) from unnest(v_counted) c
    where c.stake = any (v_stale) and c.stake <> all (v_refused);
  end if;
  if v_stale <> '{}' then
    return query select distinct s, null::jsonb, false, null::jsonb, null::jsonb from unnest(v_stale) s
      where s <> all (v_refused);
    delete from receipts r using unnest(v_receipts) c
    where c.stake = any (v_stale) and r.player_id = c.player_id and r.key = c.key;
    v_items := array(select i from unnest(v_items) i where i.stake <> all (v_stale));
    v_locks := array(select l from unnest(v_locks) l where l.stake <> all (v_stale));
  end if;
  if v_done <> '{}' or v_stale <> '{}' then
    v_openings := array(select o from unnest(v_openings) o where o.stake <> all (v_done || v_stale));
    v_entries := array(select e from unnest(v_entries) e where e.stake <> all (v_done || v_stale));
  end if;
  if cardinality(v_entered) > 0 then
    v_entries := v_entered || array(select e from unnest(v_entries) e where e.no is not null);
    v_items := array(select row(i.stake, i.item_id, i.item_type, i.cents, i.player_id, i.round_id,
        coalesce(i.entry_no, e.no), i.at)::staked_item
      from unnest(v_items) i left join unnest(v_entered) e on e.stake = i.stake);
    return query select n.stake, null::jsonb, false, n.answer || jsonb_build_object('entryNo', e.no), null::jsonb
      from unnest(v_enters) n join unnest(v_entered) e on e.stake = n.stake;
    update receipts r set response = n.answer || jsonb_build_object('entryNo', e.no)
    from unnest(v_receipts) c join unnest(v_enters) n on n.stake = c.stake join unnest(v_entered) e on e.stake = c.stake
    where r.player_id = c.player_id and r.key = c.key;
    perform rounds_tell_entered(p_game, v_entered);
  end if;
  perform rounds_lock(v_locks);
  perform vault_stake_held(v_items);
  perform rounds_enter(v_entries, v_items);
  perform rounds_open(p_game, v_openings);
end $function$;

CREATE OR REPLACE FUNCTION public.round_step(p_id text, p_version integer, p_phase text, p_type text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_game text;
begin
  update rounds set version = version + 1 where id = p_id and version = p_version and phase = p_phase
  returning game into v_game;
  if not found then
    raise exception 'round % is no longer % at version %', p_id, p_phase, p_version using errcode = 'FPR01';
  end if;
  perform emit_fact(v_game, null, p_id, p_version + 1, v_game || '.' || p_type, null, p_at);
end $function$;

CREATE OR REPLACE FUNCTION public.round_take_number(p_game text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint;
begin
  delete from round_numbers where game = p_game and number = (
    select number from round_numbers where game = p_game order by number limit 1 for update skip locked
  ) returning number into taken;
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION public.round_take_numbers(p_game text, p_count integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
declare
  v_taken bigint[];
  v_middle bigint;
begin
  with free as (
    select number from round_numbers where game = p_game order by number limit p_count for update skip locked
  ), taken as (
    delete from round_numbers n using free where n.game = p_game and n.number = free.number returning n.number
  )
  select coalesce(array_agg(number order by number), '{}'), min(number) filter (where number % 256 = 128)
  into v_taken, v_middle from taken;
  if v_middle is not null then
    perform round_hand_out(p_game, v_middle);
  end if;
  while cardinality(v_taken) < p_count loop
    v_taken := v_taken || round_next_number(p_game);
  end loop;
  return v_taken;
end $function$;

CREATE OR REPLACE FUNCTION public.round_turn(p_round text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended(p_round, 0))
$function$;

CREATE OR REPLACE FUNCTION public.rounds_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPR03';
end $function$;

CREATE OR REPLACE FUNCTION public.rounds_enter(p_entries round_entry[], p_items staked_item[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  select e.round_id, e.no, e.player_id, e.pseudonym, e.pick, e.cents, e.at from unnest(p_entries) e;
  insert into stake_items (round_id, entry_no, item_id, item_type, cents)
  select i.round_id, i.entry_no, i.item_id, i.item_type, i.cents from unnest(p_items) i;
end $function$;

CREATE OR REPLACE FUNCTION public.rounds_hold(p_locks round_locking[], p_wait boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
declare
  v_held text[];
begin
  if p_wait then
    v_held := array(select r.id from unnest(p_locks) w join rounds r on r.id = w.id
      where r.version = w.version and r.locked_at is null and r.ended_at is null and r.scripted = (w.lock_text is null)
      order by r.id for no key update of r);
  else
    v_held := array(select r.id from unnest(p_locks) w join rounds r on r.id = w.id
      where r.version = w.version and r.locked_at is null and r.ended_at is null and r.scripted = (w.lock_text is null)
      order by r.id for no key update of r skip locked);
  end if;
  if cardinality(v_held) = cardinality(p_locks) then
    return '{}';
  end if;
  return array(select w.stake from unnest(p_locks) w where w.id <> all (v_held));
end $function$;

CREATE OR REPLACE FUNCTION public.rounds_hold_open(p_enters round_entering[])
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
declare
  v_plain text[];
  v_scripted text[];
begin
  if cardinality(p_enters) = 0 then
    return '{}';
  end if;
  select coalesce(array_agg(h.id) filter (where not h.scripted), '{}'), coalesce(array_agg(h.id) filter (where h.scripted), '{}')
  into v_plain, v_scripted from (
    select r.id, r.scripted from rounds r where r.id = any (array(select distinct w.round_id from unnest(p_enters) w))
      and r.locked_at is null and r.ended_at is null order by r.id for no key update of r
  ) h;
  return array(select w.stake from unnest(p_enters) w
    where w.round_id <> all (case when w.scripted then v_scripted else v_plain end));
end $function$;

CREATE OR REPLACE FUNCTION public.rounds_lock(p_locks round_locking[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_locked integer;
begin
  with locked as (
    update rounds r set phase = 'locked', version = r.version + 1, lock_text = w.lock_text, locked_at = w.at,
      drand_round = w.drand_round, due_at = w.due_at, loaded_at = w.loaded_at
    from unnest(p_locks) w
    where r.id = w.id and r.version = w.version and r.locked_at is null and r.ended_at is null
      and r.scripted = (w.lock_text is null)
    returning r.id, r.game, r.version, r.lock_text, r.locked_at
  ), logged as (
    insert into log_leaves (kind, round_id, body, at)
    select 'lock', id, lock_text, locked_at from locked where lock_text is not null
  )
  insert into facts (topic, subject, version, type, at)
  select game, id, version, game || '.locked', locked_at from locked;
  get diagnostics v_locked = row_count;
  if v_locked <> cardinality(p_locks) then
    raise exception '% of % rounds could be locked', v_locked, cardinality(p_locks) using errcode = 'FPR01';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.rounds_open(p_game text, p_rounds round_opening[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_numbers bigint[] := round_take_numbers(p_game, cardinality(p_rounds));
begin
  insert into round_secrets (round_id, secret) select r.id, r.secret from unnest(p_rounds) r;
  insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at, one_at_a_time)
  select r.id, p_game, r.number, 'open', 1, r.hash, r.fee_bps, r.at,
    (select g.one_at_a_time from games g where g.name = p_game)
  from rows from (unnest(p_rounds), unnest(v_numbers)) as r (stake, id, hash, fee_bps, secret, leaf, at, number);
  insert into log_leaves (kind, round_id, body, at)
  select 'open', r.id, replace(r.leaf, '"number":0', '"number":' || r.number), r.at
  from rows from (unnest(p_rounds), unnest(v_numbers)) as r (stake, id, hash, fee_bps, secret, leaf, at, number);
  insert into facts (topic, subject, version, type, at)
  select p_game, r.id, 1, p_game || '.opened', r.at from unnest(p_rounds) r;
end $function$;

CREATE OR REPLACE FUNCTION public.rounds_tell_entered(p_game text, p_entries round_entry[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with raised as (
    update rounds r set version = r.version + e.count
    from (select e.round_id, count(*)::integer as count from unnest(p_entries) e group by e.round_id) e
    where r.id = e.round_id
    returning r.id, r.version - e.count as version
  )
  insert into facts (topic, subject, version, type, at)
  select p_game, r.id, r.version + row_number() over (partition by r.id order by e.no), p_game || '.entered', e.at
  from unnest(p_entries) e join raised r on r.id = e.round_id order by r.id, e.no;
end $function$;

CREATE OR REPLACE FUNCTION public.sessions_end(p_player text)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from sessions where player_id = p_player
$function$;

CREATE OR REPLACE FUNCTION public.solvency_only_grows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and (old.at is null
    or (new.number, new.at, new.body, new.leaf_id, new.depth) = (old.number, old.at, old.body, old.leaf_id, old.depth)
      and new.token is null and not new.kept and new.seed is null) then
    return new;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'FPS01';
end $function$;

CREATE OR REPLACE FUNCTION public.staff_acts_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'staff_acts is only added to';
end $function$;

CREATE OR REPLACE FUNCTION public.steam_look_claim(p_at bigint, p_until bigint, p_limit integer)
 RETURNS TABLE(player_id text, app_id integer, partner text, token text, version bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  update steam_looks l set due_at = null
  where (l.player_id, l.app_id) in (
    select d.player_id, d.app_id from steam_looks d where d.due_at <= p_at and d.asked_at <= p_at - 60000
    order by d.asked_at limit 100 for update skip locked);
  return query
  with due as materialized (
    select l.player_id, l.app_id from steam_looks l where l.due_at <= p_at and l.asked_at > p_at - 60000
    order by l.asked_at limit p_limit for update skip locked
  )
  update steam_looks l set due_at = p_until
  from due where l.player_id = due.player_id and l.app_id = due.app_id
  returning l.player_id, l.app_id, l.partner, l.token, l.version;
end $function$;

CREATE OR REPLACE FUNCTION public.steam_look_seen(p_player text, p_app integer, p_version bigint, p_items jsonb, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_looks integer;
begin
  update steam_looks set items = p_items, seen_at = p_at, due_at = null, looks = looks + 1
  where player_id = p_player and app_id = p_app and version = p_version
  returning looks into v_looks;
  if not found then
    return false;
  end if;
  perform emit_fact('player', p_player, 'steam:' || p_app, v_looks, 'steam.items',
    jsonb_build_object('appId', p_app), p_at);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.support_message_whose()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.player_id := (select player_id from support_tickets where id = new.ticket_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_player(p_player text, p_kind text, p_header text, p_text text, p_link text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  made bigint;
begin
  if exists (select from notification_choices c where c.player_id = p_player and p_kind = any(c.off)) then
    return;
  end if;
  insert into notifications (player_id, kind, header, text, link, at)
  values (p_player, p_kind, p_header, p_text, p_link, p_at)
  returning id into made;
  perform emit_fact('player', p_player, made::text, 1, 'notification.new', jsonb_build_object('notification',
    jsonb_build_object('id', made, 'kind', p_kind, 'header', p_header, 'text', p_text, 'link', p_link, 'at', p_at,
      'read', false)), p_at);
end $function$;

CREATE OR REPLACE FUNCTION public.trade_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPT03';
end $function$;

CREATE OR REPLACE FUNCTION public.trade_assign(p_id text, p_lease text, p_picks jsonb, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_set integer;
begin
  perform 1 from trade_orders
  where id = p_id and kind = 'WITHDRAWAL' and state = 'CREATED' and lease = p_lease and lease_until > p_at
  for no key update;
  if not found then
    return false;
  end if;
  insert into trade_assets (item_id, app_id, asset_id, context_id)
  select i.item_id, i.app_id, w."assetId", w."contextId"
  from jsonb_to_recordset(p_picks) as w (no smallint, "assetId" text, "contextId" text)
    join trade_order_items i on i.order_id = p_id and i.no = w.no and i.asset_id is null
  -- Its own asset was taken back after it had been staked: from now on another one stands behind it, which nobody brought.
  on conflict (item_id) do update
  set app_id = excluded.app_id, asset_id = excluded.asset_id, context_id = excluded.context_id, held = true,
    brought_by = null, brought_cents = null
  where not trade_assets.held;
  update trade_order_items i set asset_id = w."assetId", context_id = w."contextId"
  from jsonb_to_recordset(p_picks) as w (no smallint, "assetId" text, "contextId" text)
  where i.order_id = p_id and i.no = w.no and i.asset_id is null;
  get diagnostics v_set = row_count;
  if v_set <> jsonb_array_length(p_picks) then
    raise exception 'order % has no such items without an asset', p_id using errcode = 'FPT03';
  end if;
  return true;
exception when unique_violation then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_bets_claim(p_at bigint, p_until bigint, p_limit integer)
 RETURNS TABLE(order_id text, claim bigint)
 LANGUAGE sql
AS $function$
  update trade_bets s set due_at = p_until
  where s.order_id = any(array(
    select d.order_id from trade_bets d where d.due_at <= p_at order by d.due_at limit p_limit for update skip locked))
  returning s.order_id, s.due_at
$function$;

CREATE OR REPLACE FUNCTION public.trade_bets_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'the bet of order % would be forgotten', old.order_id using errcode = 'FPT03';
  end if;
  if (new.order_id, new.player_id, new.game, new.call, new.input, new.round_id, new.until_at) is distinct from
    (old.order_id, old.player_id, old.game, old.call, old.input, old.round_id, old.until_at) or old.state <> 'OPEN' then
    raise exception 'the bet of order % would become another one', old.order_id using errcode = 'FPT03';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_bets_wake()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update trade_bets set due_at = 0 where order_id = new.id and state = 'OPEN';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_bot_seen(p_bot jsonb, p_at bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into trade_bots as b (steam_id, name, level, since_at, avatar, seen_at)
  values (p_bot ->> 'steamId', p_bot ->> 'name', (p_bot ->> 'level')::integer, (p_bot ->> 'sinceAt')::bigint,
    p_bot ->> 'avatar', p_at)
  on conflict (steam_id) do update set name = excluded.name, level = excluded.level, since_at = excluded.since_at,
    avatar = excluded.avatar, seen_at = excluded.seen_at
  where b.seen_at <= excluded.seen_at
$function$;

CREATE OR REPLACE FUNCTION public.trade_claim(p_lease text, p_at bigint, p_until bigint, p_limit integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update trade_orders o set lease = p_lease, lease_until = p_until
  where o.id = any(array(
    select d.id from trade_orders d where d.due_at <= p_at and d.lease_until <= p_at
    order by d.due_at limit p_limit for update skip locked))
  returning o.id
$function$;

CREATE OR REPLACE FUNCTION public.trade_held_assets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_change bigint := case when new.held then coalesce(new.brought_cents, 0) else 0 end;
begin
  if tg_op = 'UPDATE' and old.held then
    v_change := v_change - coalesce(old.brought_cents, 0);
  end if;
  if v_change <> 0 then
    update trade_holdings set brought_cents = brought_cents + v_change;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_held_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_ended constant text[] := array['DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'];
  v_change bigint := case when new.booked_at is null and new.state <> all (v_ended) then new.cents else 0 end;
begin
  if tg_op = 'UPDATE' and old.booked_at is null and old.state <> all (v_ended) then
    v_change := v_change - old.cents;
  end if;
  if v_change <> 0 then
    update trade_holdings set ordered_cents = ordered_cents + v_change;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_hour_add(p_hour bigint, p_cents bigint, p_most bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_rows integer;
begin
  insert into trade_hours (hour, out_cents) values (p_hour, 0) on conflict do nothing;
  update trade_hours set out_cents = out_cents + p_cents where hour = p_hour and out_cents + p_cents <= p_most;
  get diagnostics v_rows = row_count;
  return v_rows = 1;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_move(p_id text, p_from text[], p_lease text, p_change jsonb, p_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_old trade_orders;
  v_new trade_orders;
begin
  select * into v_old from trade_orders where id = p_id for no key update;
  if not found or v_old.state <> all (p_from)
    or p_lease is not null and (v_old.lease is distinct from p_lease or v_old.lease_until <= p_at) then
    return false;
  end if;
  update trade_orders o set
    state = coalesce(p_change ->> 'state', o.state),
    bot = coalesce(o.bot, (select b.steam_id from trade_bots b where b.steam_id = p_change ->> 'bot')),
    offer_id = coalesce(o.offer_id, p_change ->> 'offerId'),
    trade_id = coalesce(o.trade_id, p_change ->> 'tradeId'),
    trade_status = coalesce((p_change ->> 'tradeStatus')::integer, o.trade_status),
    settles_at = coalesce((p_change ->> 'settlesAt')::bigint, o.settles_at),
    reason = coalesce(p_change ->> 'reason', o.reason),
    due_at = case when p_change ? 'dueAt' then (p_change ->> 'dueAt')::bigint else o.due_at end,
    lease = case when p_change ? 'dueAt' then null else o.lease end,
    lease_until = case when p_change ? 'dueAt' then 0 else o.lease_until end
  where o.id = p_id returning * into v_new;
  if (v_new.state, v_new.offer_id, v_new.trade_status, v_new.settles_at)
    is not distinct from (v_old.state, v_old.offer_id, v_old.trade_status, v_old.settles_at) then
    return true;
  end if;
  -- When the books owe something: `owedBy` of contract/src/trade-states.ts.
  update trade_orders o set version = o.version + 1, changed_at = p_at,
    books_due = case
      when o.kind = 'DEPOSIT' then o.state in ('ACCEPTED', 'SETTLED') and o.trade_status is not distinct from 3 or o.state = 'REVERSED'
      else o.state in ('SETTLED', 'REVERSED', 'DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED') end
  where o.id = p_id returning * into v_new;
  update trade_order_items set open = false where order_id = p_id and open and v_new.slot is null;
  perform trade_tell(p_id, p_at);
  if v_new.kind = 'WITHDRAWAL' and v_new.state = 'SENT' and v_old.state <> 'SENT' then
    perform tell_player(v_new.player_id, 'withdrawal', 'Withdrawal',
      'Your items wait for you at Steam: accept the offer ' || v_new.code, '/withdraw', p_at);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_open(p_order jsonb, p_items jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_index text;
begin
  for v_slot in 1..2 loop
    begin
      insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at, expires_at,
        changed_at, due_at, slot)
      select o.id, o.kind, o.player_id, o.partner, o.token, o.app_id, o.code, o.to_balance, o.cents, o.created_at, o.expires_at,
        o.created_at, o.created_at, v_slot
      from jsonb_populate_record(null::trade_orders, p_order) o;
      insert into trade_order_items (order_id, no, app_id, context_id, asset_id, item_type, market_hash_name, cents, back_cents, item_id)
      select i.order_id, i.no, i.app_id, i.context_id, i.asset_id, i.item_type, i.market_hash_name, i.cents, i.back_cents, i.item_id
      from jsonb_populate_recordset(null::trade_order_items, p_items) i;
      return;
    exception when unique_violation then
      get stacked diagnostics v_index = constraint_name;
      if v_index = 'trade_order_items_once' then
        perform refuse('ITEM_IN_OFFER');
      elsif v_index <> 'trade_orders_slots' then
        raise;
      end if;
    end;
  end loop;
  perform refuse('TOO_MANY_OFFERS');
end $function$;

CREATE OR REPLACE FUNCTION public.trade_orders_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_next text[] := case
    when old.state = 'CREATED' then array['SENDING', 'REFUSED', 'EXPIRED']
    when old.state = 'SENDING' then array['CREATED', 'SENT', 'NEEDS_CONFIRMATION', 'REFUSED', 'UNKNOWN', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    when old.state = 'UNKNOWN' then array['SENT', 'NEEDS_CONFIRMATION', 'REFUSED', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    when old.state = 'NEEDS_CONFIRMATION' then array['SENT', 'REFUSED', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    when old.state = 'SENT' then array['NEEDS_CONFIRMATION', 'REFUSED', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    -- An offer of a deposit that was given up may turn up all the same and be accepted.
    when old.state in ('EXPIRED', 'REFUSED') and old.kind = 'DEPOSIT' then array['ACCEPTED', 'HELD']
    when old.state = 'ACCEPTED' then array['SETTLED', 'HELD', 'REFUSED', 'REVERSED']
    when old.state = 'HELD' then array['ACCEPTED', 'REFUSED', 'REVERSED']
    else '{}'::text[] end;
begin
  -- Whom an order of a closed account went to is forgotten, once.
  if (new.partner, new.token) = ('', '') and (old.partner, old.token) <> ('', '')
    and exists (select from players where id = old.player_id and closed_at is not null) then
    if to_jsonb(new) - array['partner', 'token'] <> to_jsonb(old) - array['partner', 'token'] then
      raise exception 'order % would become another one', old.id using errcode = 'FPT03';
    end if;
    return new;
  end if;
  if (new.id, new.kind, new.player_id, new.partner, new.token, new.app_id, new.code, new.to_balance, new.cents, new.created_at,
      new.expires_at) is distinct from (old.id, old.kind, old.player_id, old.partner, old.token, old.app_id, old.code,
      old.to_balance, old.cents, old.created_at, old.expires_at)
    or new.bot is distinct from old.bot and old.bot is not null
    or new.offer_id is distinct from old.offer_id and old.offer_id is not null
    or new.trade_id is distinct from old.trade_id and old.trade_id is not null
    or new.booked_at is distinct from old.booked_at and old.booked_at is not null
    or new.released_at is distinct from old.released_at and old.released_at is not null
    or new.returned_at is distinct from old.returned_at and old.returned_at is not null then
    raise exception 'order % would become another one', old.id using errcode = 'FPT03';
  end if;
  if new.state <> old.state and new.state <> all (v_next) then
    raise exception 'order % goes from % to %', old.id, old.state, new.state using errcode = 'FPT03';
  end if;
  -- What was credited is not refused afterwards: it is taken back.
  if new.state = 'REFUSED' and old.booked_at is not null then
    raise exception 'order % was booked and is refused', old.id using errcode = 'FPT03';
  end if;
  if new.state not in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN') then
    new.slot := null;
  end if;
  new.late := old.late or old.state in ('EXPIRED', 'REFUSED') and new.state <> old.state;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_record(p_order text, p_trade text, p_moves jsonb, p_at bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_new integer;
begin
  insert into trade_moves (trade_id, app_id, asset_id, context_id, new_asset_id, new_context_id, order_id, direction, at)
  select p_trade, o.app_id, m."assetId", m."contextId", m."newAssetId", m."newContextId", o.id, m.direction, p_at
  from trade_orders o, jsonb_to_recordset(p_moves)
    as m ("assetId" text, "contextId" text, "newAssetId" text, "newContextId" text, direction text)
  where o.id = p_order
  on conflict do nothing;
  get diagnostics v_new = row_count;
  return v_new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_room(p_most bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_held bigint;
begin
  set constraints trade_orders_held immediate;
  select h.brought_cents + h.ordered_cents + (select coalesce(sum(l.free_cents), 0) from trade_stock_looks l)
  into v_held from trade_holdings h;
  return v_held <= p_most;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_stock_seen(p_app integer, p_assets jsonb, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into trade_stock_looks as l (app_id, seen_at) values (p_app, p_at)
  on conflict (app_id) do update set seen_at = excluded.seen_at where l.seen_at < excluded.seen_at;
  if not found then
    return;
  end if;
  delete from trade_stock where app_id = p_app;
  insert into trade_stock (app_id, market_hash_name, free)
  select p_app, s.name, count(*) from jsonb_to_recordset(p_assets) as s ("assetId" text, name text)
  where not exists (select 1 from trade_assets a where a.app_id = p_app and a.asset_id = s."assetId" and a.held)
    and not exists (select 1 from trade_order_items i where i.app_id = p_app and i.asset_id = s."assetId" and i.open)
  group by s.name;
  update trade_stock_looks set free_cents = (
    select coalesce(sum(t.free * i.price_cents), 0)
    from trade_stock t join item_types i on i.app_id = t.app_id and i.market_hash_name = t.market_hash_name
    where t.app_id = p_app)
  where app_id = p_app;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_tell(p_id text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_fact('player', o.player_id, o.id, o.version, 'trade.order', jsonb_build_object(
    'orderId', o.id, 'version', o.version, 'kind', o.kind, 'state', o.state, 'code', o.code, 'offerId', o.offer_id,
    'reason', o.reason), p_at)
  from trade_orders o where o.id = p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.vault_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPV03';
end $function$;

CREATE OR REPLACE FUNCTION public.vault_hold(p_items staked_item[], p_wait boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
declare
  v_held text[];
begin
  if p_wait then
    v_held := array(select h.item_id from (
      select p.item_id, p.holder_kind, p.holder_id, p.state, w.player_id from unnest(p_items) w
        join item_positions p on p.item_id = w.item_id
        join item_types t on t.slug = w.item_type and t.price_cents = w.cents
      order by p.item_id offset 0 for no key update of p
    ) h where h.holder_kind = 'player' and h.holder_id = h.player_id and h.state = 'available');
  else
    v_held := array(select h.item_id from (
      select p.item_id, p.holder_kind, p.holder_id, p.state, w.player_id from unnest(p_items) w
        join item_positions p on p.item_id = w.item_id
        join item_types t on t.slug = w.item_type and t.price_cents = w.cents
      order by p.item_id offset 0 for no key update of p skip locked
    ) h where h.holder_kind = 'player' and h.holder_id = h.player_id and h.state = 'available');
  end if;
  if cardinality(v_held) = cardinality(p_items) then
    return '{}';
  end if;
  return array(select distinct w.stake from unnest(p_items) w where w.item_id <> all (v_held));
end $function$;

CREATE OR REPLACE FUNCTION public.vault_restock(p_items text[], p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p set holder_id = 'house', state = 'stock', version = p.version + 1
    from (select item_id, holder_id from item_positions where item_id = any (p_items)) b
    where p.item_id = b.item_id and p.holder_kind = 'house' and p.state = 'forfeited'
    returning p.item_id, p.version, b.holder_id as from_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'RESTOCK', 'house', from_id, 'house', 'house', 'market', p_at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % items are the house''s and no stock yet', v_moved, cardinality(p_items) using errcode = 'FPV03';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.vault_sell(p_items sold_item[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p set holder_kind = 'player', holder_id = w.player_id, state = 'available', version = p.version + 1
    from unnest(p_items) w
    where p.item_id = w.item_id and p.holder_kind = 'house' and p.state = 'stock'
    returning p.item_id, p.version, w.player_id, w.order_id, w.at
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'SELL', 'house', 'house', 'player', player_id, order_id, at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % items to be sold are stock of the house', v_moved, cardinality(p_items) using errcode = 'FPV03';
  end if;
  update items set kind = 'MARKET'
  where id = any (array(select w.item_id from unnest(p_items) w)) and kind <> 'MARKET';
end $function$;

CREATE OR REPLACE FUNCTION public.vault_stake_held(p_items staked_item[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p
    set holder_kind = 'round', holder_id = w.round_id, state = 'staked', version = p.version + 1
    from unnest(p_items) w where p.item_id = w.item_id
    returning p.item_id, p.version, w.player_id, w.round_id, w.at
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'STAKE', 'player', player_id, 'round', round_id, round_id, at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % held items could be moved', v_moved, cardinality(p_items) using errcode = 'FPV01';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.vault_trade(p_moves jsonb, p_ref text, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_moved integer;
begin
  perform 1 from item_positions
  where item_id = any(array(select m.item from jsonb_to_recordset(p_moves) as m (item text)))
  order by item_id for no key update;
  with moves as (
    update item_positions p
    set holder_kind = case m.code when 'LEAVE' then 'outside' when 'SELL' then 'house' else 'player' end,
      holder_id = case m.code when 'LEAVE' then 'outside' when 'SELL' then '' else m.player end,
      state = case m.code when 'HOLD' then 'trading' when 'RELEASE' then 'available' when 'LEAVE' then 'withdrawn'
        else 'forfeited' end,
      version = p.version + 1
    from jsonb_to_recordset(p_moves) as m (item text, player text, code text)
    where p.item_id = m.item and p.holder_kind = 'player' and p.holder_id = m.player
      and case m.code when 'HOLD' then p.state = 'available' when 'RELEASE' then p.state = 'trading'
        when 'LEAVE' then p.state = 'trading' when 'SELL' then p.state in ('available', 'trading') else false end
    returning p.item_id, p.version, m.code, m.player, p.holder_kind, p.holder_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'TRADE_' || code, 'player', player, holder_kind, holder_id, p_ref, p_at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> jsonb_array_length(p_moves) then
    raise exception '% of % items could be moved', v_moved, jsonb_array_length(p_moves) using errcode = 'FPV01';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.vault_unstake(p_moves jsonb, p_at bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  moved integer;
begin
  perform 1 from item_positions
  where item_id in (select m.item from jsonb_to_recordset(p_moves) as m (item text))
  order by item_id for no key update;
  with moves as (
    update item_positions p
    set holder_kind = case m.code when 'FEE' then 'house' else 'player' end,
      holder_id = case m.code when 'FEE' then 'house' else m."to" end,
      state = case m.code when 'FEE' then 'forfeited' else 'available' end,
      version = p.version + 1
    from jsonb_to_recordset(p_moves) as m (item text, round text, code text, "to" text)
    where p.item_id = m.item and p.holder_kind = 'round' and p.holder_id = m.round and p.state = 'staked'
      and m.code in ('RETURN', 'WIN', 'FEE')
    returning p.item_id, p.version, m.code, m.round, p.holder_kind, p.holder_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, code, 'round', round, holder_kind, holder_id, round, p_at from moves;
  get diagnostics moved = row_count;
  if moved <> jsonb_array_length(p_moves) then
    raise exception 'an item is not in the round that it is to leave' using errcode = 'FPV03';
  end if;
  update items set kind = 'WIN'
  where id in (select m.item from jsonb_to_recordset(p_moves) as m (item text, code text) where m.code = 'WIN')
    and kind <> 'WIN';
end $function$;

CREATE OR REPLACE FUNCTION public.withdrawal_timed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into withdrawal_times as t (day, kind, step, done)
  values (new.changed_at / 86400000, case tg_table_name when 'trade_orders' then 'STEAM' else to_jsonb(new) ->> 'coin' end,
    ceil(ln(greatest(new.changed_at - new.created_at, 1)) / ln(1.1::double precision)), 1)
  on conflict (day, kind, step) do update set done = t.done + 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.xor32(a bytea, b bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select string_agg(lpad(to_hex(substring(x from p for 64)::bit(64)::bigint), 16, '0'), '' order by p)
  from (select ('x' || encode(a, 'hex'))::bit(256) # ('x' || encode(b, 'hex'))::bit(256) as x) v,
    unnest(array[1, 65, 129, 193]) as p
$function$;
