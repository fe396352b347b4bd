// Package auction has the objects that the benchmarks of generated Reset methods
// lease: what a bidder holds while it answers one request.
package auction

import (
	"strconv"
	"time"
)

//go:generate go run github.com/rcpool/rcpool/tools/rcgen -type Event,Click

// An Event is one request for bids and what became of it: some 700 bytes, and
// what its slices and maps hold.
type Event struct {
	ID         string
	Exchange   string
	At         time.Time
	Timeout    time.Duration
	Site       Site
	Device     Device
	User       User
	Slots      []Slot `rcpool:"owned"` // each keeps its own slices: use AddSlot
	Bids       []Bid
	Categories []string
	Blocked    []string
	Attributes map[string]string
	Payload    []byte
	Spans      [4]Span
	Err        error
}

// A Click is a tiny object, with no memory to keep.
type Click struct {
	Event string
	Slot  int
	At    time.Time
}

type (
	Site struct {
		Domain, Page, Referrer string
		Keywords               []string
	}
	Device struct {
		IP, Agent, Language string
		Geo                 Geo
		Width, Height       int
	}
	Geo  struct{ Latitude, Longitude float64 }
	User struct {
		ID       string
		Segments []uint32
		Consents map[string]bool
	}
	Slot struct {
		ID      string
		Floor   float64
		Formats []Format
		Deals   []string
	}
	Format struct{ Width, Height int }
	Bid    struct {
		Slot, Creative string
		Price          float64
		Bidder         *Bidder
	}
	Bidder struct{ Name string }
	Span   struct{ Start, End time.Duration }
)

// AddSlot adds a slot with the slices that the slot in its place had before,
// empty.
func (e *Event) AddSlot() *Slot {
	if n := len(e.Slots); n < cap(e.Slots) {
		e.Slots = e.Slots[:n+1]
	} else {
		e.Slots = append(e.Slots, Slot{})
	}
	return &e.Slots[len(e.Slots)-1]
}

// Fill is one use: what a request of medium size leaves in the event. The
// texts are constants, so that only the event allocates.
func (e *Event) Fill() {
	e.ID, e.Exchange, e.At, e.Timeout = "7f1c9b52", "exchange", start, 120*time.Millisecond
	e.Site.Domain, e.Site.Page, e.Site.Referrer = "example.org", "https://example.org/news", "https://example.org"
	e.Site.Keywords = append(e.Site.Keywords, words[:4]...)
	e.Device = Device{IP: "192.0.2.1", Agent: "agent", Language: "en", Geo: Geo{52.5, 13.4}, Width: 1080, Height: 1920}
	e.User.ID = "u-81723"
	for i := range uint32(24) {
		e.User.Segments = append(e.User.Segments, i)
	}
	if e.User.Consents == nil {
		e.User.Consents = map[string]bool{}
	}
	for _, w := range words[:4] {
		e.User.Consents[w] = true
	}
	for _, w := range words[:3] {
		slot := e.AddSlot()
		slot.ID, slot.Floor = w, 0.5
		slot.Formats = append(slot.Formats, formats...)
		slot.Deals = append(slot.Deals, words[:2]...)
		for _, creative := range words[3:6] {
			e.Bids = append(e.Bids, Bid{Slot: w, Creative: creative, Price: 1.25, Bidder: bidder})
		}
	}
	e.Categories = append(e.Categories, words[:6]...)
	e.Blocked = append(e.Blocked, words...)
	if e.Attributes == nil {
		e.Attributes = map[string]string{}
	}
	for _, w := range words[:8] {
		e.Attributes[w] = w
	}
	e.Payload = append(e.Payload, payload...)
	e.Spans[1].End = 3 * time.Millisecond
}

// Fill is one use.
func (c *Click) Fill() { c.Event, c.Slot, c.At = "7f1c9b52", 1, start }

var (
	start   = time.Unix(1_800_000_000, 0)
	bidder  = &Bidder{"bidder"}
	formats = []Format{{300, 250}, {728, 90}, {320, 50}}
	payload = make([]byte, 1500)
	words   = func() (w []string) {
		for i := range 12 {
			w = append(w, "word-"+strconv.Itoa(i))
		}
		return w
	}()
)
