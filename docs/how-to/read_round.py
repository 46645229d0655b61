#!/usr/bin/env python3
"""Reads a settled round of a Fairpot site and its leaves in the public log, and recomputes the result.

  read_round.py SITE ROUND_ID [--drand URL]   a round of a site; exit 0: all holds, 1: something does not
  read_round.py --vectors FILE                the golden vectors of protocol fp/2

--drand: compares the beacon's output with this server, such as https://api.drand.sh. It needs the standard library
alone, which has no BLS and no Ed25519: it checks no signature. It prints the log's head. It does not choose fee items.
"""
import base64
import hashlib
import hmac
import itertools
import json
import sys
import urllib.request

def sha256(data):
    return hashlib.sha256(data).digest()

def canon(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def lp(data):
    return len(data).to_bytes(2, "big") + data

def derive_key(secret, signature, lock):
    parts = lp(secret.encode()) + lp(bytes.fromhex(signature)) + lp(sha256(canon(lock)))
    return hmac.new(b"fp/2/extract", parts, hashlib.sha256).digest()

def uniform(key, n, label):
    """A ticket of [0, n): the first 64-bit word below the largest multiple of n."""
    for block in itertools.count():
        digest = hmac.new(key, f"fp/2|{label}|{block}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 8):
            word = int.from_bytes(digest[at : at + 8], "big")
            if word < 2**64 - 2**64 % n:
                return word % n

def index_of(ticket, widths):
    for index, width in enumerate(widths):
        ticket -= width
        if ticket < 0:
            return index
    raise ValueError("a ticket outside of the pot")

def coinflip(lock, key):
    total = sum(entry["cents"] for entry in lock["entries"])
    boundary = sum(entry["cents"] for entry in lock["entries"] if entry["side"] == 1)
    ticket = uniform(key, total, "coinflip|ticket")
    side = 1 if ticket < boundary else 2
    winners = [entry["player"] for entry in lock["entries"] if entry["side"] == side]
    return {"ticket": ticket, "total": total, "boundary": boundary, "winnerSide": side}, winners

def jackpot(lock, key):
    cents = [entry["cents"] for entry in lock["entries"]]
    ticket = uniform(key, sum(cents), "jackpot|ticket")
    index = index_of(ticket, cents)
    winner = lock["entries"][index]["player"]
    return {"ticket": ticket, "total": sum(cents), "winnerEntry": index, "winner": winner}, [winner]

def casebattle(lock, key):
    rolls, sums = [], [0] * (1 + max(entry["team"] for entry in lock["entries"]))
    for at, table in enumerate(lock["cases"]):
        for team, seat in ((entry["team"], entry["seat"]) for entry in lock["entries"]):
            ticket = uniform(key, sum(table["weights"]), f"casebattle|roll|{at}|{team}|{seat}")
            item = index_of(ticket, table["weights"])
            rolls.append({"round": at, "team": team, "seat": seat, "ticket": ticket, "item": item})
            sums[team] += table["cents"][item]
    best = min(sums) if lock.get("mode") == "INVERSE" else max(sums)
    tied = [team for team, cents in enumerate(sums) if cents == best]
    team = tied[uniform(key, len(tied), "casebattle|tie")] if len(tied) > 1 else tied[0]
    winners = [entry["player"] for entry in lock["entries"] if entry["team"] == team]
    return {"rolls": rolls, "teamCents": sums, "tied": tied, "winnerTeam": team}, winners

GAMES = {"coinflip": coinflip, "jackpot": jackpot, "casebattle": casebattle}

def root_of(leaf, index, size, path):
    """The root that an audit path leads to (RFC 9162, 2.1.3.2); None for a path of a wrong length."""
    node, last = sha256(b"\0" + leaf), size - 1
    for sibling in path:
        if last == 0:
            return None
        if index % 2 or index == last:
            node = sha256(b"\1" + sibling + node)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            node = sha256(b"\1" + node + sibling)
        index, last = index // 2, last // 2
    return node if last == 0 else None

def get(url):
    with urllib.request.urlopen(url, timeout=15) as answer:
        return json.load(answer)

def check_round(site, round_id, drand=None):
    """Yields what was checked, and whether it holds."""
    proof = get(f"{site}/api/fair/round/{round_id}")["response"]
    secret, lock, hash_, game = proof["secret"], proof["lock"], proof["hash"], proof["game"]
    yield "the secret was committed to before the stakes", sha256(secret.encode()).hex() == hash_ == lock["hash"]
    yield "it is this round's", secret.split(".")[1:3] == [lock["game"], lock["roundId"]] == [game, round_id]
    signature, named = proof["drand"]["signature"], lock["drand"]
    yield "the beacon is the one that the lock named", proof["drand"]["round"] == named["round"]
    if drand:
        theirs = get(f"{drand}/v2/beacons/quicknet/rounds/{named['round']}")
        yield f"{drand} has the same beacon", theirs["signature"] == signature
    outcome, winners = GAMES[game](lock, derive_key(secret, signature, lock))
    yield f"the result follows from them: {json.dumps(outcome)[:80]}", outcome == proof["outcome"]
    paid = proof["payouts"]
    yield "the pot went to the winners, less the fee", (
        [share["player"] for share in paid["shares"]] == winners
        and sum(share["cents"] for share in paid["shares"]) + paid["feeCents"] == paid["potCents"]
        and paid["feeCents"] <= paid["potCents"] * lock["feeBps"] // 10_000
    )
    logged = get(f"{site}/api/fair/log/proof?roundId={round_id}")["response"]
    head = logged["head"]
    origin, size, root = head["checkpoint"].split("\n")[:3]
    yield f"the head of {origin}: {size} leaves, root {root}", (int(size), root) == (head["size"], head["root"])
    found = {}
    for leaf in logged["leaves"]:
        path = [base64.b64decode(node) for node in leaf["path"]]
        reached = root_of(leaf["body"].encode(), leaf["index"], int(size), path)
        yield f"leaf {leaf['index']} ({leaf['kind']}) is in it", reached == base64.b64decode(root)
        found[leaf["kind"]] = (leaf["index"], json.loads(leaf["body"]))
    order = [found[kind][0] for kind in ("open", "lock", "result")]
    yield "the log has commitment, lock and result in this order", order == sorted(order)
    yield "and they are the same", found["open"][1]["hash"] == hash_ and found["lock"][1] == lock and (
        [found["result"][1][name] for name in ("secret", "outcome", "payouts")] == [secret, outcome, paid]
    )

def check_vectors(file):
    with open(file, encoding="utf-8") as opened:
        for at, vector in enumerate(json.load(opened)):
            lock = vector["lock"]
            key = derive_key(vector["secret"], vector["drandSignature"], lock)
            outcome = GAMES[lock["game"]](lock, key)[0]
            yield f"vector {at}", (canon(lock).decode(), key.hex(), outcome) == (
                vector["lockCanonical"], vector["key"], vector["outcome"])

if __name__ == "__main__":
    words = sys.argv[1:]
    options = {word: words[at + 1] for at, word in enumerate(words[:-1]) if word.startswith("--")}
    if len(words) < 2:
        sys.exit(__doc__)
    steps = check_vectors(words[1]) if words[0] == "--vectors" else check_round(
        words[0].rstrip("/"), words[1], options.get("--drand"))
    results = [(holds, print("ok  " if holds else "FAIL", what)) for what, holds in steps]
    sys.exit(0 if all(holds for holds, _ in results) else 1)
