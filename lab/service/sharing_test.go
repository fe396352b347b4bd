package service

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcjson"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/lab/request"
)

// sharing returns a service that decodes without copying strings, and is connected
// to nothing. Every lease is checked, so released blocks are overwritten with a
// pattern, which late readers see. The pools of its bodies are its own.
func sharing(t *testing.T) *service {
	t.Helper()
	t.Cleanup(rcpool.SetChecking(1))
	s := new(service)
	s.describe(ZeroCopy)
	s.bodies.Name += " of " + t.Name()
	return s
}

func (s *service) decoded(t *testing.T, index int) (lease[call], request.Quote) {
	t.Helper()
	body, _ := request.Generate(1, index)
	c := s.calls.get()
	if err := s.decodeSharing(strings.NewReader(string(body)), int64(len(body)), c.value()); err != nil {
		t.Fatal(err)
	}
	want := new(call)
	plain := new(service)
	plain.describe(Plain)
	if err := plain.decodeCopying(strings.NewReader(string(body)), int64(len(body)), want); err != nil {
		t.Fatal(err)
	}
	return c, want.Quote
}

func same(a, b *request.Quote) bool {
	return a.Token == b.Token && a.User == b.User && a.Device == b.Device && slices.Equal(a.Items, b.Items) && len(a.Attributes) == len(b.Attributes)
}

// An event that outlives its request keeps the body in use, and so what it borrows.
func TestSharing_TheLastHolderOfACallGivesTheBodyBack(t *testing.T) {
	s := sharing(t)
	c, want := s.decoded(t, 0)
	e := s.events.get()
	e.value().call = c.retain()
	c.release()
	other, _ := s.decoded(t, 1)
	if got := e.value().call.value().Quote; !same(&got, &want) {
		t.Errorf("the event sees %+v, want %+v", got, want)
	}
	other.release()
	if n := s.bodiesInUse(); n != 1 {
		t.Errorf("%d bodies are held by one event", n)
	}
	e.release()
	if n := s.bodiesInUse(); n != 0 {
		t.Errorf("%d bodies are held by nobody", n)
	}
}

// The mistake that this variant invites: a string that is kept without the call.
func TestSharing_AStringThatIsKeptIsNoticed(t *testing.T) {
	if race.Enabled || !rcjson.Shares {
		t.Skip("blocks are not overwritten under the race detector; or strings are copies on this platform")
	}
	s := sharing(t)
	c, want := s.decoded(t, 0)
	kept := c.value().User
	c.release()
	if kept == want.User {
		t.Error("a string outlived its body")
	}
}

// The segment goes to the call, which outlives what the cache knew.
func TestSharing_SegmentOutlivesWhatTheCacheKnew(t *testing.T) {
	for _, segment := range []string{"", "gamers", "new since yesterday"} {
		s := sharing(t)
		k := s.known.get()
		block := s.bodies.Bytes(0)
		block.WriteString(`{"id":"u","segment":"` + segment + `"}`)
		if err := rcjson.DecodeInto(k.value(), &k.value().User, block); err != nil {
			t.Fatal(err)
		}
		got := segmentOf(k.value())
		k.release()
		if want := cmp.Or(segment, request.Segments[0]); got != want {
			t.Errorf("the segment is %q after the release, want %q", got, want)
		}
	}
}

func TestSharing_RefusedBodiesAreGivenBack(t *testing.T) {
	s := sharing(t)
	for _, body := range []string{"", "{", `{"token":"t","items":[{"sku":1}]}`, strings.Repeat(" ", 300)} {
		c := s.calls.get()
		if err := s.decodeSharing(strings.NewReader(body), -1, c.value()); err == nil {
			t.Errorf("%.20q was accepted", body)
		}
		c.release()
	}
	if n := s.bodiesInUse(); n != 0 {
		t.Errorf("%d bodies are left", n)
	}
}

// A body that is not given back keeps the service from ending well, as any other
// object does.
func TestSharing_TheDrainWaitsForBodies(t *testing.T) {
	s := sharing(t)
	body := s.bodies.Bytes(100)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.objects.drain(over)
	if want := "1 of pool " + s.bodies.Name + ".Bytes("; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("with a body in use the drain ends with %v, want %q", err, want)
	}
	var seen int
	for _, pool := range s.objects.stats() {
		if strings.HasPrefix(pool.Name, s.bodies.Name) {
			seen += int(pool.InUse)
		}
	}
	if seen != 1 {
		t.Errorf("the statistics have %d bodies in use, want 1", seen)
	}
	body.Release()
	if err := s.objects.drain(t.Context()); err != nil {
		t.Errorf("with all bodies back the drain ends with %v", err)
	}
}
