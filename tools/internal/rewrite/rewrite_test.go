package rewrite

import (
	"bytes"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// many sites are rewritten at once.
const many = 12

// imports are those of the sample, which take some time to load.
var imports types.Importer

func sample(t *testing.T) *Package {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "sample.go"))
	if err == nil && imports == nil {
		imports, err = Importer(t.Context(), ".", [][]byte{text})
	}
	if err != nil {
		t.Fatal(err)
	}
	return &Package{Path: "sample", Files: map[string][]byte{"sample.go": text}, Importer: imports}
}

func random(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }

// Each rewriting is done to the sample at many sites at once, and all of them one
// after the other: each version builds, and prints what the sample prints.
func TestRewrite_KeepsWhatTheSamplePrints(t *testing.T) {
	p := sample(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var lines, calls strings.Builder
	add := func(name, title, text string) {
		write(name+"/sample.go", text)
		fmt.Fprintf(&lines, "import %s \"rewritten/%[1]s\"\n", name)
		fmt.Fprintf(&calls, "fmt.Println(\"\\x00%s\")\n%s.Run(os.Stdout)\n", title, name)
	}
	add("p0", "the sample", string(p.Files["sample.go"]))
	n := 0
	for _, r := range All() {
		text, done, err := p.Rewrite("sample.go", r, many, random(0))
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		if done == 0 {
			t.Errorf("%s: the sample has no site", r.Name)
		}
		n++
		add(fmt.Sprintf("p%d", n), r.Name, string(text))
	}
	for seed := range 3 {
		n++
		add(fmt.Sprintf("p%d", n), fmt.Sprintf("all, seed %d", seed), string(mixed(t, p, seed)))
	}
	write("go.mod", "module rewritten\n\ngo 1.25.0\n")
	write("main.go", "package main\n\nimport (\n\"fmt\"\n\"os\"\n)\n\n"+lines.String()+"\nfunc main() {\n"+calls.String()+"}\n")
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	parts := bytes.Split(out, []byte("\x00"))[1:]
	_, want, _ := strings.Cut(string(parts[0]), "\n")
	if want == "" {
		t.Error("the sample prints nothing")
	}
	for _, part := range parts {
		title, got, _ := strings.Cut(string(part), "\n")
		if got != want {
			t.Errorf("%s: prints\n%s\nwant\n%s", title, got, want)
		}
	}
}

// mixed is the sample after all rewritings, one after the other.
func mixed(t *testing.T, p *Package, seed int) []byte {
	t.Helper()
	source := random(seed)
	all := All()
	source.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	next := *p
	for _, r := range all {
		text, _, err := next.Rewrite("sample.go", r, 2, source)
		if err != nil {
			t.Fatalf("%s: %v\n%s", r.Name, err, next.Files["sample.go"])
		}
		next.Files = map[string][]byte{"sample.go": text}
	}
	return next.Files["sample.go"]
}

// A seed stands for one text.
func TestRewrite_SameSeedSameText(t *testing.T) {
	p := sample(t)
	for _, r := range All() {
		a, _, errA := p.Rewrite("sample.go", r, 3, random(7))
		b, _, errB := p.Rewrite("sample.go", r, 3, random(7))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Fatalf("%s: two texts, or errors %v, %v", r.Name, errA, errB)
		}
	}
}

// Few sites are given up because their result does not compile: that is how a
// wrong rewriting would be hidden.
func TestRewrite_FewSitesAreUnfit(t *testing.T) {
	for _, r := range All() {
		p := sample(t)
		_, done, err := p.Rewrite("sample.go", r, many, random(1))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.unfit) > done/10 {
			t.Errorf("%s: %d sites, %d given up; one is %v", r.Name, done, len(p.unfit), p.unfit[0])
		}
	}
}
