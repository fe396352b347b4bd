package itself

import "github.com/rcpool/rcpool"

// Nobody gets to see the record again.
func forgotten(key string) {
	leased := records.Get() // want "leak: "
	r := leased.Value()
	r.Key = key
	r.leased = leased
}

// A record without a key is not given up.
func produce(queue chan<- *Record, key string) error {
	leased := records.Get() // want "leak: "
	r := leased.Value()
	r.Key = key
	r.leased = leased
	if err := r.check(); err != nil {
		return err
	}
	queue <- r
	return nil
}

// The record was given up by the function it was handed to.
func produceAndRelease(key string) {
	leased := records.Get()
	leased.Value().Key = key
	leased.Value().leased = leased
	leased.Value().done()
	leased.Release() // want "double-release: "
}

// The deferred call gives up what the receiver gives up, too.
func sendAndRelease(queue chan<- *Record, key string) {
	leased := records.Get()
	defer leased.Release()
	r := leased.Value()
	r.Key = key
	r.leased = leased
	queue <- r // missed "(double-release|escape): "
}

// The record is used when it has given up itself.
func keyOfDone(key string) string {
	leased := records.Get()
	r := leased.Value()
	r.Key = key
	r.leased = leased
	r.done()
	return r.Key // want "use-after-release: "
}

// The object is not that of the second lease.
func paintOther() {
	first := frames.Get()
	frame := first.Value()
	first.Release()
	second := frames.Get()
	defer second.Release()
	if second.Value() != frame {
		frame.N++ // want "use-after-release: "
	}
}

// The second lease is over, too.
func paintLate() {
	first := frames.Get()
	frame := first.Value()
	first.Release()
	second := frames.Get()
	same := second.Value() == frame
	second.Release()
	if same {
		paint(frame) // missed "use-after-release: "
	}
}

// Nobody looks whether it is the same object.
func paintBlind() bool {
	first := frames.Get()
	frame := first.Value()
	first.Release()
	second := frames.Get()
	defer second.Release()
	paint(frame) // want "use-after-release: "
	return second.Value() == frame
}

// The caller has the painter, and the frame with it.
func lendToCaller(painter rcpool.Ref[Painter]) rcpool.Ref[Painter] {
	frame := frames.Get()
	defer frame.Release()
	painter.Value().lend(frame.Value()) // want "escape: "
	return painter
}

// The studio's painter keeps the frame.
func (s *studio) lendToStudio() error {
	frame := frames.Get()
	defer frame.Release()
	s.painter.Value().lend(frame.Value()) // want "escape: "
	return s.painter.Value().dot()
}

// The painter outlives the frame, which it has.
func paintWithout() {
	painter := painters.Get()
	defer painter.Release()
	frame := frames.Get()
	painter.Value().lend(frame.Value()) // want "escape: "
	frame.Release()
}

// The frame is among those that the painter keeps.
func (s *studio) collect() {
	frame := frames.Get()
	defer frame.Release()
	paint(frame.Value())
	s.own.strip = append(s.own.strip, frame.Value()) // want "escape: "
}

// The frame was given back by its reference, if not by the painter.
func (s *studio) rest() int {
	frame := frames.Get()
	painter := painters.Get()
	painter.Value().lend(frame.Value())
	painter.Release()
	on := frame.Value()
	frame.Release()
	return on.N // want "use-after-release: "
}

// The dots are counted when the painter's lease is over.
func countLate() int {
	painter := painters.Get()
	artist := painter.Value()
	artist.dots = 3
	painter.Release()
	return artist.dots // want "use-after-release: "
}
