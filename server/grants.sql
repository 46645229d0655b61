-- Rights of the database roles (protocol fp/2, section 7). The owner applies the whole file after the migrations, whenever this file or
-- the schema changed (platform/database/roles.ts). No role has a right that is not named here.
--
--   the owner        runs migrations and this file, and nothing else
--   fairpot_app      the server: no DDL, no truncate; adds to history but never changes it; reads no secret and no window key,
--                    writes no beacon output and no result
--   fairpot_settler  the settlement: the app's rights, and those three
--   fairpot_trader   the trade worker: reads orders, and reports the outcome of an offer through functions; no money, no item, no player
--   fairpot_watcher  the chain watcher: reads addresses, and reports what a chain shows through functions; no money, no order, no player
--   fairpot_signer   the signer: reads what to pay, and reports what it signed and the outcome through functions; requests nothing
--
-- A row lock (select ... for update) needs the right to update some column. Tables whose rows are locked but never changed have a
-- comment that says so.

revoke all on all tables in schema public from public, fairpot_app, fairpot_settler, fairpot_trader, fairpot_watcher, fairpot_signer;
revoke all on all sequences in schema public from public, fairpot_app, fairpot_settler, fairpot_trader, fairpot_watcher, fairpot_signer;
revoke all on schema public from public, fairpot_app, fairpot_settler, fairpot_trader, fairpot_watcher, fairpot_signer;
grant usage on schema public to fairpot_app, fairpot_settler, fairpot_trader, fairpot_watcher, fairpot_signer;
grant usage on all sequences in schema public to fairpot_app;

-- platform
grant select on schema_migrations, schema_functions to fairpot_app;
grant select, insert on meta to fairpot_app;
grant select, insert, update, delete on receipts to fairpot_app;
grant select, insert, delete on facts to fairpot_app;
grant select, insert, update, delete on nodes to fairpot_app;
grant select, insert, update on write_probes to fairpot_app;
grant select, insert, update on settings to fairpot_app;
grant select on games to fairpot_app;
grant select, insert on staff_acts to fairpot_app;

-- accounts
grant select, insert, update on players to fairpot_app;
grant select, insert, update, delete on sessions to fairpot_app;
grant select, insert, update (last_used_at, address_hash, other_hash, other_at), delete on api_keys to fairpot_app;
grant select, insert, update (seen_at), delete on player_browsers to fairpot_app;
grant select, insert, delete, update (nonce) on openid_nonces to fairpot_app; -- update: its rows are locked to be swept
grant select, insert, update, delete on staff_codes to fairpot_app;
grant select, insert, delete on staff_recovery_codes to fairpot_app;
grant select, insert, delete on admin_proposals to fairpot_app;
grant select, insert on player_results to fairpot_app;
grant select, insert, update on player_game_stats to fairpot_app;
grant select, insert, delete on barred_people to fairpot_app;
grant select, insert, update on player_days to fairpot_app;
grant select, insert, update on result_totals to fairpot_app;

-- operations: records of staff changes are only added
grant select, insert on setting_changes to fairpot_app;
grant select, insert, update (state, decided_by, decided_at, decided_why, transfer_id) on adjustments to fairpot_app;
grant select, insert, update (cents) on adjustment_days to fairpot_app;
grant select on day_totals to fairpot_app;

-- ledger
grant select, insert, update (balance) on ledger_accounts to fairpot_app;
grant select, insert on transfers, postings to fairpot_app;
grant select, insert, update (ended_by) on escrows to fairpot_app;
grant select, insert on ledger_history to fairpot_app;
grant select, insert, update (id), delete on ledger_pending to fairpot_app; -- update: its rows are locked to be folded

-- vault
grant select, insert, update on item_types to fairpot_app;
grant select, insert, update (kind, details) on items to fairpot_app;
grant select, insert, update (holder_kind, holder_id, state, version) on item_positions to fairpot_app;
grant select, insert on item_moves to fairpot_app;

-- games/kit
grant select, insert, update (phase, version, scripted, lock_text, locked_at, drand_round, due_at, loaded_at, ended_at, stuck)
  on rounds to fairpot_app;
grant insert on round_secrets to fairpot_app;
grant select, update (last) on round_counters to fairpot_app;
grant select, insert, delete, update (number) on round_numbers to fairpot_app; -- update: its rows are locked to be taken
grant select, insert, update, delete on stuck_rounds to fairpot_app;
grant select on restored_rounds to fairpot_app;
grant select, insert on entries to fairpot_app;
grant select, insert, update (fate) on stake_items to fairpot_app;
grant select, insert, update (cents), delete on open_stakes to fairpot_app;
grant select on beacon_outputs, settlements to fairpot_app;
grant select (chain, round, seal_key, made_at) on window_keys to fairpot_app;
grant execute on function round_seals(text[], text, bigint) to fairpot_app;
grant select, insert (kind, round_id, body, at) on log_leaves to fairpot_app; -- id and transaction are the database's
grant select, insert, update on scripted_rounds to fairpot_app;
grant select, insert on script_tries to fairpot_app;

-- games
grant select, insert, update on jackpot_rounds to fairpot_app;
grant select, insert, update (version, retired_at) on cases to fairpot_app;
grant select, insert on case_tables, case_table_items, battle_cases to fairpot_app;
grant select, insert, update (replay_starts_at, replay_round_ms, replay_tie_ms, replay_ends_at, paid_at, closed_at, pay_tries,
  pay_retry_at) on battles to fairpot_app;
grant select, insert, delete on battle_seats to fairpot_app;

-- staff: notes are only added
grant select, insert on staff_notes to fairpot_app;

-- market: sales never change
grant select, insert, update on market_prices, market_quotes, market_feeds, market_steam to fairpot_app;
grant select, insert, update, delete on market_price_days to fairpot_app;
grant select, insert, update (listed_at), delete on market_listings to fairpot_app; -- update: its rows are locked to be sold
grant select, insert on market_sales, market_stockings to fairpot_app;

-- chat, demo
grant select, insert, update (removed_at), delete on chat_messages to fairpot_app; -- author and text of a message never change
grant select, insert, update, delete on chat_bans to fairpot_app;
grant select, insert on chat_audit to fairpot_app;
grant select, insert on demo_grants to fairpot_app;

-- support: messages never change; notifications are marked as read, and deleted; a push on its way never changes its words
grant select, insert, update, delete on support_tickets to fairpot_app;
grant select, insert, delete, update (id) on support_messages to fairpot_app; -- update: its rows are locked to be swept
grant select, insert, update (read_at), delete on notifications to fairpot_app;
grant select, insert, update (off), delete on notification_choices to fairpot_app;
grant select, insert, update (kinds, failed_at), delete on push_subscriptions to fairpot_app;
grant select, insert, update (due_at, tries), delete on push_messages to fairpot_app;

-- transparency: triggers restrict what of a row may change
grant select, insert, update on log_state, log_tiles, log_heads to fairpot_app;
grant select, insert on log_entries, log_cosignatures to fairpot_app;
grant select, insert, update on log_witnesses to fairpot_app;
grant select, insert on log_reports, client_builds to fairpot_app;
grant select, update (token, until) on log_report_claim to fairpot_app;

-- solvency: a trigger restricts what of a statement may change
grant select, insert, update on solvency_statements to fairpot_app;
grant select, insert, delete on solvency_tiles to fairpot_app;

-- inventories at Steam: the trade worker writes what the trading account sees through a function
grant select, insert, update, delete on steam_inventories to fairpot_app;
grant select, insert, delete, update (partner, token, version, asked_at, due_at) on steam_checks to fairpot_app;

-- profile
grant select, insert, delete, update (until_at) on exports to fairpot_app; -- update: its rows are locked to be swept

-- trades
-- The app creates an order (CREATED) and books it; only the trade worker changes its state.
grant select, insert (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at, expires_at, changed_at,
  due_at, slot), update (partner, token, version, changed_at, due_at, books_due, books_at, booked_at, released_at, returned_at)
  on trade_orders to fairpot_app;
grant select, insert, update (item_id, credited_cents) on trade_order_items to fairpot_app;
grant select, insert, update (state, placed_in, reason, details, ended_at, due_at) on trade_bets to fairpot_app;
grant select on trade_moves to fairpot_app;
grant select, insert, update (asset_id, context_id, held) on trade_assets to fairpot_app;
grant select, insert, update on trade_sums to fairpot_app;
grant select on trade_bots, trade_stock, trade_stock_checks, trade_holdings to fairpot_app;
grant select, insert, update (lifted_at, lifted_by, why) on trade_freezes to fairpot_app;
grant select, insert, update on trade_hours to fairpot_app;
grant select on trade_orders, trade_order_items, trade_moves, trade_assets, trade_bots, trade_freezes, trade_stock
  to fairpot_trader;
grant execute on function trade_claim(text, bigint, bigint, integer), trade_move(text, text[], text, jsonb, bigint),
  trade_record(text, text, jsonb, bigint), trade_assign(text, text, jsonb, bigint), trade_bot_seen(jsonb, bigint),
  trade_stock_seen(integer, jsonb, bigint), steam_check_claim(bigint, bigint, integer),
  steam_check_any(bigint), steam_check_seen(text, integer, bigint, jsonb, bigint) to fairpot_trader;
-- The mode of the database, so that a worker never mixes demo and live.
grant select on meta to fairpot_trader;

-- crypto: the app cannot create payments or move cursors, the watcher cannot credit
grant select, update (next_index) on crypto_networks to fairpot_app;
grant select, insert, update (ordered, warm_at, look_at) on crypto_wallets to fairpot_app;
grant select, insert, update (deposited_cents, taken_cents) on crypto_players to fairpot_app;
grant select, insert, update (status, credited_cents, version, changed_at, slot, lock_used) on crypto_orders
  to fairpot_app;
grant select, update (state, due_at, credited_cents, rate_micro, locked_units, locked_micro, credited_at,
  transfer_id, changed_at) on crypto_payments to fairpot_app;
grant select, insert, update (closed_at, closed_by, why) on crypto_incidents to fairpot_app;
grant select, insert, update on crypto_audits to fairpot_app;
grant select, update (notified_at) on crypto_strays to fairpot_app;
grant select, insert, delete, update (allowed_by, allowed_at) on crypto_unseen to fairpot_app;
grant execute on function crypto_unseen_credit(bigint, bigint) to fairpot_app;
grant select on crypto_held to fairpot_app;
grant select on solvency_reserves to fairpot_app;
grant select, insert, update on crypto_rates to fairpot_app;
grant select, update on crypto_rate_turns to fairpot_app;
grant select, insert, update, delete on crypto_readings to fairpot_app;
grant select on crypto_networks, crypto_blocks, crypto_payments to fairpot_watcher;
grant select (id, network, address) on crypto_wallets to fairpot_watcher;
grant execute on function crypto_start(text, bigint, text, bigint), crypto_see(text, jsonb, bigint),
  crypto_scan(text, bigint, text, jsonb, jsonb, jsonb, bigint), crypto_rewind(text, bigint, text, bigint, text, bigint),
  crypto_stuck(text, text, bigint), crypto_confirm(text, bigint, bigint, bigint), crypto_lost(text, text[], bigint),
  crypto_look(text, bigint, bigint, integer), crypto_checks(text, bigint, integer),
  crypto_checked(text, text, integer, text, bigint, bigint), crypto_weigh(text, bigint, integer),
  crypto_weighed(text, bigint, text, text, jsonb, bigint, bigint), crypto_payout_checks(text, bigint, integer),
  crypto_payout_checked(text, text, text, bigint, bigint), reserve_weigh(text, bigint, integer),
  reserve_weighed(text, bigint, text, text, jsonb, bigint), crypto_watch_any(text, bigint, bigint) to fairpot_watcher;
grant select on meta to fairpot_watcher;

-- crypto withdrawals: the app cannot write transactions or change amount and recipient, the signer cannot request withdrawals
grant select, insert, update (state, review, version, changed_at, reason, why, slot, end_transfer, ended_at, due_at, book_at)
  on crypto_withdrawals to fairpot_app;
grant execute on function withdrawal_requote(text, numeric, bigint, bigint) to fairpot_app;
grant select, insert on crypto_reviews to fairpot_app;
grant select, insert, update (removed_at) on crypto_addresses to fairpot_app;
grant select on crypto_payouts, crypto_ways_out, withdrawal_times to fairpot_app;
grant select on crypto_withdrawals, crypto_reviews, crypto_payouts to fairpot_signer;
grant select (network, address) on crypto_wallets to fairpot_signer;
grant execute on function payout_advertise(jsonb, bigint), payout_claim(text, bigint, bigint, integer), payout_postpone(text, bigint),
  payout_send_to_review(text, bigint), payout_refuse(text, text, bigint), payout_store(text, jsonb, numeric, bigint),
  payout_sent(text, text, bigint), payout_done(text, text, bigint, bigint), payout_dead(text, text, text, bigint),
  reserve_listed(text, text, bigint), reserve_to_sign(text, text), reserve_signed(text, text, bigint, text, text) to fairpot_signer;
grant select on meta to fairpot_signer;

-- profile: moves between cells are the operator's, who signs in as the owner

-- protection: players' requests are only added
grant select, insert, update (block, blocked_at, block_until, return_from, reality_minutes) on protection_guards to fairpot_app;
grant select, insert, update (cents, asked_from, asked_cents), delete on protection_limits to fairpot_app;
grant select, insert, update (cents), delete on protection_hours to fairpot_app;
grant select, insert, delete, update (hour, over) on protection_deposits to fairpot_app; -- update: its rows are locked to be swept
grant select, insert on protection_changes to fairpot_app;
grant select, insert, update, delete on protection_visits to fairpot_app;
grant select, insert, delete, update (at) on protection_answers to fairpot_app; -- update: its rows are locked to be erased
grant select, insert, update (checked_at, checked_by, why), delete on protection_flags to fairpot_app;

-- breakers: a trip stays as it was written, but for its reset
grant select, insert, update (out_cents, in_cents), delete on breaker_hours to fairpot_app;
grant select, insert, update (reset_at, reset_by, why) on breaker_trips to fairpot_app;

-- collusion
grant select, insert, update (cents, rounds), delete on collusion_pairs to fairpot_app;
grant select, insert, update (cents, refund_cents), delete on collusion_withdrawals to fairpot_app;
grant select, update on collusion_cursor to fairpot_app;
grant select, insert, update (checked_at, checked_by, why) on collusion_signs to fairpot_app;

-- promo
grant select, insert, update (used, approved_by, ended_by, ended_why) on promo_codes to fairpot_app;
grant select, insert on promo_uses to fairpot_app;
grant select, insert, update (tries), delete on promo_tries to fairpot_app;

-- the settler
-- A settler created by the operator is already a member of the app's role, which an owner without CREATEROLE could not grant.
do $$ begin
  if not pg_has_role('fairpot_settler', 'fairpot_app', 'member') then
    grant fairpot_app to fairpot_settler;
  end if;
end $$;
grant insert on beacon_outputs, settlements to fairpot_settler;
grant insert, delete on window_keys to fairpot_settler;
grant execute on function round_reveal(text[], text) to fairpot_settler;
