package ownership_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// untypedRate is the part of the mistakes with APIs whose types do not say who
// owns what that must be found.
const untypedRate = 0.80

// TestUntyped_ReportsMistakesAndNothingElse analyzes programs that use such
// APIs: sync.Pool, the counted pointers of others, and mistakes modelled on
// those of well-known projects.
func TestUntyped_ReportsMistakesAndNothingElse(t *testing.T) {
	examine(t, analyzer.Analyzer, untypedRate, "pools", "counted", "incidents")
}

// TestConfig_DescribesAnAPI analyzes programs that use an API which only a
// table describes: as a file, and as the text of one.
func TestConfig_DescribesAnAPI(t *testing.T) {
	file := filepath.Join("testdata", "config", "frames.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"file": file, "text": string(text)} {
		t.Run(name, func(t *testing.T) {
			examine(t, configured(t, value), untypedRate, "config")
		})
	}
}

// TestConfig_SaysWhatIsGuessed analyzes calls of methods that act on their receiver
// or on a parameter, which only the configuration can tell.
func TestConfig_SaysWhatIsGuessed(t *testing.T) {
	examine(t, configured(t, filepath.Join("testdata", "guessed", "hubs.json")), untypedRate, "guessed")
}

// TestConfig_OfPackagesThatAreNotThere has no effect, since one table may serve
// many modules.
func TestConfig_OfPackagesThatAreNotThere(t *testing.T) {
	table := `{"apis": [
		{"package": "example.com/nowhere", "acquire": ["Get", "(*Pool).Lease"], "release": ["(*Lease).Done"]},
		{"package": "example.com/nowhere/else", "release": ["Put"]}
	]}`
	examine(t, configured(t, table), untypedRate, "pools")
}

// configured returns an analyzer whose flag config has the value.
func configured(t *testing.T, value string) *analysis.Analyzer {
	t.Helper()
	a := analyzer.New(analyzer.Config{})
	if err := a.Flags.Set("config", value); err != nil {
		t.Fatal(err)
	}
	return a
}
