package leftbycallers

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

type shard struct {
	blocks []*[]byte
	size   int
}

type writer struct {
	shards map[int]*shard
	out    io.Writer
}

func (w *writer) write(id int, n uint32) {
	s := w.shards[id]
	if s == nil {
		s = new(shard)
		w.shards[id] = s
	}
	if len(s.blocks) == 0 {
		s.blocks = append(s.blocks, blocks.Get().(*[]byte))
	}
	last := s.blocks[len(s.blocks)-1]
	*last = binary.BigEndian.AppendUint32(*last, n)
	s.size += 4
}

func (w *writer) flush() {
	for _, s := range w.shards {
		if s.size > 0 {
			w.send(s)
			s.size = 0
		}
	}
}

func (w *writer) send(s *shard) {
	for _, b := range s.blocks {
		w.out.Write(*b)
		blocks.Put(b)
	}
}

// The blocks that were sent are still in their shards.
func (w *writer) abort() {
	for id, s := range w.shards {
		for _, b := range s.blocks {
			blocks.Put(b) // want "double-release: "
		}
		delete(w.shards, id)
	}
}

func sendOnce(out io.Writer) {
	w := &writer{shards: map[int]*shard{}, out: out}
	w.write(1, 7)
	w.flush()
	w.abort()
}

type outbox struct {
	waiting map[string]rcpool.Ref[Event]
	out     io.Writer
}

func (o *outbox) put(key string) error {
	o.waiting[key] = event(key)
	if len(o.waiting) < 8 {
		return nil
	}
	err := o.send()
	clear(o.waiting)
	return err
}

func (o *outbox) send() error {
	for _, ref := range o.waiting {
		io.WriteString(o.out, ref.Value().Text)
		ref.Release()
	}
	if c, ok := o.out.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// One caller of send clears the map, and this one does not.
func (o *outbox) sync() error {
	if len(o.waiting) == 0 {
		return errors.New("nothing waits")
	}
	return o.send()
}

func (o *outbox) stop() {
	for _, ref := range o.waiting {
		ref.Release() // want "double-release: "
	}
	o.waiting = nil
}

func syncAndStop(out io.Writer) error {
	o := &outbox{waiting: map[string]rcpool.Ref[Event]{}, out: out}
	defer o.stop()
	if err := o.put("a"); err != nil {
		return err
	}
	if err := o.sync(); err != nil {
		return err
	}
	return nil
}

type entry struct {
	last  rcpool.Ref[Event]
	count int
}

type board struct{ entries map[string]entry }

// The entry of the map still has what was dropped in the copy, unless there is another text.
func (b *board) set(name, text string) {
	e := b.entries[name]
	rcpool.Drop(&e.last)
	if text == "" {
		return
	}
	e.last = event(text)
	e.count++
	b.entries[name] = e
}

func (b *board) close() {
	for name, e := range b.entries {
		rcpool.Drop(&e.last) // want "double-release: "
		delete(b.entries, name)
	}
}

func setAndClose() {
	b := &board{entries: map[string]entry{}}
	b.set("a", "x")
	b.set("a", "")
	b.close()
}

func (e *entry) drop() { rcpool.Drop(&e.last) }

type slots[T any] struct {
	all  []slot[T]
	pool *rcpool.Pool[T]
}

type slot[T any] struct {
	ref rcpool.Ref[T]
	age int
}

func (s *slots[T]) add() { s.all = append(s.all, slot[T]{ref: s.pool.Get()}) }

// The loop has copies of what is in the list.
func (s *slots[T]) reset() {
	for _, one := range s.all {
		rcpool.Drop(&one.ref)
	}
}

func (s *slots[T]) close() {
	for i := range s.all {
		rcpool.Drop(&s.all[i].ref) // want "double-release: "
	}
	s.all = nil
}

func resetAndClose() {
	s := &slots[Event]{pool: &events}
	s.add()
	s.reset()
	s.close()
}

type calendar struct{ days []entry }

func (c *calendar) add(text string) { c.days = append(c.days, entry{last: event(text)}) }

// A method drops what is in a copy.
func (c *calendar) forget(day int) {
	e := c.days[day]
	e.drop()
}

func (c *calendar) close() {
	for _, e := range c.days {
		e.last.Release() // want "double-release: "
	}
	c.days = nil
}

func forgetAndClose() {
	c := &calendar{}
	c.add("a")
	c.forget(0)
	c.close()
}
