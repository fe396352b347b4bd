package main

import (
	"cmp"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/rcpool/rcpool/tools/internal/mutate"
	"github.com/rcpool/rcpool/tools/internal/rewrite"
)

// Mistakes that are put into correct programs show what rcvet does not find: nobody
// has chosen them. The programs use rcpool, so running them shows which of the
// mutants are mistaken.

// A mutating is how mutants are made.
type mutating struct {
	seed uint64
	only string // the name of the one mutation to do; empty for all
	each int    // so many mutants of a round for each mutation; 0 for one of each program
	keep string // a folder that the mutants are left in
	race bool   // run them under the race detector
}

// A mutant is a correct program with a mistake.
type mutant struct {
	mutate.Mutant
	program  string
	mutation string
	folder   string // that it is in
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", m.program, m.Line, m.mutation, m.What)
}

// A toll counts the mutants of a mutation.
type toll struct {
	Mutation string `json:"mutation"`
	Mutants  int    `json:"mutants"`
	Mistaken int    `json:"mistaken"` // running them shows a mistake
	Found    int    `json:"found"`    // those with a report
	Besides  int    `json:"besides"`  // those of them whose reports are of other categories
}

// tolls are the results of all mutants.
type tolls struct {
	Tolls []toll `json:"tolls"`

	Missed  []string `json:"missed"`  // mistaken mutants without a report
	Besides []string `json:"besides"` // reports under another category
	Unknown []string `json:"unknown"` // reports on mutants that showed no mistake
}

// try makes mutants of the correct programs of a round, runs them, and compares what
// the run and rcvet report.
func (o mutating) try(ctx context.Context, tool, round string) (tolls, error) {
	programs, err := programsOf(round)
	if err != nil {
		return tolls{}, err
	}
	dir := filepath.Join(o.keep, filepath.Base(round))
	if o.keep == "" {
		if dir, err = os.MkdirTemp("", "mutants"); err != nil {
			return tolls{}, err
		}
		defer os.RemoveAll(dir)
	}
	texts, err := runnable(round, programs)
	if err != nil || len(texts) == 0 {
		return tolls{}, err
	}
	mutants, err := o.mutants(ctx, round, programs, texts)
	if err != nil || len(mutants) == 0 {
		return tolls{}, err
	}
	originals := map[string]mutant{}
	all := slices.Clone(mutants)
	for _, m := range mutants {
		if _, ok := originals[m.program]; !ok {
			original := mutant{Mutant: mutate.Mutant{Text: texts[m.program]}, program: m.program, folder: "original/" + m.program}
			originals[m.program] = original
			all = append(all, original)
		}
	}
	if err := writeMutants(round, dir, all); err != nil {
		return tolls{}, err
	}
	reports, err := vet(ctx, tool, dir, "./...")
	if err != nil {
		return tolls{}, err
	}
	shown, err := runAll(ctx, round, filepath.Join(dir, "run"), all, o.race)
	if err != nil {
		return tolls{}, err
	}
	var t tolls
	for _, m := range mutants {
		original := originals[m.program].folder
		if shown[original].silent() && len(mistakesIn(original, reports)) == 0 {
			t.count(m, shown[m.folder], mistakesIn(m.folder, reports))
		}
	}
	return t, nil
}

// runnable are the texts of the correct programs that consist of one file and need
// nothing but the standard library and rcpool.
func runnable(round string, programs []program) (map[string][]byte, error) {
	texts := map[string][]byte{}
	for _, p := range programs {
		if p.class != correct {
			continue
		}
		text, err := mainFile(filepath.Join(round, p.name))
		if err != nil {
			return nil, err
		}
		if text != nil && usesOnlyRcpool(text) {
			texts[p.name] = text
		}
	}
	return texts, nil
}

// mainFile is the text of the one file of a program, without its tests; nil if it has
// several.
func mainFile(folder string) (text []byte, err error) {
	var files []string
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) != 1 {
		return nil, err
	}
	return os.ReadFile(files[0])
}

func usesOnlyRcpool(text []byte) (uses bool) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil || file.Name.Name != "main" {
		return false
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		switch first, _, _ := strings.Cut(path, "/"); {
		case err != nil:
			return false
		case strings.HasPrefix(path, "github.com/rcpool/rcpool"):
			uses = true
		case strings.Contains(first, "."):
			return false
		}
	}
	return uses
}

// mutants makes the mutants of a round.
func (o mutating) mutants(ctx context.Context, round string, programs []program, texts map[string][]byte) (all []mutant, err error) {
	var files [][]byte
	for _, text := range texts {
		files = append(files, text)
	}
	importer, err := rewrite.Importer(ctx, round, files)
	if err != nil {
		return nil, err
	}
	loaded := map[string]*mutate.Program{}
	for number, m := range mutate.All() {
		if o.only != "" && o.only != m.Name {
			continue
		}
		random := rand.New(rand.NewPCG(o.seed, uint64(number)))
		done := 0
		for _, i := range random.Perm(len(programs)) {
			name := programs[i].name
			if texts[name] == nil || o.each > 0 && done == o.each {
				continue
			}
			if loaded[name] == nil {
				if loaded[name], err = mutate.Load(name, texts[name], importer); err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
			}
			for _, one := range loaded[name].Mutants(m, 1, random) {
				all = append(all, mutant{one, name, m.Name, strings.ReplaceAll(m.Name, " ", "_") + "/" + name})
				done++
			}
		}
	}
	return all, nil
}

// writeMutants writes a module with a folder for each mutant.
func writeMutants(round, dir string, mutants []mutant) error {
	if err := moveModule(round, dir); err != nil {
		return err
	}
	for _, m := range mutants {
		if err := writeFile(filepath.Join(dir, m.folder, "main.go"), m.Text); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// count counts one mutant.
func (t *tolls) count(m mutant, shown outcome, reports []report) {
	i := slices.IndexFunc(t.Tolls, func(n toll) bool { return n.Mutation == m.mutation })
	if i < 0 {
		i = len(t.Tolls)
		t.Tolls = append(t.Tolls, toll{Mutation: m.mutation})
	}
	n := &t.Tolls[i]
	n.Mutants++
	if len(shown.mistakes) == 0 {
		for _, r := range reports {
			t.Unknown = append(t.Unknown, fmt.Sprintf("%s\n\t\t%s", m, r))
		}
		return
	}
	n.Mistaken++
	if len(reports) == 0 {
		t.Missed = append(t.Missed, fmt.Sprintf("%s; a run shows %s", m, shown))
		return
	}
	n.Found++
	if !slices.ContainsFunc(reports, func(r report) bool { return shown.expects(r.Category) }) {
		n.Besides++
		t.Besides = append(t.Besides, fmt.Sprintf("%s; a run shows %s\n\t\t%s", m, shown, reports[0]))
	}
}

// tryAll makes mutants of the programs of all rounds.
func (o mutating) tryAll(ctx context.Context, tool string, rounds []string) (all tolls, err error) {
	if !slices.Contains(append(mutationNames(), ""), o.only) {
		return all, fmt.Errorf("%q is no mutation; these are %s", o.only, strings.Join(mutationNames(), ", "))
	}
	for _, round := range rounds {
		t, err := o.try(ctx, tool, round)
		if err != nil {
			return all, fmt.Errorf("%s: %w", round, err)
		}
		all.add(filepath.Base(round), t)
	}
	return all, nil
}

func mutationNames() (names []string) {
	for _, m := range mutate.All() {
		names = append(names, m.Name)
	}
	return names
}

// add adds the results of another round.
func (t *tolls) add(round string, o tolls) {
	for _, n := range o.Tolls {
		i := slices.IndexFunc(t.Tolls, func(m toll) bool { return m.Mutation == n.Mutation })
		if i < 0 {
			t.Tolls = append(t.Tolls, n)
			continue
		}
		t.Tolls[i].add(n)
	}
	for _, list := range []struct {
		to   *[]string
		from []string
	}{{&t.Missed, o.Missed}, {&t.Besides, o.Besides}, {&t.Unknown, o.Unknown}} {
		for _, text := range list.from {
			*list.to = append(*list.to, round+"/"+text)
		}
	}
}

func (n *toll) add(o toll) {
	n.Mutants += o.Mutants
	n.Mistaken += o.Mistaken
	n.Found += o.Found
	n.Besides += o.Besides
}

// String shows the results to a person.
func (t tolls) String() string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "mutation\tmutants\tmistaken\tfound\t\tother category\t")
	var sum toll
	row := func(n toll) {
		found := Found{n.Mistaken, n.Found}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%s\t%d\t\n", n.Mutation, n.Mutants, n.Mistaken, n.Found, found.percent(), n.Besides)
	}
	for _, n := range slices.SortedFunc(slices.Values(t.Tolls), func(a, b toll) int { return cmp.Compare(a.Mutation, b.Mutation) }) {
		row(n)
		sum.add(n)
	}
	sum.Mutation = "together"
	row(sum)
	table.Flush()
	writeLists(&b, []titled{
		{"mistaken, and not found", t.Missed},
		{"found under another category", t.Besides},
		{"reported, but no run has shown a mistake", t.Unknown},
	})
	return b.String()
}
