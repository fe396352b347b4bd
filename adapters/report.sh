#!/usr/bin/env bash
# Measures the adapters against what the libraries do without them, and writes
# a page of it:
#
#	adapters/report.sh raw.txt > page.md
#
# raw.txt keeps what was measured, in the format of the testing package. If it is
# there already, nothing is measured, and the page is written from it. ROUNDS=10
# rounds take three to eight minutes; the machine should have nothing else to do.
# Everything listens on the loopback interface, and stops by itself.
set -euo pipefail

if [ $# -ne 1 ] || [ "$1" = --help ]; then
	sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
	[ "${1-}" = --help ] && exit 0 || exit 2
fi
raw=$(realpath "$1")
cd "$(dirname "$0")"
rounds=${ROUNDS:-10}
benchstat=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -s "$raw" ]; then
	adapters='rcgrpc rckgo rchttputil rcarrow'
	for adapter in $adapters; do go test -c -o "$work/$adapter" "./$adapter"; done
	{
		printf 'date: %s\ngo: %s\nprocessor: %s\nprocessors: %s\n' "$(date -u +%Y-%m-%d)" "$(go env GOVERSION) $(go env GOOS)/$(go env GOARCH)" \
			"$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" "$(nproc)"
		for round in $(seq "$rounds"); do # round by round, so that what slows the machine slows all alike
			for adapter in $adapters; do
				(cd "$adapter" && "$work/$adapter" -test.run '^$' -test.bench . -test.benchtime 100ms -test.timeout 2m)
			done
			printf 'round %d of %d\n' "$round" "$rounds" >&2
		done
	} >"$work/raw.txt"
	cp "$work/raw.txt" "$raw"
fi

said() { sed -n "s/^$1: //p" "$raw" | head -1; }
table() { # package: what is left of the benchmark is the ratio to the first column
	(cd "$work" && GOFLAGS=-mod=mod GOWORK=off go run "$benchstat" -col "/pool @($2)" -filter "pkg:github.com/rcpool/rcpool/adapters/$1" "$raw" 2>/dev/null) |
		grep -v -e '^go\(os\|arch\|\):' -e '^pkg:' -e '^cpu:' -e '^processor' -e '^date:' | sed 's/[[:space:]]*$//'
}
section() { # package, title, columns, what is measured
	printf '\n## %s\n\n%s\n\n```text\n%s\n```\n' "$2" "$4" "$(table "$1" "$3")"
}

cat <<PAGE
<!-- Written by: adapters/report.sh raw.txt > docs/adapters.md -->
# The adapters, measured

Measured on $(said date) with $(said go), $(said processors) processors of type $(said processor).
Medians, compared by benchstat; "vs base" is how much more or less than the first column, which is what the library does without the adapter, and p is the chance that it is noise.
Client, server and broker run in the same process, on the loopback interface, so what they cost is in every figure of a call, a request, a record or a fetch. To repeat it: \`adapters/report.sh raw.txt > docs/adapters.md\`.
PAGE
section rcgrpc 'grpc-go' 'default rcpool rcpool-dirty none' \
	'`Call` is a unary call that is answered with the same message; `Buffer` is `mem.Copy` and `Free`, which is what each message does with the pool. `rcpool-dirty` does not zero what it leases; `none` is `mem.NopBufferPool`.'
section rckgo 'franz-go' 'default sync rcpool' \
	'`Produce` is one record of 256 bytes, asynchronous; `Decompress` a batch of 100 records, zeroed afterwards by the client if it is from a pool; `Fetch` is 200 such batches, fetched and recycled. `sync` is a `sync.Pool` written by hand.'
section rchttputil 'net/http/httputil.ReverseProxy' 'default sync rcpool' \
	'One request through the proxy, with an answer of this size. `sync` is a `sync.Pool` written by hand.'
section rcarrow 'arrow-go' 'default rcpool rcpool-dirty' \
	'`Column` builds a column of integers and releases it; `Memory` is an allocation and its release alone. The default is `memory.NewGoAllocator`. `rcpool-dirty` does not zero what it leases.'
