package rctest_test

import (
	"bytes"
	"context"
	"math/big"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// A worker has parts that only their own package can make.
type worker struct {
	ticker  *time.Ticker
	timer   *time.Timer
	reset   time.Timer
	file    *os.File
	request *http.Request
	cancel  context.CancelFunc
	close   func() error
	lookUp  func(string) (*worker, int, error)
	name    string
}

// Resets invents no time.Ticker, which breaks the runtime when it is stopped,
// and the functions that it sets can be called.
func TestResets_LeavesStructsOfOtherPackagesAlone(t *testing.T) {
	called := false
	pool := rcpool.Pool[worker]{Reset: func(w *worker) {
		if w.ticker != nil {
			w.ticker.Stop()
		}
		if w.timer != nil {
			w.timer.Stop()
		}
		if w.file != nil {
			w.file.Close()
		}
		if w.request != nil {
			w.request.Context()
		}
		w.cancel()
		if err := w.close(); err != nil {
			t.Error(err)
		}
		if found, n, err := w.lookUp("x"); found != nil || n != 0 || err != nil {
			t.Error("a function does something")
		}
		called = w.name != ""
		*w = worker{}
	}}
	rctest.Resets(t, &pool)
	for range 3 { // the runtime would stumble over timers that are none
		time.Sleep(time.Millisecond)
	}
	if !called {
		t.Error("the field of a known type was not set")
	}
}

type letter struct {
	body   bytes.Buffer
	text   strings.Builder
	copied *bytes.Buffer
	sent   time.Time
	price  big.Int
	parts  []bytes.Buffer
}

// What is set by its own methods is found if the reset forgets it.
func TestResets_FillsWellKnownTypes(t *testing.T) {
	for path, reset := range map[string]func(*letter){
		"":               func(l *letter) { *l = letter{} },
		".body.buf":      func(l *letter) { body := l.body.String(); *l = letter{}; l.body.WriteString(body) },
		".text.buf":      func(l *letter) { text := l.text.String(); *l = letter{}; l.text.WriteString(text) },
		"(*.copied).buf": func(l *letter) { *l = letter{copied: l.copied} },
		".sent.":         func(l *letter) { *l = letter{sent: l.sent} },
		".price.abs": func(l *letter) {
			l.body, l.copied, l.sent, l.parts = bytes.Buffer{}, nil, time.Time{}, nil
			l.text.Reset()
		},
		".parts": func(l *letter) { *l = letter{parts: l.parts} },
	} {
		pool := rcpool.Pool[letter]{Reset: reset}
		f := &fake{}
		run(f, func(t testing.TB) { rctest.Resets(t, &pool) })
		if f.failed != (path != "") || !strings.Contains(f.said.String(), path) {
			t.Errorf("%q: says %q", path, f.said.String())
		}
	}
}

// Resets of several pools can run at the same time.
func TestResets_InParallel(t *testing.T) {
	f := &fake{parallel: true}
	run(f, func(t testing.TB) { rctest.Resets(t, &events) })
	if f.failed {
		t.Error(f.said.String())
	}
}
