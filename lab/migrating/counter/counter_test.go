package counter_test

import (
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/migrating/counter/after"
	"github.com/rcpool/rcpool/lab/migrating/counter/before"
	"github.com/rcpool/rcpool/rctest"
)

func TestBroadcast_IsTheSame(t *testing.T) {
	rctest.NoLeaks(t)
	packets, refs := make(chan *before.Packet, 3), make(chan rcpool.Ref[after.Packet], 3)
	before.Broadcast("hello", packets, packets, packets)
	after.Broadcast("hello", refs, refs, refs)
	for range 3 {
		if was, is := before.Receive(packets), after.Receive(refs); was != "hello" || is != was {
			t.Errorf("receives %q and %q", was, is)
		}
	}
}
