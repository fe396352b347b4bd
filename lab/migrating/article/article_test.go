package article_test

import (
	"testing"

	"github.com/rcpool/rcpool/lab/migrating/article/after"
	"github.com/rcpool/rcpool/lab/migrating/article/before"
	"github.com/rcpool/rcpool/rctest"
)

func TestHandle_IsTheSame(t *testing.T) {
	rctest.NoLeaks(t)
	published := make(chan string, 2)
	was := before.Handle("ann", func(e *before.Event) { published <- e.User })
	is := after.Handle("ann", func(e *after.Event) { published <- e.User })
	if was != "hello ann" || is != was {
		t.Errorf("answers %q and %q", was, is)
	}
	if a, b := <-published, <-published; a != "ann" || b != a {
		t.Errorf("published %q and %q", a, b)
	}
}
