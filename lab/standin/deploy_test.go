package standin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/rcpool/rcpool/lab/standin"
)

// The stand-ins listen from port 9000 on, in the order of Names. The files in
// deploy count on that.
func TestNames_InTheOrderThatDeployCountsOn(t *testing.T) {
	const first = 9000
	started, called := regexp.MustCompile(`-port=(\d+)`), regexp.MustCompile(`-(\w+)=backends:(\d+)`)
	for _, files := range []struct{ starts, calls string }{
		{"compose.yaml", "compose.yaml"},
		{"kubernetes/backends.yaml", "kubernetes/service/service.yaml"},
	} {
		read := func(name string) []byte {
			text, err := os.ReadFile(filepath.Join("../../deploy", filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		if m := started.FindSubmatch(read(files.starts)); m == nil || string(m[1]) != fmt.Sprint(first) {
			t.Errorf("%s does not start the stand-ins at port %d: %q", files.starts, first, m)
		}
		calls := called.FindAllSubmatch(read(files.calls), -1)
		if len(calls) != 3 {
			t.Errorf("%s calls %q, want three stand-ins", files.calls, calls)
		}
		for _, m := range calls {
			if port, err := strconv.Atoi(string(m[2])); err != nil || port != first+slices.Index(standin.Names, string(m[1])) {
				t.Errorf("%s calls %s at port %s, %v", files.calls, m[1], m[2], err)
			}
		}
	}
}
