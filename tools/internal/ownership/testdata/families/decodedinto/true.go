package decodedinto

import (
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"io"

	"github.com/rcpool/rcpool"
)

type frame struct {
	Sensor  string
	Battery int
	Where   *place
}

var frames = rcpool.Pool[frame]{Name: "frames", Reset: resetFrame}

// A frame without a place has the one of the frame before.
func resetFrame(f *frame) { f.Sensor, f.Battery = "", 0 } // want "reset: "

func receive(raw []byte, use func(*frame)) error {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	if err := json.Unmarshal(raw, f); err != nil {
		return err
	}
	use(f)
	return nil
}

type order struct {
	ID    string   `json:"id"`
	Notes []string `json:"notes,omitempty"`
}

var orders = rcpool.Pool[order]{Name: "orders"}

// The method of the type is the reset, and the object is decoded into by a function.
func (o *order) Reset() { o.ID = "" } // want "reset: "

func decodeOrder(r io.Reader, o *order) error { return json.NewDecoder(r).Decode(o) }

func accept(r io.Reader, use func(*order)) error {
	ref := orders.Get()
	defer ref.Release()
	if err := decodeOrder(r, ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}

type header struct{ Trace string }

type call struct {
	header
	Method string
}

var calls = rcpool.Pool[call]{Name: "calls"}

// What is embedded is decoded, too.
func (c *call) Reset() { c.Method = "" } // want "reset: "

func nextCall(d *gob.Decoder, use func(*call)) error {
	ref := calls.Get()
	defer ref.Release()
	if err := d.Decode(ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}

type item struct {
	Title string `xml:"title" json:"-"`
	Link  string `xml:"link"`
}

var items = rcpool.Pool[item]{Name: "items"}

// The tag is that of another decoder.
func (i *item) Reset() { i.Link = "" } // want "reset: "

func readItem(raw []byte, use func(*item)) error {
	ref := items.Get()
	defer ref.Release()
	if err := xml.Unmarshal(raw, ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}

type setting struct {
	Name    string
	Enabled bool
}

var settings = rcpool.Pool[setting]{Name: "settings"}

// It is decoded into by a method that others call.
func (s *setting) Reset() { s.Name = "" } // want "reset: "

type loader struct{ from *json.Decoder }

func (l *loader) load(to *setting) error { return l.next(to) }

func (l *loader) next(to *setting) error { return l.from.Decode(to) }

func loadSetting(l *loader, use func(*setting)) error {
	ref := settings.Get()
	defer ref.Release()
	if err := l.load(ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}

type point struct {
	At    place
	Value float64
}

var points = rcpool.Pool[point]{Name: "points"}

// A struct in the object is decoded, too.
func (p *point) Reset() { p.Value = 0 } // want "reset: "

func readPoint(raw []byte, use func(*point)) error {
	ref := points.Get()
	defer ref.Release()
	if err := json.Unmarshal(raw, ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}
