package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A report is one mistake. Names of files are absolute.
type report struct {
	Category string `json:"category"`
	Message  string `json:"message"` // without the category
	Package  string `json:"package"`
	region
	URL         string `json:"url"`
	Fingerprint string `json:"fingerprint"`
	Path        []step `json:"path"`  // how the program gets there
	Fixes       []fix  `json:"fixes"` // alternatives, the best one first
}

// A region is a part of a file. Lines and columns count from 1, columns in
// bytes. The end column is that of the first byte beyond.
type region struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

func (r region) compare(o region) int {
	return cmp.Or(cmp.Compare(r.File, o.File), cmp.Compare(r.Line, o.Line), cmp.Compare(r.Column, o.Column))
}

// A step is one on the way to the mistake.
type step struct {
	region
	Message string `json:"message"`
}

// A fix is a change that mends a mistake. Its edits belong together.
type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

// An edit puts text in the place of the bytes from Start up to End.
type edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// tidy sorts reports by place and leaves one of those that are the same, as
// are those of a package and of its variant with tests.
func tidy(reports []report) []report {
	slices.SortStableFunc(reports, func(a, b report) int {
		return cmp.Or(a.region.compare(b.region), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Package, b.Package))
	})
	return slices.CompactFunc(reports, func(a, b report) bool {
		return a.region.compare(b.region) == 0 && a.Category == b.Category && a.Message == b.Message
	})
}

// fingerprints sets the fingerprint of each report: it stays the same when
// lines are added elsewhere, and when the repository lies elsewhere. It is made
// of the category, the file, the text of the line, and a number among those
// that agree in all this.
func fingerprints(reports []report, root string, sources sources) []report {
	seen := map[string]int{}
	for i := range reports {
		r := &reports[i]
		key := strings.Join([]string{r.Category, relative(root, r.File), strings.Join(strings.Fields(sources.line(r.File, r.Line)), " ")}, "\x00")
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		r.Fingerprint = hex.EncodeToString(sum[:12])
	}
	return reports
}

// relative is the name of a file relative to a directory, with slashes, if the
// file is below it, and the absolute name otherwise.
func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && within(file, dir) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(file)
}

// sources are the files that reports speak of, read when they are needed. A
// file that cannot be read is empty.
type sources map[string][]byte

func (s sources) text(file string) []byte {
	text, ok := s[file]
	if !ok {
		text, _ = os.ReadFile(file)
		s[file] = text
	}
	return text
}

// line is a line of a file, without its end; lines count from 1.
func (s sources) line(file string, line int) string {
	rest := string(s.text(file))
	for ; line > 1; line-- {
		_, after, ok := strings.Cut(rest, "\n")
		if !ok {
			return ""
		}
		rest = after
	}
	text, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(text, "\r")
}
