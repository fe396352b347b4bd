package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An edit whose text is gone fails, and nothing is written.
func TestSource_MissesWhatChanged(t *testing.T) {
	const text = "package p\n\nvar v = 1\n\nfunc (t *T) f() int { return 0 }\n\nfunc g() int { return 0 }\n"
	for _, test := range []struct {
		name string
		edit func(*source)
		want string // of the file, or the beginning of the error
	}{
		{"replaces", func(s *source) { s.replace("p.go", 2, "return 0", "return 1") }, strings.ReplaceAll(text, "return 0", "return 1")},
		{"replaces within a method", func(s *source) {
			s.within("p.go", "T.f", func(s *source) { s.replace("p.go", 1, "return 0", "return 1") })
		}, strings.Replace(text, "return 0", "return 1", 1)},
		{"drops a variable", func(s *source) { s.drop("p.go", "v") }, strings.Replace(text, "var v = 1", "", 1)},
		{"rewrites", func(s *source) { s.rewrite("*.go", `\bint\b`, "uint") }, strings.ReplaceAll(text, "int", "uint")},

		{"too many", func(s *source) { s.replace("p.go", 1, "return 0", "return 1") }, "error"},
		{"none", func(s *source) { s.replace("p.go", 1, "return 2", "return 1") }, "error"},
		{"no such file", func(s *source) { s.replace("q.go", 1, "return 0", "return 1") }, "error"},
		{"no such function", func(s *source) { s.drop("p.go", "f") }, "error"},
		{"none within", func(s *source) {
			s.within("p.go", "g", func(s *source) { s.replace("p.go", 1, "var", "const") })
		}, "error"},
		{"no match", func(s *source) { s.rewrite("*/*.go", "int", "uint") }, "error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "p.go")
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := load(filepath.Dir(name))
			if err != nil {
				t.Fatal(err)
			}
			test.edit(s)
			err = s.save()
			got, readErr := os.ReadFile(name)
			if readErr != nil {
				t.Fatal(readErr)
			}
			if test.want == "error" {
				if err == nil || string(got) != text {
					t.Errorf("saved %q, error %v", got, err)
				}
			} else if err != nil || string(got) != test.want {
				t.Errorf("saved %q, error %v, want %q", got, err, test.want)
			}
		})
	}
}
