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

// configuration returns the flags that configure the analyzer in go vet. They
// hold the contents of the file, not its name: go vet caches results by flags, so
// it would not notice a change in the file.
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
		return nil, fmt.Errorf("%s must hold a JSON object: %w", path, err)
	}
	var inline bytes.Buffer
	if err := json.Compact(&inline, text); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// Set it here too, so that the analyzer rejects a wrong configuration once, not
	// once per package.
	if err := analyzer.Flags.Set("config", inline.String()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []string{"-" + analyzer.Name + ".config=" + inline.String()}, nil
}

// findConfig returns the nearest rcvet.json, from the working directory up to the
// root of the workspace or module. It returns "" if there is none.
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
