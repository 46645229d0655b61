/** What the package `fairpot-verify` exports besides its command: scripts/packages.mjs bundles it. Pure functions; nothing reads a file or the network. */
export { hashManifest, parseManifest } from '../src/client/manifest.ts';
export type { BuildFile, ClientManifest } from '../src/client/manifest.ts';
export { checkHead, checkRoundInLog } from '../src/log/log-check.ts';
export type { HeadCheck, HeadFinding, PlacedLeaf, RoundFinding, RoundInLog } from '../src/log/log-check.ts';
export type { LogFinding, LogVerifyOptions } from '../src/log/log-results.ts';
export { LogVerifier } from '../src/log/log-verify.ts';
export { QUICKNET } from '../src/protocol/beacon.ts';
export type { DrandChain } from '../src/protocol/beacon.ts';
export { isScripted, parseProof } from '../src/protocol/proof.ts';
export type { RoundProof } from '../src/protocol/proof.ts';
export { checkStatement } from '../src/checks/own-check.ts';
export type { StatementCheck, StatementFinding } from '../src/checks/own-check.ts';
export { openCheckpoint, verifyLogProof } from '../src/tree/checkpoint.ts';
export type { Checkpoint } from '../src/tree/checkpoint.ts';
export { leafHash, verifyConsistency, verifyInclusion } from '../src/tree/merkle.ts';
export { parseVerifierKey } from '../src/tree/note.ts';
export { verifyRound } from '../src/verify/verify.ts';
export type { RoundVerdict, VerifyOptions } from '../src/verify/verify.ts';
