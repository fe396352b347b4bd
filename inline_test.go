package rcpool_test

import (
	"os/exec"
	"regexp"
	"runtime"
	"testing"
)

// Value costs a nanosecond only as long as the compiler inlines it, which it
// does by a budget that the next line of code may exceed.
func TestInlining(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("atomic operations are no intrinsics everywhere")
	}
	out, err := exec.Command("go", "test", "-run=^$", "-count=1", "-gcflags=-m=2", ".").CombinedOutput()
	if err != nil {
		t.Skipf("no go command to ask: %v", err)
	}
	for _, function := range []string{`(rcpool\.)?Ref\[go\.shape.*\]\.Value`, `\(\*slot\)\.borrow`, `\(\*plainWord\)\.set`} {
		if !regexp.MustCompile(`can inline ` + function + ` with cost`).Match(out) {
			t.Errorf("%s is not inlined any more", function)
		}
	}
}
