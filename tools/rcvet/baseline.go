package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// leaveOut removes the reports that an earlier run made, whose document the flag
// -baseline names. So a module with many reports can begin with those that are new.
func (c *command) leaveOut(v *vetting) error {
	path := c.baseline
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.place.dir, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("-baseline: %w", err)
	}
	var earlier document
	if err := json.Unmarshal(text, &earlier); err != nil {
		return fmt.Errorf("-baseline: %s is not a document of rcvet -json: %w", path, err)
	}
	if earlier.Version != 1 {
		return fmt.Errorf("-baseline: %s is not a document of rcvet -json: its version is %d, want 1", path, earlier.Version)
	}
	known := map[string]bool{}
	for _, r := range earlier.Reports {
		known[r.Fingerprint] = true
	}
	fingerprints(v.reports, c.place.root(), sources{})
	v.reports = slices.DeleteFunc(v.reports, func(r report) bool { return known[r.Fingerprint] })
	return nil
}
