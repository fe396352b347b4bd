package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/reuse/result"
	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/machine"
)

// The program runs itself for each point; here that is this test binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-only" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestReuse_MeasuresEveryPoint(t *testing.T) {
	file := t.TempDir() + "/new/reuse.txt"
	var printed, failed bytes.Buffer
	if code := reuse(t.Context(), []string{"-bursts", "4", "-quiet", "20ms", "-parallel", "2", "-benchmarks", file}, &printed, &failed); code != command.OK {
		t.Fatalf("exit code %d: %s", code, &failed)
	}
	for _, want := range []string{"4 bursts, 20ms of quiet", "| Reuse/object=128B/GOGC=25 |", "| Reuse/object=256KiB/GOGC=off/GOMEMLIMIT=64MiB |", "Garbage collections:"} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("%q is not in\n%s", want, &printed)
		}
	}
	text, err := os.ReadFile(file)
	if n := bytes.Count(text, []byte("\nBenchmarkReuse/")); err != nil || n != len(result.Points()) {
		t.Errorf("%d runs of %d points, %v:\n%s", n, len(result.Points()), err, text)
	}
	section, err := rounds.Summarize(bytes.NewReader(text), file, result.Comparison)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range section.Rows {
		for store, used := range map[string]bool{result.None: false, result.Sync: true, result.Rcpool: true} {
			share, err := row.Median(store, figure.Share)
			if err != nil || (share.Median > 0) != used || share.Median > 1 {
				t.Errorf("%s of %s: %v of the objects were used before, %v", row.Name, store, share.Median, err)
			}
		}
	}
	var plot bytes.Buffer
	if err := result.Plot(&plot, section); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&plot); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("the drawing is no XML: %v", err)
		}
	}
}

// An object was used before if the pool did not make it.
func TestReuse_CountsWhatThePoolMade(t *testing.T) {
	if _, peak := machine.Resident(); peak == 0 {
		t.Skip("nothing tells how much memory is resident")
	}
	got := 0
	for store, want := range map[string]float64{result.None: 0, result.Rcpool: 1} {
		made := 0
		u := user[[64]byte, *[64]byte]{
			get:    func() *[64]byte { got++; return new([64]byte) },
			object: func(x *[64]byte) *[64]byte { return x },
			put:    func(*[64]byte) {},
			made:   &made,
		}
		if store == result.None {
			u.get = func() *[64]byte { got++; made++; return new([64]byte) }
		}
		if r := u.measure(10, 20, 0); r.Reused != want || r.Peak < r.Quiet {
			t.Errorf("%s: %+v", store, r)
		}
	}
	if got < 80 {
		t.Errorf("%d objects were got in 80 bursts", got)
	}
}

func TestReuse_WrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"more"}, {"-rounds", "0"}, {"-bursts", "3"}, {"-parallel", "0"}, {"-quiet", "-1s"}} {
		var said bytes.Buffer
		if code := reuse(t.Context(), args, io.Discard, &said); code != command.Usage || !strings.Contains(said.String(), "-help") {
			t.Errorf("%v: exit code %d, %q", args, code, &said)
		}
	}
	var said bytes.Buffer
	if code := reuse(t.Context(), []string{"-only", "nothing"}, io.Discard, &said); code != command.Failed || !strings.Contains(said.String(), `no objects of nothing`) {
		t.Errorf("exit code %d, %q", code, &said)
	}
}
