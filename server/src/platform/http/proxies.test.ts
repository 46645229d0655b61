import { expect, test } from 'vitest';
import { isTrustedProxy, isUnknownProxy, proxyProblem } from './proxies.ts';

test('proxies are addresses and networks, of both families', () => {
  const proxies = ['127.0.0.1', '10.1.0.0/16', '2001:db8::/32'];
  for (const inside of ['127.0.0.1', '10.1.255.3', '2001:db8::7']) expect(isTrustedProxy(inside, proxies)).toBe(true);
  for (const outside of ['127.0.0.2', '10.2.0.1', '2001:db9::1', 'nonsense', ''])
    expect(isTrustedProxy(outside, proxies), outside).toBe(false);
});

test.each([
  ['10.0.0.0/8', null],
  ['::1', null],
  ['10.0.0.0/33', '10.0.0.0/33 has no valid prefix length'],
  ['10.0.0.0/', '10.0.0.0/ has no valid prefix length'],
  ['10.0.0.0/8/8', '10.0.0.0/8/8 is not an IP address or a network such as 10.0.0.0/8'],
  ['nginx', 'nginx is not an IP address or a network such as 10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0 would trust every client'],
])('%s: %s', (text, problem) => expect(proxyProblem(text)).toBe(problem));

test('an unknown proxy is a peer of the own network that forwards for others', () => {
  expect(isUnknownProxy('127.0.0.1', '9.9.9.9', [])).toBe(true);
  expect(isUnknownProxy('127.0.0.1', '9.9.9.9', ['127.0.0.0/8'])).toBe(false);
  expect(isUnknownProxy('127.0.0.1', undefined, [])).toBe(false);
  expect(isUnknownProxy('8.8.8.8', '9.9.9.9', []), 'a client that sends the header itself').toBe(false);
});
