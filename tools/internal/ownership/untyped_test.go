package ownership_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/rcpool/rcpool/tools/analyzer"
	"github.com/rcpool/rcpool/tools/internal/ownership"
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

// TestUntyped_SyntaxIsReadAgain analyzes them without the bodies of their functions, which are
// forgotten when the package is in SSA form. Reports are the same.
func TestUntyped_SyntaxIsReadAgain(t *testing.T) {
	ownership.SyntaxIsOwn = true
	t.Cleanup(func() { ownership.SyntaxIsOwn = false })
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

// TestDisabled_IsNotReported analyzes mistakes of a category that is disabled, and in
// a test.
func TestDisabled_IsNotReported(t *testing.T) {
	a := analyzer.New(analyzer.Config{SkipTests: true})
	if err := a.Flags.Set("disable", "non-pointer"); err != nil {
		t.Fatal(err)
	}
	var complaints complaints
	analysistest.Run(&complaints, analysistest.TestData(), a, "./disabled/some")
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}

// TestDisabled_OfOneAPI analyzes leaks of two APIs, of which those of one are disabled.
func TestDisabled_OfOneAPI(t *testing.T) {
	a := analyzer.New(analyzer.Config{Disable: []string{"leak:arrow"}})
	var complaints complaints
	analysistest.Run(&complaints, analysistest.TestData(), a, "./disabled/api")
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}

// TestDisabled_NamesAnAPIThatIsThere fails if there is no such API.
func TestDisabled_NamesAnAPIThatIsThere(t *testing.T) {
	a := analyzer.New(analyzer.Config{Disable: []string{"leak:arow"}})
	var complaints complaints
	analysistest.Run(&complaints, analysistest.TestData(), a, "./disabled/some")
	if all, want := strings.Join(complaints, "\n"), `there is no API "arow"`; !strings.Contains(all, want) {
		t.Errorf("got %s, want %q", all, want)
	}
}

// TestConfig_NamesWhatIsThere fails if it names a function that its package lacks.
func TestConfig_NamesWhatIsThere(t *testing.T) {
	for pattern, want := range map[string]string{
		"(*Frame).Dnoe": "package test/config/frames has no method or field Frame.Dnoe",
		"(*Fram).Done":  "package test/config/frames has no method or field Fram.Done",
		"Retrun":        "package test/config/frames has no function Retrun",
	} {
		a := configured(t, fmt.Sprintf(`{"apis": [{"package": "test/config/frames", "release": [%q]}]}`, pattern))
		var complaints complaints
		analysistest.Run(&complaints, analysistest.TestData(), a, "./config/frames")
		if all := strings.Join(complaints, "\n"); !strings.Contains(all, want) {
			t.Errorf("%s: got %s, want %q", pattern, all, want)
		}
	}
}

// TestUnfinished_IsSaid analyzes a function that has too many paths.
func TestUnfinished_IsSaid(t *testing.T) {
	a := analyzer.New(analyzer.Config{})
	if err := a.Flags.Set("unfinished", "true"); err != nil {
		t.Fatal(err)
	}
	var complaints complaints
	analysistest.Run(&complaints, analysistest.TestData(), a, "./unfinished/some")
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}
