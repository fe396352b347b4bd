package reset

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"io"
	"path/filepath"
	"strings"
)

// constraints returns the build constraints of a file, from its name and its
// //go:build line, or nil if there are none.
func constraints(path string, file *ast.File) constraint.Expr {
	return and(nameConstraints(path), lineConstraints(file))
}

// lineConstraints returns the constraints of the //go:build line.
func lineConstraints(file *ast.File) constraint.Expr {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) {
				if x, err := constraint.Parse(c.Text); err == nil {
					return x
				}
			}
		}
	}
	return nil
}

// nameConstraints returns the constraints of a name such as event_linux_amd64.go.
func nameConstraints(path string) (x constraint.Expr) {
	for tag := range strings.SplitSeq(suffix(path), "_") {
		if tag != "" {
			x = and(x, &constraint.TagExpr{Tag: tag})
		}
	}
	return x
}

// suffix returns the end of a file name that restricts it to a system, such as
// _linux_amd64, or "".
func suffix(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".go")
	words := strings.Split(name, "_")
	found := ""
	for i := len(words) - 1; i >= max(1, len(words)-2); i-- {
		if !isSystem(words[i]) {
			break
		}
		found = "_" + words[i] + found
	}
	return found
}

// isSystem reports whether name is a system. Only go/build knows all systems: it
// does not build a file with the name of a system for another one.
func isSystem(word string) bool {
	elsewhere := build.Default
	elsewhere.GOOS, elsewhere.GOARCH = "no", "no"
	elsewhere.OpenFile = emptyFile
	ok, err := elsewhere.MatchFile("", "file_"+word+".go")
	return err == nil && !ok
}

func and(x, y constraint.Expr) constraint.Expr {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return &constraint.AndExpr{X: x, Y: y}
}

func text(x constraint.Expr) string {
	if x == nil {
		return "everything"
	}
	return x.String()
}

// matches reports whether a file is built with these tags, on this system.
func matches(path, tags string) bool {
	here := build.Default
	here.BuildTags = strings.Split(tags, ",")
	ok, err := here.MatchFile(filepath.Dir(path), filepath.Base(path))
	return err == nil && ok
}

func emptyFile(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("package p\n")), nil
}
