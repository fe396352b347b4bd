package program_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/program"
)

// rcpool is the folder of the module that programs use.
func rcpool(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func module(t *testing.T) *program.Module {
	t.Helper()
	m, err := program.NewModule(t.TempDir(), rcpool(t))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func checker(t *testing.T) *program.Checker {
	t.Helper()
	c, err := module(t).Checker()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func made(n int) []*program.Program {
	var all []*program.Program
	for seed := range n {
		all = append(all, program.New(fmt.Sprintf("p%d", seed), program.Seeded(uint64(seed))))
	}
	return all
}

func TestNew_TheSameChoicesMakeTheSameProgram(t *testing.T) {
	first, second := made(200), made(200)
	different := map[string]bool{}
	for i, p := range first {
		if string(p.Instrumented()) != string(second[i].Instrumented()) {
			t.Fatalf("seed %d makes two programs:\n%s\n%s", i, p.Source(), second[i].Source())
		}
		different[strings.ReplaceAll(string(p.Source()), p.Name, "p")] = true
	}
	if len(different) < 199 {
		t.Errorf("only %d of 200 programs differ", len(different))
	}
}

func TestNew_ProgramsVary(t *testing.T) {
	programs := made(400)
	shapes, mutations := map[string]int{}, map[program.Class]int{}
	var lines []int
	for _, p := range programs {
		lines = append(lines, strings.Count(string(p.Source()), "\n"))
		for _, s := range p.Shapes() {
			shapes[s]++
		}
		for _, class := range p.Mutations() {
			mutations[class]++
		}
	}
	slices.Sort(lines)
	t.Logf("lines: %d to %d, median %d", lines[0], lines[len(lines)-1], lines[len(lines)/2])
	for _, s := range slices.Sorted(maps.Keys(shapes)) {
		t.Logf("%4d of %d programs have: %s", shapes[s], len(programs), s)
		if shapes[s] < len(programs)/50 {
			t.Errorf("%q is rare", s)
		}
	}
	for _, class := range program.Classes {
		t.Logf("%4d of %d programs have a place for: %s", mutations[class], len(programs), class)
		if mutations[class] < len(programs)/50 {
			t.Errorf("%q is rare", class)
		}
	}
}

func TestNew_ProgramsCompile(t *testing.T) {
	c := checker(t)
	for _, p := range made(1000) {
		if _, err := c.Check(p); err != nil {
			t.Fatalf("%v\n%s", err, p.Source())
		}
	}
}

// What is correct by construction makes no mistake when it is run, and most
// mutations do.
func TestRun_ConfirmsTheConstruction(t *testing.T) {
	correct := made(100)
	c := checker(t)
	programs := slices.Clone(correct)
	classOf := map[string]program.Class{}
	for i, p := range correct {
		choices := program.Seeded(uint64(i))
		mutations := p.Mutations()
		for range 2 {
			class := mutations[choices.IntN(len(mutations))]
			q := p.Mutate(fmt.Sprintf("p%dm%d", i, len(programs)), class, choices)
			programs = append(programs, q)
			classOf[q.Name] = class
		}
	}
	programs = c.Compiling(programs)
	faults, err := module(t).Run(context.Background(), programs)
	if err != nil {
		t.Fatal(err)
	}
	type count struct{ all, faulty int }
	counts := map[program.Class]*count{}
	kinds := map[string]int{}
	for _, p := range programs {
		class, mutated := classOf[p.Name]
		found := faults[p.Name]
		if !mutated {
			if len(found) > 0 {
				t.Errorf("%s is correct by construction, but: %v\n%s", p.Name, found, p.Source())
			}
			continue
		}
		if counts[class] == nil {
			counts[class] = &count{}
		}
		counts[class].all++
		if len(found) > 0 {
			counts[class].faulty++
		}
		for _, f := range found {
			kinds[f.What]++
		}
	}
	all, faulty := 0, 0
	for _, class := range slices.SortedFunc(maps.Keys(counts), cmp.Compare) {
		n := counts[class]
		t.Logf("%-45s %3d of %3d at fault", class, n.faulty, n.all)
		all, faulty = all+n.all, faulty+n.faulty
	}
	t.Logf("%d of %d mutations at fault: %v", faulty, all, kinds)
}
