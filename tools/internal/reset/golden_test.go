package reset_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rcpool/rcpool/tools/internal/reset"
)

var update = flag.Bool("update", false, "write what is generated to the golden files")

// A golden file is a package with what is to be generated for it, in the file
// "want", or what is to be said, in the file "refused".
type golden struct {
	*txtar.Archive
	path   string
	dir    string
	config reset.Config
}

func goldens(t *testing.T) []golden {
	t.Helper()
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOOS", "linux")
	paths, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	root := t.TempDir()
	write(t, filepath.Join(root, "go.mod"), "module example.com\n\ngo 1.25.0\n"+requireRcpool(t))
	var all []golden
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		g := golden{Archive: archive, path: path, dir: filepath.Join(root, strings.TrimSuffix(filepath.Base(path), ".txtar"))}
		g.config.Dir = g.dir
		for line := range strings.Lines(string(archive.Comment)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "types":
				g.config.Types = strings.Split(value, ",")
			case "output":
				g.config.Output = value
			case "tags":
				g.config.Tags = value
			case "limit":
				if err := g.config.Limit.Set(value); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, f := range archive.Files {
			if f.Name != "want" && f.Name != "refused" {
				write(t, filepath.Join(g.dir, f.Name), string(f.Data))
			}
		}
		all = append(all, g)
	}
	return all
}

// requireRcpool is what a go.mod says to use the rcpool of this repository.
func requireRcpool(t *testing.T) string {
	t.Helper()
	repository, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return "\nrequire github.com/rcpool/rcpool v0.0.0\n\nreplace github.com/rcpool/rcpool => " + repository + "\n"
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (g golden) want(name string) []byte {
	for _, f := range g.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func (g golden) compare(t *testing.T, name string, got []byte) {
	t.Helper()
	if bytes.Equal(got, g.want(name)) {
		return
	}
	if !*update {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, g.want(name))
		return
	}
	kept := g.Files[:0]
	for _, f := range g.Files {
		if f.Name != "want" && f.Name != "refused" {
			kept = append(kept, f)
		}
	}
	g.Files = append(kept, txtar.File{Name: name, Data: got})
	if err := os.WriteFile(g.path, txtar.Format(g.Archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What is generated is what the golden files say, again and again, and go vet
// has nothing to say about it.
func TestGenerate_Golden(t *testing.T) {
	vet := exec.CommandContext(t.Context(), "go", "vet", "-tags=special")
	for _, g := range goldens(t) {
		name := filepath.Base(g.dir)
		if strings.HasPrefix(name, "refuse_") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			file, err := reset.Generate(t.Context(), g.config)
			if err != nil {
				t.Fatal(err)
			}
			g.compare(t, "want", []byte("// "+filepath.Base(file.Path)+"\n"+string(file.Source)))
			if err := file.Write(); err != nil {
				t.Fatal(err)
			}
			again, err := reset.Generate(t.Context(), g.config)
			if err != nil {
				t.Fatal(err)
			}
			if stale, err := again.Stale(); err != nil || stale != "" {
				t.Errorf("the second time it %s (%v)", stale, err)
			}
			if name != "neighbours" { // waits for what another directive generates
				vet.Dir = filepath.Dir(g.dir)
				vet.Args = append(vet.Args, "./"+name)
			}
		})
	}
	if out, err := vet.CombinedOutput(); vet.Dir != "" && err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

// What cannot be done is refused, with the place, the reason and the cure.
func TestGenerate_Refused(t *testing.T) {
	for _, g := range goldens(t) {
		name := filepath.Base(g.dir)
		if !strings.HasPrefix(name, "refuse_") {
			continue
		}
		t.Run(strings.TrimPrefix(name, "refuse_"), func(t *testing.T) {
			file, err := reset.Generate(t.Context(), g.config)
			if err == nil {
				t.Fatalf("was generated:\n%s", file.Source)
			}
			said := strings.ReplaceAll(err.Error(), g.dir+string(filepath.Separator), "")
			said = strings.ReplaceAll(said, g.dir, "the directory")
			g.compare(t, "refused", []byte(said+"\n"))
		})
	}
}
