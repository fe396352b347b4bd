#!/usr/bin/env bash
# Writes docs/results.md from what it measures, in some ten minutes:
#
#	bench/report.sh > docs/results.md
#
# The machine should have nothing else to do.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${ROUNDS:-12}
benchstat=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go test -c -o "$work/bench" ./bench
for round in $(seq "$rounds"); do # round by round, so that what slows the machine slows all alike
	for cpu in 1 "$(nproc)"; do
		case $cpu in 1) which='^Benchmark(Lease|Reset|Share|HandOver|Checking)$' ;; *) which='AllCores$' ;; esac
		"$work/bench" -test.run '^$' -test.bench "$which" -test.benchtime 100ms -test.cpu "$cpu"
	done
	printf 'round %d of %d\n' "$round" "$rounds" >&2
done >"$work/bench.txt"
compare() { # unit: what is left of the benchmark is the ratio to the first column
	(cd "$work" && GOFLAGS=-mod=mod go run "$benchstat" -col "$1 @(${2// / })" -filter "$3" bench.txt 2>/dev/null) | sed 's/[[:space:]]*$//'
}

cat <<PAGE
<!-- Written by: bench/report.sh > docs/results.md -->
# Results

Measured on $(date -u +%Y-%m-%d) with $(go version | cut -d' ' -f3,4), $(nproc) processors of type $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1).
To repeat it: \`bench/report.sh > docs/results.md\`. Other machines give other nanoseconds; the ratios travel better.

## What a lease costs

$rounds rounds of every benchmark in turn, compared by benchstat: medians, and in the columns "vs base" how much more or less than a bare \`sync.Pool\` with the reset written by hand (p is the chance that it is noise).
The object has 96 bytes. \`2017\` is the design of the article that rcpool grew out of, \`2014\` the one that the article grew out of: neither notices a stale reference.

\`\`\`text
$(compare /pool "sync rcpool 2017 2014" '.name:(Lease OR LeaseAllCores OR Reset OR HandOver) AND .unit:sec/op')
\`\`\`

One more reference to an object that is leased, and its release; \`ShareAllCores\` is every processor doing that to one object:

\`\`\`text
$(compare /pool "rcpool 2017 2014" '.name:(Share OR ShareAllCores) AND .unit:sec/op')
\`\`\`

No steady lease allocates, in any of the pools:

\`\`\`text
$(compare /pool "sync rcpool 2017 2014" '.name:(Lease OR LeaseAllCores) AND .unit:allocs/op')
\`\`\`

Checking off, on but never drawn, and one lease in 1024, which is the default:

\`\`\`text
$(compare /check "off never 1024" '.name:Checking AND .unit:sec/op')
\`\`\`

## What pooling does to a web service

The lab, \`go run ./lab\`, with its defaults: the article's service, once with plain allocation and once with every object from a pool.

\`\`\`text
$(go run ./lab -html '' 2>/dev/null)
\`\`\`
PAGE
