package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/version"
)

// A document is the output of -json. Later versions may add fields. A change to
// an existing field increases Version.
type document struct {
	Version    int      `json:"version"`
	Tool       string   `json:"tool"`       // rcvet and its version
	Reports    []report `json:"reports"`    // sorted by file, line and column; files below the working directory are relative to it, with slashes
	Unfinished []string `json:"unfinished"` // where functions are that have more paths than are followed
	Broken     []string `json:"broken"`     // packages that were not checked because they do not compile
	OK         bool     `json:"ok"`         // every requested package was checked
}

// writeDocument writes the reports as JSON.
func writeDocument(w io.Writer, v *vetting, base string) error {
	d := document{Version: 1, Tool: "rcvet " + version.String(), Reports: []report{}, Unfinished: []string{}, Broken: append([]string{}, v.broken...), OK: !v.failed}
	for _, position := range slices.Sorted(slices.Values(v.unfinished)) {
		d.Unfinished = append(d.Unfinished, relative(base, position))
	}
	for _, r := range v.reports {
		r.File = relative(base, r.File)
		r.Path = slices.Clone(r.Path)
		for i := range r.Path {
			r.Path[i].File = relative(base, r.Path[i].File)
		}
		r.Fixes = slices.Clone(r.Fixes)
		for i, f := range r.Fixes {
			f.Edits = slices.Clone(f.Edits)
			for k := range f.Edits {
				f.Edits[k].File = relative(base, f.Edits[k].File)
			}
			r.Fixes[i] = f
		}
		d.Reports = append(d.Reports, r)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(d); err != nil {
		return fmt.Errorf("-json: %w", err)
	}
	return nil
}
