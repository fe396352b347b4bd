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

// A report is one mistake. File names are absolute.
type report struct {
	Category string `json:"category"`
	Message  string `json:"message"` // without the category
	Package  string `json:"package"`
	region
	URL         string `json:"url"`
	Fingerprint string `json:"fingerprint"`
	Path        []step `json:"path"`  // how the program gets to the mistake
	Fixes       []fix  `json:"fixes"` // alternatives, the best one first
}

// A region is a part of a file. Lines and columns count from 1, columns in
// bytes. The end column is that of the first byte after the region. A column is
// 0 if it is unknown: a directive //line need not tell it.
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

// A step is a place on the way to the mistake.
type step struct {
	region
	Message string `json:"message"`
}

// A fix is a change that corrects a mistake. Apply all of its edits or none.
type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

// An edit replaces the bytes from Start up to End.
type edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// tidy sorts the reports by place and removes duplicates: a package and its test
// variant have the same reports.
func tidy(reports []report) []report {
	slices.SortStableFunc(reports, func(a, b report) int {
		return cmp.Or(a.region.compare(b.region), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Package, b.Package))
	})
	return slices.CompactFunc(reports, func(a, b report) bool {
		return a.region.compare(b.region) == 0 && a.Category == b.Category && a.Message == b.Message
	})
}

// fingerprints sets the fingerprint of each report. It stays the same when lines
// are added elsewhere in the file, and when the repository moves. It is a hash of
// the category, the file, the text of the line, and a number that tells equal
// reports apart.
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

// relative returns the name of a file relative to dir, with slashes, if the file
// is below dir, and the absolute name otherwise.
func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && within(file, dir) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(file)
}

// sources holds the files of the reports, each read at first use. A file that
// cannot be read is empty.
type sources map[string][]byte

func (s sources) text(file string) []byte {
	text, ok := s[file]
	if !ok {
		text, _ = os.ReadFile(file)
		s[file] = text
	}
	return text
}

// line returns a line of a file without its line break. Lines count from 1.
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
