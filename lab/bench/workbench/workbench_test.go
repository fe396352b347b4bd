package workbench_test

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/workbench"
)

func TestWriteFile_MakesItsDirectory(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "results.txt")
	if err := workbench.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, "12 ns"); return err }); err != nil {
		t.Fatal(err)
	}
	got, err := workbench.ReadFile(name, io.ReadAll)
	if string(got) != "12 ns" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

func TestTeller_TellsNobodyWhoDoesNotWatch(t *testing.T) {
	var piped bytes.Buffer
	workbench.Teller(&piped)("round %d", 1)
	if piped.Len() > 0 {
		t.Errorf("wrote %q", &piped)
	}
}
