package escape

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// The goroutine owns a reference.
func indexLaterRetained(id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	own := ref.Retain()
	go func() {
		defer own.Release()
		index(own.Value())
	}()
}

// Go gives the goroutine a reference.
func indexWithGo(id int) {
	ref := orders.Get()
	fill(ref.Value(), id)
	ref.Go(index)
	ref.Release()
}

// The receiver gets a copy of the order.
func sendCopy(queue chan<- Order, id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	queue <- *ref.Value()
}

// The caller gets the reference.
func parseOwned(id int) (rcpool.Ref[Order], error) {
	ref := orders.Get()
	fill(ref.Value(), id)
	if ref.Value().ID == 0 {
		ref.Release()
		return rcpool.Ref[Order]{}, errEmpty
	}
	return ref, nil
}

// The bytes are copied.
func renderCloned(r io.Reader) ([]byte, error) {
	buf := buffers.Get()
	defer buf.Release()
	if _, err := io.Copy(buf.Value(), r); err != nil {
		return nil, err
	}
	return bytes.Clone(buf.Value().Bytes()), nil
}

// The board shows the order while this function holds it.
func (b *board) showMeanwhile(id int) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	b.shown = o
	b.draw()
	b.shown = nil
}

func (b *board) draw() {
	if b.shown != nil {
		index(b.shown)
	}
}

// The board owns the reference, and gives up the one it had.
func (b *board) own(id int) {
	ref := orders.Get()
	fill(ref.Value(), id)
	b.mu.Lock()
	defer b.mu.Unlock()
	rcpool.Drop(&b.owned)
	b.owned = ref
}

// The map is gone when the order is.
func count(id int) int {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	byItem := map[int]*Order{}
	for _, line := range ref.Value().Lines {
		byItem[line.Item] = ref.Value()
	}
	return len(byItem)
}

// The slice holds the borrow for a call.
func total(id int) int {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	batch := append([]*Order(nil), ref.Value())
	return sum(batch)
}

func sum(batch []*Order) (total int) {
	for _, o := range batch {
		total += o.Total
	}
	return total
}

// The timer has a reference.
func indexDelayedHeld(id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	time.AfterFunc(time.Second, ref.Hold(index))
}

// The goroutines end before the order is released.
func indexJoined(id int) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			index(o)
		}()
	}
	wg.Wait()
}

// The reply carries a copy, and the goroutine a number.
func answerCopied(r io.Reader, id int) reply {
	buf := buffers.Get()
	defer buf.Release()
	if _, err := io.Copy(buf.Value(), r); err != nil {
		return reply{status: 500}
	}
	go bill(id + buf.Value().Len())
	return reply{status: 200, body: append([]byte{}, buf.Value().Bytes()...)}
}

// The closure is called here and now.
func sumLines(id int) int {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	sum := 0
	each(o, func(l *Line) {
		sum += l.Count * o.Total
	})
	return sum
}

// The function that is returned owns the reference, and gives it up.
func totalerOwned(id int) func() int {
	ref := orders.Get()
	fill(ref.Value(), id)
	return func() int {
		defer ref.Release()
		return ref.Value().Total
	}
}
