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
	"github.com/rcpool/rcpool/lab/bench/workbench"
)

const kept = "../results/peers.json"

// Every claim of the table is tried again: with RCPOOL_SELFTEST=full under the
// race detector, and with mistakes repeated, too.
func TestMisuse_TheTableHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a few hundred programs, some 20 s")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	table, err := workbench.ReadFile(kept, result.Read)
	if err != nil {
		t.Fatal(err)
	}
	if here := runtime.GOOS + "/" + runtime.GOARCH; here != table.System {
		t.Skipf("the table is of %s, this is %s", table.System, here)
	}
	full := os.Getenv("RCPOOL_SELFTEST") == "full"
	w, err := open(t.Context(), func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(w.dir) })
	var now result.Result
	if now.Peers, now.Misuses, err = w.list(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now.Cells, err = w.cells(t.Context(), now, effort{race: full, repeat: full}); err != nil {
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
		if full && (c.Race != claim.Race || (c.Repeated == "") != (claim.Repeated == "")) {
			t.Errorf("%s, %s: under the race detector %q, repeated %q; the table says %q, %q", c.Peer, c.Misuse, c.Race, c.Repeated, claim.Race, claim.Repeated)
		}
	}
	if t.Failed() {
		t.Log("if this is right, renew the table: go run ./lab/bench/peers -only misuse -json lab/bench/results/peers.json")
	}
}

func TestParse(t *testing.T) {
	all, err := parse("goos: linux\nBenchmarkObject/peer=2014-2   \t 100 \t 36.5 ns/op\t 1 B/op\t 2 allocs/op\nBenchmarkBytes/peer=bpool-bytes \t 10 \t 9 ns/op\nPASS\n", 3)
	want := []result.Benchmark{
		{Round: 3, Name: "Object", Peer: "2014", NsOp: 36.5, BOp: 1, Allocs: 2},
		{Round: 3, Name: "Bytes", Peer: "bpool-bytes", NsOp: 9},
	}
	if err != nil || len(all) != 2 || all[0] != want[0] || all[1] != want[1] {
		t.Errorf("%+v, %v", all, err)
	}
	for _, broken := range []string{"BenchmarkObject 1 5 ns/op", "BenchmarkObject/peer=x 1 y ns/op", "BenchmarkObject/peer=x 1 5 MB/s"} {
		if _, err := parse(broken, 1); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
}

func TestPeers_WrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"more"}, {"-only", "figures"}, {"-rounds", "0"}, {"-benchtime", "-1s"}} {
		var said bytes.Buffer
		if code := peers(t.Context(), args, io.Discard, &said); code != exitUsage || !strings.Contains(said.String(), "-help") {
			t.Errorf("%v: exit code %d, %q", args, code, said.String())
		}
	}
}

// What is kept in the repository can be told.
func TestPeers_TellsWhatIsKept(t *testing.T) {
	var said, failed bytes.Buffer
	if code := peers(t.Context(), []string{"-section", kept}, &said, &failed); code != exitOK {
		t.Fatalf("exit code %d: %s", code, failed.String())
	}
	for _, want := range []string{"| put twice, at once | corrupts", "| forget to put |", "| rcpool |"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q is not in\n%s", want, said.String())
		}
	}
}
