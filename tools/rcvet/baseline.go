package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// readBaseline returns the fingerprints of the reports in a document that an earlier
// run wrote. So a module with many reports can begin with those that are new. The name
// of the file is relative to dir.
func readBaseline(file, dir string) (map[string]bool, error) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-baseline: %w", err)
	}
	var earlier document
	if err := json.Unmarshal(text, &earlier); err != nil {
		return nil, fmt.Errorf("-baseline: %s is not a document of rcvet -json: %w", file, err)
	}
	if earlier.Version != 1 {
		return nil, fmt.Errorf("-baseline: %s is not a document of rcvet -json: its version is %d, want 1", file, earlier.Version)
	}
	known := map[string]bool{}
	for _, r := range earlier.Reports {
		known[r.Fingerprint] = true
	}
	return known, nil
}
