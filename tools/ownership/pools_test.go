package ownership_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/ownership"
)

// untypedRate is the part of the mistakes with APIs whose types do not say who
// owns what that must be found.
const untypedRate = 0.80

// TestUntyped_ReportsMistakesAndNothingElse analyzes programs that use such
// APIs: sync.Pool, the counted pointers of others, and mistakes modelled on
// those of well-known projects.
func TestUntyped_ReportsMistakesAndNothingElse(t *testing.T) {
	examine(t, ownership.Analyzer, untypedRate, "pools", "counted", "incidents")
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

// TestConfig_OfPackagesThatAreNotThere has no effect, since one table may serve
// many modules.
func TestConfig_OfPackagesThatAreNotThere(t *testing.T) {
	table := `{"apis": [
		{"package": "example.com/nowhere", "acquire": ["Get", "(*Pool).Lease"], "release": ["(*Lease).Done"]},
		{"package": "example.com/nowhere/else", "release": ["Put"]}
	]}`
	examine(t, configured(t, table), untypedRate, "pools")
}

func TestConfig_ThatIsBrokenIsRefused(t *testing.T) {
	for _, broken := range []struct {
		name  string
		value string
		says  []string // all of these are in the message
	}{
		{"cut off", `{"apis": [`, []string{"config"}},
		{"not a table", `{"apis": "frames"}`, []string{"apis"}},
		{"unknown key", `{"api": []}`, []string{"api"}},
		{"unknown key of an API", `{"apis": [{"package": "p", "aquire": ["Get"], "release": ["Put"]}]}`, []string{"aquire"}},
		{"no package", `{"apis": [{"acquire": ["Get"], "release": ["Put"]}]}`, []string{"package"}},
		{"no release", `{"apis": [{"package": "example.com/p", "acquire": ["Get"]}]}`, []string{"example.com/p", "release"}},
		{"receiver not closed", `{"apis": [{"package": "example.com/p", "release": ["(*Frame.Done"]}]}`, []string{"example.com/p", "(*Frame.Done"}},
		{"method missing", `{"apis": [{"package": "example.com/p", "release": ["(*Frame)."]}]}`, []string{"example.com/p", "(*Frame)."}},
		{"package in a name", `{"apis": [{"package": "example.com/p", "release": ["example.com/p.Put"]}]}`, []string{"example.com/p.Put"}},
		{"empty name", `{"apis": [{"package": "example.com/p", "release": [""]}]}`, []string{"example.com/p", `""`}},
		{"signature in a name", `{"apis": [{"package": "example.com/p", "release": ["Put()"]}]}`, []string{"example.com/p", "Put()"}},
		{"text after the table", `{"apis": []} {"apis": []}`, []string{"config"}},
		{"no such file", filepath.Join(t.TempDir(), "frames.json"), []string{"frames.json"}},
	} {
		t.Run(broken.name, func(t *testing.T) {
			err := ownership.New(ownership.Config{}).Flags.Set("config", broken.value)
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range broken.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error is %q, want %q in it", err, part)
				}
			}
		})
	}
}

// configured returns an analyzer whose flag config has the value.
func configured(t *testing.T, value string) *analysis.Analyzer {
	t.Helper()
	a := ownership.New(ownership.Config{})
	if err := a.Flags.Set("config", value); err != nil {
		t.Fatal(err)
	}
	return a
}
