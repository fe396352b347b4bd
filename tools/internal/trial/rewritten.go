package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/mod/modfile"

	"github.com/rcpool/rcpool/tools/internal/rewrite"
)

// What rcvet says of a program should not change with how the program is written.
// So rewritten versions of the rounds' programs, which do the same, are a test of
// shapes of code that nobody has written yet.

// A rewriting is how rewritten versions are made.
type rewriting struct {
	seed  uint64
	only  string // the names of the rewritings to do, with commas; empty for all
	sites int    // at most so many of a rewriting in a program
	each  int    // so many programs of a round for each rewriting; 0 for all
	keep  string // a folder that the programs are left in
}

// mixed is the name of all rewritings, one after the other, and few that of some of them,
// which leave more of the program as it was.
const (
	mixed = "all of them"
	few   = "a few of them"
)

// manyIsFew is how many rewritings are a few.
const manyIsFew = 5

// A version is a program after a rewriting.
type version struct {
	program
	folder    string
	rewriting string
}

// A change counts the versions that a rewriting made.
type change struct {
	Rewriting string `json:"rewriting"`
	Correct   int    `json:"correct"`  // versions of correct programs without a report
	Reported  int    `json:"reported"` // those with a report
	Found     int    `json:"found"`    // versions of programs whose mistake was found
	Lost      int    `json:"lost"`     // those without a report of its category
	Besides   int    `json:"besides"`  // those with a report of another one
}

// changes are the results of all versions.
type changes struct {
	Changes []change `json:"changes"`

	Reported []string `json:"reported"` // reports on versions of correct programs
	Lost     []string `json:"lost"`     // versions whose mistake is not found any more
	Besides  []string `json:"besides"`  // reports under another category
}

// try rewrites programs of a round, and compares what rcvet reports.
func (o rewriting) try(ctx context.Context, tool, round string) (changes, error) {
	programs, err := programsOf(round)
	if err != nil {
		return changes{}, err
	}
	dir := filepath.Join(o.keep, filepath.Base(round))
	if o.keep == "" {
		if dir, err = os.MkdirTemp("", "rewritten"); err != nil {
			return changes{}, err
		}
		defer os.RemoveAll(dir)
	}
	if err := moveModule(round, dir); err != nil {
		return changes{}, err
	}
	versions, err := o.write(ctx, round, dir, programs)
	if err != nil || len(versions) == 0 {
		return changes{}, err
	}
	var originals []string
	for _, v := range versions {
		originals = append(originals, "./"+v.name)
	}
	slices.Sort(originals)
	before, err := vet(ctx, tool, round, slices.Compact(originals)...)
	if err != nil {
		return changes{}, err
	}
	after, err := vet(ctx, tool, dir, "./...")
	if err != nil {
		return changes{}, err
	}
	return compare(versions, before, after), nil
}

// moveModule writes the go.mod of a round to another folder, and its go.sum.
func moveModule(round, dir string) error {
	name := filepath.Join(round, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	for _, r := range slices.Clone(file.Replace) {
		if r.New.Version != "" || filepath.IsAbs(r.New.Path) {
			continue
		}
		path, err := filepath.Abs(filepath.Join(round, r.New.Path))
		if err == nil {
			err = file.AddReplace(r.Old.Path, r.Old.Version, path, "")
		}
		if err != nil {
			return err
		}
	}
	if text, err = file.Format(); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "go.mod"), text); err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(round, "go.sum"))
	if errors.Is(err, fs.ErrNotExist) { // it needs no other module
		return nil
	}
	if err == nil {
		err = writeFile(filepath.Join(dir, "go.sum"), sums)
	}
	return err
}

// write writes versions of the programs that consist of one file.
func (o rewriting) write(ctx context.Context, round, dir string, programs []program) ([]version, error) {
	files := map[string][]byte{}
	var texts [][]byte
	for _, p := range programs {
		text, err := onlyFile(round, p)
		if err != nil {
			return nil, err
		}
		if text != nil {
			files[p.name] = text
			texts = append(texts, text)
		}
	}
	importer, err := rewrite.Importer(ctx, round, texts)
	if err != nil {
		return nil, err
	}
	var versions []version
	for number, recipe := range o.recipes() {
		random := rand.New(rand.NewPCG(o.seed, uint64(number)))
		done := 0
		for _, i := range random.Perm(len(programs)) {
			p := programs[i]
			if files[p.name] == nil || o.each > 0 && done == o.each {
				continue
			}
			one := &rewrite.Package{Path: "round/" + p.name, Files: map[string][]byte{"main.go": files[p.name]}, Importer: importer}
			changed, err := o.rewrite(one, recipe, random)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", p.name, recipe.name, err)
			}
			if !changed {
				continue
			}
			done++
			v := version{p, strings.ReplaceAll(recipe.name, " ", "_") + "/" + p.name, recipe.name}
			if err := writeFile(filepath.Join(dir, v.folder, "main.go"), one.Files["main.go"]); err != nil {
				return nil, err
			}
			versions = append(versions, v)
		}
	}
	return versions, nil
}

// onlyFile is the text of a program's file; nil if it has several.
func onlyFile(round string, p program) (text []byte, err error) {
	files := 0
	err = filepath.WalkDir(filepath.Join(round, p.name), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			files++
		}
		return err
	})
	if err != nil || files != 1 {
		return nil, err
	}
	return os.ReadFile(filepath.Join(round, filepath.FromSlash(p.file)))
}

// A recipe is one rewriting, or several.
type recipe struct {
	name  string
	steps []rewrite.Rewriting
	most  int // of the steps that change something
}

func (o rewriting) recipes() (list []recipe) {
	add := func(name string, most int, steps ...rewrite.Rewriting) {
		if o.only == "" || slices.Contains(strings.Split(o.only, ","), name) {
			list = append(list, recipe{name, steps, most})
		}
	}
	for _, r := range rewrite.All() {
		add(r.Name, 1, r)
	}
	mixable := slices.DeleteFunc(rewrite.All(), func(r rewrite.Rewriting) bool { return r.Alone })
	add(mixed, len(mixable), mixable...)
	add(few, manyIsFew, mixable...)
	return list
}

// rewrite carries out the steps of a recipe in any order.
func (o rewriting) rewrite(p *rewrite.Package, r recipe, random *rand.Rand) (changed bool, err error) {
	steps := 0
	for _, i := range random.Perm(len(r.steps)) {
		if steps == r.most {
			break
		}
		text, done, err := p.Rewrite("main.go", r.steps[i], o.sites, random)
		if err != nil {
			return false, err
		}
		p.Files["main.go"] = text
		steps += one(done > 0)
	}
	return steps > 0, nil
}

// compare compares the reports on the versions with those on the programs. Versions
// of programs that are judged wrongly themselves do not count.
func compare(versions []version, before, after []report) changes {
	var c changes
	for _, v := range versions {
		original := mistakesIn(v.name, before)
		if (v.class == correct) != (len(original) == 0) {
			continue
		}
		i := slices.IndexFunc(c.Changes, func(n change) bool { return n.Rewriting == v.rewriting })
		if i < 0 {
			i = len(c.Changes)
			c.Changes = append(c.Changes, change{Rewriting: v.rewriting})
		}
		c.count(&c.Changes[i], v, original, mistakesIn(v.folder, after))
	}
	return c
}

// mistakesIn are the reports on mistakes in a folder.
func mistakesIn(folder string, reports []report) (list []report) {
	for _, r := range reports {
		if strings.HasPrefix(r.File, folder+"/") && slices.Contains(categories, r.Category) {
			list = append(list, r)
		}
	}
	return list
}

func (c *changes) count(n *change, v version, before, after []report) {
	if v.class == correct {
		n.Correct++
		n.Reported += one(len(after) > 0)
		for _, r := range after {
			c.Reported = append(c.Reported, r.String())
		}
		return
	}
	found, besides := false, false
	for _, r := range after {
		if slices.ContainsFunc(before, func(b report) bool { return b.Category == r.Category }) {
			found = true
			continue
		}
		besides = true
		c.Besides = append(c.Besides, fmt.Sprintf("%s, which is %s", r, v.category))
	}
	n.Found++
	n.Besides += one(besides)
	n.Lost += one(!found)
	if !found {
		c.Lost = append(c.Lost, fmt.Sprintf("%s: %s (%s)", v.folder, v.category, v.class))
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// add adds the results of another round.
func (c *changes) add(round string, o changes) {
	for _, n := range o.Changes {
		i := slices.IndexFunc(c.Changes, func(m change) bool { return m.Rewriting == n.Rewriting })
		if i < 0 {
			c.Changes = append(c.Changes, n)
			continue
		}
		c.Changes[i].add(n)
	}
	for _, list := range []struct {
		to   *[]string
		from []string
	}{{&c.Reported, o.Reported}, {&c.Lost, o.Lost}, {&c.Besides, o.Besides}} {
		for _, text := range list.from {
			*list.to = append(*list.to, round+"/"+text)
		}
	}
}

func (n *change) add(o change) {
	n.Correct += o.Correct
	n.Reported += o.Reported
	n.Found += o.Found
	n.Lost += o.Lost
	n.Besides += o.Besides
}

// String shows the results to a person.
func (c changes) String() string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "rewriting\tcorrect\treported\tmistakes\tlost\tbesides\t")
	var sum change
	list := slices.SortedFunc(slices.Values(c.Changes), func(a, b change) int { return cmp.Compare(a.Rewriting, b.Rewriting) })
	for _, n := range list {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t\n", n.Rewriting, n.Correct, n.Reported, n.Found, n.Lost, n.Besides)
		sum.add(n)
	}
	fmt.Fprintf(table, "together\t%d\t%d\t%d\t%d\t%d\t\n", sum.Correct, sum.Reported, sum.Found, sum.Lost, sum.Besides)
	table.Flush()
	writeLists(&b, []titled{
		{"reported, but the program is correct", c.Reported},
		{"not found any more", c.Lost},
		{"reported besides the mistake", c.Besides},
	})
	return b.String()
}

// tryAll rewrites the programs of all rounds.
func (o rewriting) tryAll(ctx context.Context, tool string, rounds []string) (all changes, err error) {
	if len(o.recipes()) == 0 {
		return all, fmt.Errorf("%q is no rewriting; these are %s", o.only, strings.Join(rewritingNames(), ", "))
	}
	for _, round := range rounds {
		c, err := o.try(ctx, tool, round)
		if err != nil {
			return all, fmt.Errorf("%s: %w", round, err)
		}
		all.add(filepath.Base(round), c)
	}
	return all, nil
}

func rewritingNames() (names []string) {
	for _, r := range rewrite.All() {
		names = append(names, r.Name)
	}
	return append(names, mixed, few)
}
