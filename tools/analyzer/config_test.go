package analyzer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/analyzer"
)

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
		{"unknown category", `{"apis": [], "disable": ["leaks"]}`, []string{"disable", `"leaks"`}},
		{"no such file", filepath.Join(t.TempDir(), "frames.json"), []string{"frames.json"}},
	} {
		t.Run(broken.name, func(t *testing.T) {
			err := analyzer.New(analyzer.Config{}).Flags.Set("config", broken.value)
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
