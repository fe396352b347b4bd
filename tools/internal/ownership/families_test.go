package ownership_test

import (
	"testing"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// TestFamilies_ReportsMistakesAndNothingElse analyzes shapes of code that are
// common in services and that the analyzer once judged wrongly. Each folder has
// variants of one shape. The truth of each case was established by running it,
// under the race detector.
func TestFamilies_ReportsMistakesAndNothingElse(t *testing.T) {
	examine(t, analyzer.Analyzer, 0, "families")
}
