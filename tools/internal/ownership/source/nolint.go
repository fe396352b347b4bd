package source

import (
	"go/token"
	"slices"
	"strings"
)

// IsAccepted reports whether a comment on the line of a position, or on the line above,
// tells a linter to ignore a check there: //lint:ignore of staticcheck with the name
// of the check, or //nolint of golangci-lint with that of the linter or without one.
func (s Source) IsAccepted(pos token.Pos, check, linter string) bool {
	file := s.File(pos)
	if file == nil {
		return false
	}
	at := s.Pass.Fset.Position(pos).Line
	for _, group := range file.Comments {
		for _, comment := range group.List {
			line := s.Pass.Fset.Position(comment.Pos()).Line
			if (line == at || line == at-1) && accepts(comment.Text, check, linter) {
				return true
			}
		}
	}
	return false
}

func accepts(comment, check, linter string) bool {
	if rest, ok := strings.CutPrefix(comment, "//lint:ignore "); ok {
		checks, _, _ := strings.Cut(rest, " ")
		return slices.Contains(strings.Split(checks, ","), check)
	}
	rest, ok := strings.CutPrefix(comment, "//nolint")
	if !ok {
		return false
	}
	names, _, _ := strings.Cut(rest, " ")
	list, named := strings.CutPrefix(names, ":")
	return names == "" || named && slices.Contains(strings.Split(list, ","), linter)
}
