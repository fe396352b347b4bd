package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A module is a pinned public module, or some packages of it.
type module struct {
	Path     string   `json:"path"`
	Version  string   `json:"version"`
	Packages []string `json:"packages,omitempty"` // patterns; all packages if empty
	Uses     string   `json:"uses"`               // which of the tracked APIs, for the table
	Unseen   bool     `json:"unseen,omitempty"`   // rcvet was not developed with it
}

func (m module) String() string { return m.Path + "@" + m.Version }

// A bug is a real mistake in an old version of a module, with the function that
// holds it: what rcvet should report.
type bug struct {
	Module     string   `json:"module"`
	Version    string   `json:"version"`
	File       string   `json:"file"` // relative to the root of the module
	Line       int      `json:"line"` // of the statement that is wrong
	Func       string   `json:"func"` // such as "(*Reader).Next"; "-" for a literal outside functions
	Categories []string `json:"categories"`
	Message    string   `json:"message,omitempty"` // part of the report's text, if others are made in the function
	What       string   `json:"what"`
	Source     string   `json:"source"`          // where it was reported or repaired
	Fixed      string   `json:"fixed,omitempty"` // first version known to be without it
}

// A verdict reports whether a report is right.
type verdict string

const (
	isTrue  verdict = "true"   // the path exists and the reference is misused on it
	isFalse verdict = "false"  // correct code
	unsure  verdict = "unsure" // depends on a contract that the source does not tell
	unknown verdict = ""       // nobody judged it
)

// A judgement is what a person found about one report.
type judgement struct {
	Module   string  `json:"module"`
	Version  string  `json:"version"`
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Func     string  `json:"func"`
	Category string  `json:"category"`
	Message  string  `json:"message"`
	Verdict  verdict `json:"verdict"`
	Reason   string  `json:"reason"`
}

type catalog struct {
	modules    []module
	bugs       []bug
	judgements []judgement
}

var (
	//go:embed modules.json
	modulesJSON []byte
	//go:embed bugs.json
	bugsJSON []byte
	//go:embed judgements.json
	judgementsJSON []byte
)

func readCatalog() (catalog, error) {
	var c catalog
	for _, file := range []struct {
		name string
		text []byte
		into any
	}{
		{"modules.json", modulesJSON, &c.modules},
		{"bugs.json", bugsJSON, &c.bugs},
		{"judgements.json", judgementsJSON, &c.judgements},
	} {
		decoder := json.NewDecoder(bytes.NewReader(file.text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(file.into); err != nil {
			return catalog{}, fmt.Errorf("%s: %w", file.name, err)
		}
	}
	return c, nil
}

// measured lists what has to be analyzed: the modules, and the packages that hold
// known bugs, in the version with the bug and in the one without.
func (c catalog) measured() []module {
	all := slices.Clone(c.modules)
	for _, b := range c.bugs {
		pattern := "./" + path.Dir(b.File)
		for _, version := range []string{b.Version, b.Fixed} {
			at := slices.IndexFunc(all, func(m module) bool { return m.Path == b.Module && m.Version == version })
			switch {
			case version == "":
			case at < 0:
				all = append(all, module{Path: b.Module, Version: version, Packages: []string{pattern}})
			case at >= len(c.modules) && !slices.Contains(all[at].Packages, pattern):
				all[at].Packages = append(all[at].Packages, pattern)
			}
		}
	}
	return all
}

// choose returns the modules whose path@version contains one of the names.
func (c catalog) choose(names []string) []module {
	return slices.DeleteFunc(c.measured(), func(m module) bool {
		return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(m.String(), name) })
	})
}

// surveyed reports whether the version is in the survey proper, not only for a bug.
func (c catalog) surveyed(path, version string) bool {
	return slices.ContainsFunc(c.modules, func(m module) bool { return m.Path == path && m.Version == version })
}
