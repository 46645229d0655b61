/** Two reviewers who sign or reject pending withdrawals, for the soak of crypto. */
import { createPrivateKey, randomUUID, sign, type KeyObject } from 'node:crypto';
import { payoutText } from '@fairpot/contract/crypto/withdrawals/calls';
import {
  approveCryptoWithdrawal,
  listReviewedWithdrawals,
  rejectCryptoWithdrawal,
} from '@fairpot/contract/crypto/withdrawals/schemas';
import type { Actor } from '../../../../server/src/platform/runner/feature.ts';
import { Player } from '../../player.ts';
import { untilDone } from '../crowd.ts';
import type { FastSite } from '../fast-site.ts';

/** Prefix of a private Ed25519 key's 32 bytes in the format that node reads (PKCS 8, RFC 8410). */
const PKCS8 = '302e020100300506032b657004220420';
/** Out of ten. */
const REFUSED = 2;

interface Member {
  readonly actor: Actor;
  readonly key: string;
  readonly privateKey: KeyObject;
}

export class Staff {
  readonly #site: FastSite;
  readonly #next: () => number;
  readonly #members: Member[] = [];
  signed = 0;
  refused = 0;

  constructor(site: FastSite, next: () => number) {
    this.#site = site;
    this.#next = next;
  }

  async signUp(): Promise<void> {
    for (const [n, { key, privateKey }] of this.#site.reviewers().entries()) {
      const player = new Player(this.#site.origin, `staff-${n}`);
      await player.signUp();
      const { response } = await player.get<{ user: { id: string } }>('/user');
      if (!response) throw new Error('a staff member without an id');
      this.#members.push({
        actor: { kind: 'player', id: response.user.id, status: 'ADMIN', isBot: false, ageConfirmed: true },
        key,
        privateKey: createPrivateKey({ key: Buffer.from(PKCS8 + privateKey, 'hex'), format: 'der', type: 'pkcs8' }),
      });
    }
  }

  /** Both sign each pending withdrawal, or one rejects it. */
  async review(): Promise<void> {
    const { runner } = this.#site.inside;
    const [first] = this.#members;
    if (first === undefined) throw new Error('no reviewer');
    const list = () => runner.execute(listReviewedWithdrawals, first.actor, {});
    for (const found of (await untilDone(list)).withdrawals) {
      const { id: withdrawalId, coinName: coin } = found;
      if (this.#next() * 10 < REFUSED) {
        const input = { withdrawalId, why: 'not today' };
        const key = randomUUID();
        await untilDone(() => runner.execute(rejectCryptoWithdrawal, first.actor, input, { key }));
        this.refused += 1;
        continue;
      }
      const text = Buffer.from(payoutText({ ...found, coin }));
      for (const { actor, key, privateKey } of this.#members) {
        const input = { withdrawalId, key, signature: sign(null, text, privateKey).toString('hex') };
        const once = randomUUID();
        await untilDone(() => runner.execute(approveCryptoWithdrawal, actor, input, { key: once }));
      }
      this.signed += 1;
    }
  }
}
