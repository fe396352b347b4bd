package naming_test

import (
	"slices"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
)

func TestReleases_ComparesWords(t *testing.T) {
	for _, name := range []string{"Put", "putBuf", "Free", "releaseAll", "ReleaseRef", "put_back", "Close", "doneWith", "DecRef", "decRef", "GiveBack", "returnJSON", "tryFree", "recycler"} {
		if !naming.Releases(name) {
			t.Errorf("%s may release", name)
		}
	}
	for _, name := range []string{"NewDecoder", "Output", "Compute", "Decode", "Display", "Freeze", "Input", "Disclose", "reputation", "Abandoned", "Stopwatch", "", "x"} {
		if naming.Releases(name) {
			t.Errorf("%s does not release", name)
		}
	}
}

func TestWords_SplitAtCapitals(t *testing.T) {
	if got, want := naming.Words("putJSONBuffer_v2"), []string{"put", "json", "buffer", "v"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
