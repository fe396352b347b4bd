package bytebuffer_test

import (
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/migrating/bytebuffer/after"
	"github.com/rcpool/rcpool/lab/migrating/bytebuffer/before"
	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

func TestLog_IsTheSame(t *testing.T) {
	rctest.NoLeaks(t)
	var was, is strings.Builder
	if err := before.Log(&was, "%d events", 3); err != nil {
		t.Error(err)
	}
	if err := after.Log(&is, "%d events", 3); err != nil {
		t.Error(err)
	}
	if was.String() != "3 events\n" || is.String() != was.String() {
		t.Errorf("logs %q and %q", was.String(), is.String())
	}
}

func TestSend_IsTheSame(t *testing.T) {
	rctest.NoLeaks(t)
	copies, refs := make(chan []byte, 2), make(chan stdpool.ByteRef, 2)
	before.Send("hello", copies, copies)
	after.Send("hello", refs, refs)
	for range 2 {
		if was, is := before.Receive(copies), after.Receive(refs); was != "> hello" || is != was {
			t.Errorf("sends %q and %q", was, is)
		}
	}
}
