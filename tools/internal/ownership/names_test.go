package ownership

import (
	"slices"
	"testing"
)

func TestReleasing_ComparesWords(t *testing.T) {
	for _, name := range []string{"Put", "putBuf", "Free", "releaseAll", "ReleaseRef", "put_back", "Close", "doneWith", "DecRef", "decRef", "GiveBack", "returnJSON", "tryFree", "recycler"} {
		if !releasing(name) {
			t.Errorf("%s may release", name)
		}
	}
	for _, name := range []string{"NewDecoder", "Output", "Compute", "Decode", "Display", "Freeze", "Input", "Disclose", "reputation", "Abandoned", "Stopwatch", "", "x"} {
		if releasing(name) {
			t.Errorf("%s does not release", name)
		}
	}
}

func TestWords_SplitAtCapitals(t *testing.T) {
	if got, want := words("putJSONBuffer_v2"), []string{"put", "json", "buffer", "v"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
