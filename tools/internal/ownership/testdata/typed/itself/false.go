package itself

import (
	"time"

	"github.com/rcpool/rcpool"
)

// Whoever calls the function gives the record up.
func handedAsFunction(do func(func()), key string) {
	leased := records.Get()
	r := leased.Value()
	r.Key = key
	r.leased = leased
	do(r.done)
}

// A record without a key is given up, and any other by who receives it.
func produceOrRelease(queue chan<- *Record, key string) error {
	leased := records.Get()
	r := leased.Value()
	r.Key = key
	r.leased = leased
	if err := r.check(); err != nil {
		leased.Release()
		return err
	}
	queue <- r
	return nil
}

// What is received is done with.
func receive(queue <-chan *Record) int {
	r := <-queue
	defer r.done()
	return len(r.Key)
}

// The key was read before.
func keyBeforeDone(key string) string {
	leased := records.Get()
	r := leased.Value()
	r.Key = key
	r.leased = leased
	key = r.Key
	r.done()
	return key
}

// The record is done with by a timer.
func expire(key string, after time.Duration) {
	leased := records.Get()
	r := leased.Value()
	r.Key = key
	r.leased = leased
	time.AfterFunc(after, r.done)
}

// The object is that of the second lease.
func paintSame() {
	first := frames.Get()
	frame := first.Value()
	first.Release()
	second := frames.Get()
	defer second.Release()
	if second.Value() == frame {
		frame.N++
	}
}

// The function has returned unless the object is that of the second lease.
func paintIfSame() bool {
	first := frames.Get()
	frame := first.Value()
	first.Release()
	second := frames.Get()
	defer second.Release()
	if second.Value() != frame {
		return false
	}
	paint(frame)
	return true
}

// What is compared is not used.
func reused() bool {
	first := frames.Get()
	frame := first.Value()
	paint(frame)
	first.Release()
	second := frames.Get()
	defer second.Release()
	return second.Value() == frame && second.Value().N == 0
}

// The painter's lease ends first, and its Reset lets go of the frame.
func lendAndReset() error {
	frame := frames.Get()
	defer frame.Release()
	painter := painters.Get()
	defer painter.Release()
	painter.Value().lend(frame.Value())
	return painter.Value().dot()
}

// The studio's painter is taken the frame away.
func (s *studio) lendAndTakeAway() error {
	frame := frames.Get()
	defer frame.Release()
	s.own.on = frame.Value()
	err := s.own.dot()
	s.own.on = nil
	return err
}

// The caller gets the painter and the reference to what it paints on.
func lendForGood() (rcpool.Ref[Painter], rcpool.Ref[Frame]) {
	frame := frames.Get()
	painter := painters.Get()
	painter.Value().lend(frame.Value())
	return painter, frame
}

// The frame is read before it is given back.
func (s *studio) restRead() int {
	frame := frames.Get()
	painter := painters.Get()
	painter.Value().lend(frame.Value())
	painter.Release()
	n := frame.Value().N
	frame.Release()
	return n
}

// The dots are counted while the painter is leased, and has the frame.
func countInTime() int {
	frame := frames.Get()
	painter := painters.Get()
	artist := painter.Value()
	artist.lend(frame.Value())
	dots := artist.dots
	painter.Release()
	frame.Release()
	return dots
}

// The record is copied into one that nobody has to be done with.
func clone(r *Record) *Record {
	return &Record{Key: r.Key, Value: append([]byte(nil), r.Value...)}
}
