/**
 * Trusted Types: the policy of the site forbids texts as HTML or script, so an injected text cannot become code. Only addresses of this site's own
 * scripts pass: those of the fairness worker and of a service worker.
 */
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

const OWN_SCRIPT = /^\/(assets\/)?[\w.-]+[.]js$/;

export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  trustedTypes?.createPolicy('default', { createScriptURL: ownScript });
}

/** The address itself; throws for any other than that of a script of this site. */
export function ownScript(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && OWN_SCRIPT.test(pathname)) return address;
  throw new TypeError(`not a script of this site: ${address}`);
}
