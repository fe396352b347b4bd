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

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 rounds", 1: "one round", 2: "2 rounds"} {
		if got := sentence.Count(n, "round"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
