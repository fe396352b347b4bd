package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

const kept = "../results/mistakes.json"

// Every claim of the table is tried again: with RCPOOL_SELFTEST=full under the
// race detector, and with mistakes repeated, too.
func TestMisuse_TheTableHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a few hundred programs, some 20 s")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	var table result.Result
	if err := summary.ReadJSON(kept, &table); err != nil {
		t.Fatal(err)
	}
	if m := table.Run.Machine; runtime.GOOS != m.OS || runtime.GOARCH != m.Arch {
		t.Skipf("the table is of %s/%s, this is %s/%s", m.OS, m.Arch, runtime.GOOS, runtime.GOARCH)
	}
	full := os.Getenv("RCPOOL_SELFTEST") == "full"
	p, err := open(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(p.dir) })
	var now result.Result
	if now.Peers, now.Misuses, err = p.list(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now.Cells, err = p.cells(t.Context(), now, effort{race: full, repeat: full}); err != nil {
		t.Fatal(err)
	}

	claims := map[[2]string]result.Cell{}
	for _, c := range table.Cells {
		claims[[2]string{c.Peer, c.Misuse}] = c
	}
	if len(now.Cells) != len(claims) {
		t.Errorf("there are %d cells, the table has %d", len(now.Cells), len(claims))
	}
	for _, c := range now.Cells {
		claim := claims[[2]string{c.Peer, c.Misuse}]
		if c.Outcome != claim.Outcome {
			t.Errorf("%s, %s: %q (%s), and the table says %q", c.Peer, c.Misuse, c.Outcome, c.Said, claim.Outcome)
		}
		if full && (c.Race != claim.Race || c.Repeated != claim.Repeated) {
			t.Errorf("%s, %s: under the race detector %q, repeated %v; the table says %q, %v", c.Peer, c.Misuse, c.Race, c.Repeated, claim.Race, claim.Repeated)
		}
	}
	if t.Failed() {
		t.Log("if this is right, renew the table: go run ./lab/bench/report -only mistakes")
	}
}

func TestPeers_WrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"more"}, {"-race=maybe"}} {
		var said bytes.Buffer
		if code := peers(t.Context(), args, io.Discard, &said); code != command.Usage || !strings.Contains(said.String(), "go run ./lab/bench/peers -help") {
			t.Errorf("%v: exit code %d, %q", args, code, said.String())
		}
	}
}
