/** /.well-known/security.txt (RFC 9116): where someone reports a weakness. Only with SECURITY_CONTACT. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../process/deps.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year; a copy of it must not count for long. */
const VALID_MS = 90 * 86_400_000;

export function registerSecurityTxt(http: FastifyInstance, { config, clock }: Pick<Deps, 'config' | 'clock'>): void {
  const { securityContact, publicOrigin } = config;
  if (securityContact === null) return;
  http.get(PATH, async (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicOrigin === null ? [] : [`Canonical: ${publicOrigin}${PATH}`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
