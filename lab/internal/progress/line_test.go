package progress_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/progress"
)

func TestLine_IsSilentWithoutATerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var piped bytes.Buffer
	for _, line := range []*progress.Line{progress.On(&piped), progress.On(file)} {
		line.Show("round %d", 1)
		line.Clear()
	}
	if info, err := file.Stat(); err != nil || info.Size() > 0 || piped.Len() > 0 {
		t.Errorf("wrote %q and %d bytes, %v", &piped, info.Size(), err)
	}
}
