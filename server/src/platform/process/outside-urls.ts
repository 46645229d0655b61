/** URLs of outside services, as settings name them. */
import { isIP } from 'node:net';
import { z } from 'zod';

export const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' });

/** An address without a listener: in a demo without simulators, every outside call answers 'unavailable'. */
export const NOWHERE = 'http://127.0.0.1:9';

export function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** True for hosts that can only be this machine. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
