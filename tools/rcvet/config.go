package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
)

const configFile = "rcvet.json"

// configuration returns the flags for go vet that configure the analyzer: the
// contents of the file, since go vet caches what the analyzer said by its flags
// and would not notice that a file has changed.
func configuration(file *string, place place, analyzer *analysis.Analyzer) ([]string, error) {
	path := ""
	if file != nil {
		path = *file
		if path != "" && !filepath.IsAbs(path) {
			path = filepath.Join(place.dir, path)
		}
	} else {
		path = findConfig(place)
	}
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("-config: %w", err)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, fmt.Errorf("%s is not a JSON object: %w", path, err)
	}
	var inline bytes.Buffer
	if err := json.Compact(&inline, text); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// Setting it here as well lets the analyzer refuse it once, not once for
	// each package.
	if err := analyzer.Flags.Set("config", inline.String()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []string{"-" + analyzer.Name + ".config=" + inline.String()}, nil
}

// findConfig looks from the working directory upwards, to where the workspace
// or the module begins. It returns "" if there is none.
func findConfig(place place) string {
	for dir, top := place.dir, place.top(); within(dir, top); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, configFile)
		if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return ""
}
