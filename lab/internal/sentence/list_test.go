package sentence_test

import (
	"testing"

	"github.com/rcpool/rcpool/lab/internal/sentence"
)

func TestList(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := sentence.List(words, "or"); got != want {
			t.Errorf("%q are written as %q, want %q", words, got, want)
		}
	}
}
