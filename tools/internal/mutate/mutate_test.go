package mutate

import (
	"bytes"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/rewrite"
)

// imports are those of the sample, which take some time to load.
var imports types.Importer

func sample(t *testing.T) *Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "sample.go"))
	if err == nil && imports == nil {
		imports, err = rewrite.Importer(t.Context(), filepath.Join("..", "..", ".."), [][]byte{text})
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load("sample", text, imports)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// These are some of the sample's mutants.
func TestMutants_OfTheSample(t *testing.T) {
	want := []string{
		"deferred too late: defer ref.Release() is after len(e.body) == 0",
		"forgotten on a way: without ref.Release()",
		"forgotten: without defer c.close()",
		"forgotten: without defer ref.Release()",
		"goes on: without return rcpool.Ref[event]{}, errEmpty",
		"not all released: without for _, ref := range c.entries { ref.Release() }",
		"not copied: without a copy: slices.Clone(e.tags)",
		"not deferred: without defer: ref.Release()",
		"not held: without Hold: ref.Hold",
		"not looked for: without if old, ok := c.entries[key]; ok { old.Release() }",
		"not moved: without Move: rcpool.Move(&h.ref)",
		"not reset: without e.tags = e.tags[:0]",
		"not retained: without Retain: ref.Retain()",
		"released after it was given away: ref is released after c.put(key, ref)",
		"stays there: without clear(c.entries)",
		"stays there: without delete(c.entries, key)",
		"too early: ref.Release() is before kept := slices.Clone(e.tags)",
		"twice: ref.Release() is made again",
	}
	var got []string
	p := sample(t)
	for _, m := range All() {
		mutants := p.Mutants(m, 100, random(0))
		if len(mutants) == 0 {
			t.Errorf("%s: the sample has no site", m.Name)
		}
		for _, one := range mutants {
			got = append(got, fmt.Sprintf("%s: %s", m.Name, one.What))
		}
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("no mutant %q; these are\n%s", w, strings.Join(got, "\n"))
		}
	}
}

// A mutant has the lines of its program, so that reports on both compare.
func TestMutants_KeepTheLines(t *testing.T) {
	p := sample(t)
	lines := bytes.Count(p.text, []byte("\n"))
	for _, m := range All() {
		for _, one := range p.Mutants(m, 100, random(0)) {
			if got := bytes.Count(one.Text, []byte("\n")); got != lines {
				t.Errorf("%s: %s: %d lines, the program has %d", m.Name, one.What, got, lines)
			}
			if bytes.Equal(one.Text, p.text) {
				t.Errorf("%s: %s: nothing is changed", m.Name, one.What)
			}
		}
	}
}

func TestMutants_SameSeedSameMutants(t *testing.T) {
	p := sample(t)
	for _, m := range All() {
		a, b := p.Mutants(m, 3, random(7)), p.Mutants(m, 3, random(7))
		if !slices.EqualFunc(a, b, func(x, y Mutant) bool { return x.Line == y.Line && bytes.Equal(x.Text, y.Text) }) {
			t.Errorf("%s: one seed makes two lists", m.Name)
		}
	}
}
