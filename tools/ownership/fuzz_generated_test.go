package ownership_test

import (
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/program"
	"github.com/rcpool/rcpool/tools/ownership"
)

// FuzzExplorer spells programs from bytes. They are correct by construction,
// so nothing may be reported, and a mutation of them must not bring the
// analyzer down or keep it busy.
func FuzzExplorer(f *testing.F) {
	for seed := range uint64(40) {
		choices := program.Seeded(seed)
		spelling := make([]byte, 40+choices.IntN(400))
		for i := range spelling {
			spelling[i] = byte(choices.IntN(256))
		}
		f.Add(spelling)
	}
	types, err := newModule(f).Checker()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, spelling []byte) {
		choices := program.FromBytes(spelling)
		correct := program.New("p", choices)
		pkg, err := types.Check(correct)
		if err != nil {
			t.Fatalf("a program that does not compile: %v\n%s", err, correct.Source())
		}
		for _, d := range inTime(t, correct, pkg) {
			t.Errorf("%v: %s: the program is correct:\n%s", pkg.Fset.Position(d.Pos), d.Message, correct.Source())
		}
		classes := correct.Mutations()
		if len(classes) == 0 {
			return
		}
		broken := correct.Mutate("p", classes[choices.IntN(len(classes))], choices)
		if pkg, err := types.Check(broken); err == nil {
			inTime(t, broken, pkg)
		}
	})
}

// hang is how long an analysis of milliseconds may take before it counts as
// one that does not end.
const hang = 30 * time.Second

// inTime is what the analyzer reports, if it comes to an end.
func inTime(t *testing.T, p *program.Program, pkg *program.Package) []analysis.Diagnostic {
	t.Helper()
	watch := time.AfterFunc(hang, func() { panic("the analyzer hangs on\n" + string(p.Source())) })
	defer watch.Stop()
	diagnostics, err := inspect(ownership.Analyzer, pkg)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Source())
	}
	return diagnostics
}
