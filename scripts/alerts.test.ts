/**
 * Each alert of deploy/prometheus/rules.yml fires at the values that it is for, and not at those of a healthy site: promtool evaluates the rules over
 * 75 minutes, longer than any alert waits.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './processes.ts';

const RULES = join(root, 'deploy/prometheus/rules.yml');
const AT_S = 75 * 60;
const DAY_S = 86_400;

/** Series and their values: a number stays, a string is promtool's `start+step`. */
type Series = Readonly<Record<string, number | string>>;

const CALLS = 'fairpot_calls_total{result="OK"}';
const SLOW = 'fairpot_call_seconds_bucket{le="5"}';
const ALL = 'fairpot_call_seconds_bucket{le="+Inf"}';
const OUTSIDE = '{job="fairpot-outside",instance="https://fairpot.example/api/ready"}';
const EXPIRY = `probe_ssl_earliest_cert_expiry${OUTSIDE}`;
/** One series that raises an alert above or below a bound. */
const one = (name: string, raises: number | string, quiet: number | string): [Series, Series] => [
  { [name]: raises },
  { [name]: quiet },
];

/** For each alert: what raises it, and what does not. */
const CASES: Readonly<Record<string, readonly [raises: Series, quiet: Series]>> = {
  NodeDown: one('up{job="fairpot"}', 0, 1),
  WorkerDown: one('up{job="fairpot-workers"}', 0, 1),
  CallsFail: one('fairpot_calls_total{result="INTERNAL"}', '0+1', 7),
  DatabaseAway: one('fairpot_calls_total{result="UNAVAILABLE"}', '0+20', '0+6'),
  CallsSlow: [
    { 'fairpot_call_seconds_bucket{le="1"}': '0+90', [SLOW]: '0+100', [ALL]: '0+100' },
    { 'fairpot_call_seconds_bucket{le="1"}': '0+96', [SLOW]: '0+100', [ALL]: '0+100' },
  ],
  ConnectionsExhausted: one('fairpot_database_connections{state="waiting"}', 6, 5),
  ReplicaNotUsed: one('fairpot_replica_used', 0, 1),
  EventLoopBlocked: one('nodejs_eventloop_lag_p99_seconds', 0.4, 0.2),
  MemoryHigh: one('process_resident_memory_bytes{job="fairpot"}', 1.6e9, 1.4e9),
  LiveChannelBlocked: [
    { fairpot_open_transaction_seconds: 31, fairpot_relay_age_seconds: 1 },
    { fairpot_open_transaction_seconds: 29, fairpot_relay_age_seconds: 1 },
  ],
  ClockOff: one('fairpot_clock_offset_seconds', -6, -4),
  SocketsAway: [
    { 'fairpot_sockets{instance="a"}': 0, 'fairpot_sockets{instance="b"}': 0, [CALLS]: '0+60' },
    { 'fairpot_sockets{instance="a"}': 0, 'fairpot_sockets{instance="b"}': 1, [CALLS]: '0+60' },
  ],
  SiteUnreachable: one(`probe_success${OUTSIDE}`, 0, 1),
  CertificateExpires: one(EXPIRY, AT_S + 13 * DAY_S, AT_S + 15 * DAY_S),
  SweepFails: one('fairpot_sweep_failures', 6, 5),
  ReportFails: one('fairpot_report_failed', 1, 0),
  RoundsStuck: one('fairpot_rounds_stuck', 1, 0),
  RoundsLate: one('fairpot_rounds_late_seconds', 61, 59),
  BeaconLate: one('fairpot_beacon_age_seconds', 31, 29),
  LogLate: one('fairpot_log_lag_seconds', 31, 29),
  WitnessAway: one('fairpot_witness_age_seconds', 601, 599),
  StatementLate: [
    { fairpot_statement_age_seconds: 201, fairpot_statement_period_seconds: 100 },
    { fairpot_statement_age_seconds: 199, fairpot_statement_period_seconds: 100 },
  ],
  BreakerTripped: one('fairpot_breakers_tripped', 1, 0),
  CryptoIncident: one('fairpot_crypto_incidents_open', 1, 0),
  ChainUnread: one('fairpot_chain_age_seconds', 3_601, 3_599),
  RatesOld: one('fairpot_crypto_rate_age_seconds', 901, 899),
  SignerSilent: one('fairpot_signer_age_seconds', 301, 299),
  ReviewsWait: one('fairpot_crypto_withdrawals_open{state="REVIEW"}', 21, 20),
  TradesUnknown: one('fairpot_trade_orders_open{state="UNKNOWN"}', 4, 3),
  WorkerLoopFails: one('fairpot_loop_age_seconds', 601, 599),
};

const minutes = AT_S / 60;
const valuesOf = (value: number | string) => `${typeof value === 'number' ? `${value}+0` : value}x${minutes}`;

/** All of these series at once, and the alerts that then fire. A test of promtool is YAML, and so may be JSON. */
function evaluation(all: readonly Series[], firing: readonly string[]) {
  const samples = firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }));
  const expr = 'max by (alertname) (ALERTS{alertstate="firing"})';
  return {
    interval: '1m',
    input_series: Object.entries(Object.assign({}, ...all) as Series).map(([series, value]) => ({
      series,
      values: valuesOf(value),
    })),
    promql_expr_test: [{ expr, eval_time: `${minutes}m`, exp_samples: samples }],
  };
}

test('every alert has values that raise it', () => {
  const names = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(Object.keys(CASES)).toEqual(names);
});

test.skipIf(spawnSync('which', ['promtool']).status !== 0)('each alert fires at its values, and only at these', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cases = Object.values(CASES);
  const raised = cases.map(([raises]) => raises);
  const healthy = cases.map(([, quiet]) => quiet);
  const tests = [evaluation(raised, Object.keys(CASES)), evaluation(healthy, [])];
  const file = join(folder, 'alerts.yml');
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect({ status, text: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, text: '' });
});
