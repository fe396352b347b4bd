package ownership_test

import (
	"reflect"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/analyzer"
	"github.com/rcpool/rcpool/tools/internal/program"
)

// FuzzExplorer spells programs from bytes. Neither they nor their mutations may
// bring the analyzer down or keep it busy, and what it says of them does not
// depend on chance. Whether it is true is asked of programs that stay the same
// from run to run, in generated_test.go: of some hundreds that are correct one
// is reported, and which one a fuzzer finds is luck.
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
		once, again := inTime(t, correct, pkg), inTime(t, correct, pkg)
		if !reflect.DeepEqual(once, again) {
			t.Errorf("reported are\n%v\nand then\n%v\nof\n%s", once, again, correct.Source())
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
	diagnostics, err := inspect(analyzer.Analyzer, pkg)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Source())
	}
	return diagnostics
}
