package ownership_test

import (
	"testing"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// TestTyped_ReportsMistakesAndNothingElse analyzes programs that use rcpool,
// whose types say who owns what.
func TestTyped_ReportsMistakesAndNothingElse(t *testing.T) {
	examine(t, analyzer.Analyzer, 0.95, "typed")
}
