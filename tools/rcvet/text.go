package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// writeText writes the reports as text. Editors understand its file:line:column.
func writeText(w io.Writer, reports []report, base string) error {
	out := bufio.NewWriter(w)
	for _, r := range reports {
		fmt.Fprintf(out, "%s: %s: %s\n", where(base, r.region), r.Category, r.Message)
		for _, s := range r.Path {
			fmt.Fprintf(out, "\t%s: %s\n", where(base, s.region), s.Message)
		}
		if len(r.Fixes) > 0 {
			fmt.Fprintf(out, "\t-fix: %s\n", r.Fixes[0].Message)
		}
	}
	return out.Flush()
}

// where returns the start of a region. It names the file by its relative or its
// absolute path, whichever is shorter.
func where(base string, r region) string {
	file := r.File
	if rel, err := filepath.Rel(base, file); err == nil && len(rel) < len(file) {
		file = rel
	}
	if r.Column == 0 {
		return fmt.Sprintf("%s:%d", file, r.Line)
	}
	return fmt.Sprintf("%s:%d:%d", file, r.Line, r.Column)
}

// summary counts the reports of each category, and the functions that were not followed
// to the end.
func summary(v *vetting) string {
	if n := len(v.unfinished); n > 0 {
		return summaryOf(v) + fmt.Sprintf("; %s more paths than rcvet follows, see \"unfinished\" of -json", count(n, "function has", "functions have"))
	}
	return summaryOf(v)
}

func summaryOf(v *vetting) string {
	if len(v.reports) == 0 {
		return fmt.Sprintf("no reports in %s", count(v.packages, "package", "packages"))
	}
	var names []string
	number, fixable := map[string]int{}, 0
	for _, r := range v.reports {
		if number[r.Category]++; number[r.Category] == 1 {
			names = append(names, r.Category)
		}
		if len(r.Fixes) > 0 {
			fixable++
		}
	}
	slices.SortFunc(names, func(a, b string) int { return number[b] - number[a] })
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%d %s", number[name], name))
	}
	text := fmt.Sprintf("%s in %s: %s", count(len(v.reports), "report", "reports"), count(v.packages, "package", "packages"), strings.Join(parts, ", "))
	if fixable > 0 {
		text += fmt.Sprintf("; -fix can fix %d", fixable)
	}
	return text + fmt.Sprintf("; run 'rcvet help %s' for an explanation", names[0])
}
