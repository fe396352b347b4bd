package guard

import (
	"bytes"
	"os"
	"testing"
)

// countMappings returns how many mappings the process has.
func countMappings(t *testing.T) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(maps, []byte("\n"))
}
