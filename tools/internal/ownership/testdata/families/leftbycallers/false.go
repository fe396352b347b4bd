package leftbycallers

import (
	"encoding/binary"
	"io"

	"github.com/rcpool/rcpool"
)

type sentShards struct {
	shards map[int]*shard
	out    io.Writer
}

func (w *sentShards) write(id int, n uint32) {
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

func (w *sentShards) flush() {
	for _, s := range w.shards {
		if s.size > 0 {
			w.send(s)
			s.size, s.blocks = 0, s.blocks[:0]
		}
	}
}

func (w *sentShards) send(s *shard) {
	for _, b := range s.blocks {
		w.out.Write(*b)
		blocks.Put(b)
	}
}

// The caller of send has taken the blocks out.
func (w *sentShards) abort() {
	for id, s := range w.shards {
		for _, b := range s.blocks {
			blocks.Put(b)
		}
		delete(w.shards, id)
	}
}

func (w *sentShards) sendOne(id int) {
	if s, ok := w.shards[id]; ok {
		w.send(s)
		*s = shard{}
	}
}

func sendAndCut(out io.Writer) {
	w := &sentShards{shards: map[int]*shard{}, out: out}
	w.write(1, 7)
	w.sendOne(1)
	w.flush()
	w.abort()
}

type clearedBox struct {
	waiting map[string]rcpool.Ref[Event]
	out     io.Writer
	failed  error
}

func (o *clearedBox) send() error {
	for _, ref := range o.waiting {
		io.WriteString(o.out, ref.Value().Text)
		ref.Release()
	}
	if c, ok := o.out.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func (o *clearedBox) put(key string) error {
	o.waiting[key] = event(key)
	if len(o.waiting) < 8 {
		return nil
	}
	err := o.send()
	clear(o.waiting)
	return err
}

func (o *clearedBox) sync() error {
	defer clear(o.waiting)
	return o.send()
}

func (o *clearedBox) stop() {
	for _, ref := range o.waiting {
		ref.Release()
	}
	o.waiting = nil
}

func syncClearedAndStop(out io.Writer) error {
	o := &clearedBox{waiting: map[string]rcpool.Ref[Event]{}, out: out}
	defer o.stop()
	if err := o.put("a"); err != nil {
		return err
	}
	return o.sync()
}

type keptError struct {
	waiting []rcpool.Ref[Event]
	out     io.Writer
	failed  error
}

func (k *keptError) add(text string) { k.waiting = append(k.waiting, event(text)) }

func (k *keptError) send() error {
	for _, ref := range k.waiting {
		_, err := io.WriteString(k.out, ref.Value().Text)
		ref.Release()
		if err != nil {
			return err
		}
	}
	k.waiting = k.waiting[:0]
	return nil
}

func (k *keptError) sync() { k.failed = k.send() }

// The caller of send has noted that it has failed.
func (k *keptError) stop() {
	if k.failed != nil {
		return
	}
	for _, ref := range k.waiting {
		ref.Release()
	}
	k.waiting = nil
}

func syncOrFail(out io.Writer) {
	k := &keptError{out: out}
	k.add("a")
	k.sync()
	k.stop()
}

type wholeBoard struct{ entries map[string]entry }

// The entry is put back, or deleted.
func (b *wholeBoard) set(name, text string) {
	e := b.entries[name]
	rcpool.Drop(&e.last)
	if text == "" {
		delete(b.entries, name)
		return
	}
	e.last = event(text)
	b.entries[name] = e
}

func (b *wholeBoard) blank(name string) {
	e := b.entries[name]
	e.drop()
	b.entries[name] = e
}

func (b *wholeBoard) close() {
	for name, e := range b.entries {
		rcpool.Drop(&e.last)
		delete(b.entries, name)
	}
}

func setWholeAndClose() {
	b := &wholeBoard{entries: map[string]entry{}}
	b.set("a", "x")
	b.set("a", "")
	b.blank("b")
	b.close()
}

type takenDays struct{ days []entry }

func (c *takenDays) add(text string) { c.days = append(c.days, entry{last: event(text)}) }

// The list is another one by then.
func (c *takenDays) reset() {
	old := c.days
	c.days = nil
	for _, e := range old {
		rcpool.Drop(&e.last)
	}
}

// The copy gets a new event, which it owns, before that is dropped.
func (c *takenDays) show(day int, out io.Writer) {
	e := c.days[day]
	e.last = event("shown")
	io.WriteString(out, e.last.Value().Text)
	rcpool.Drop(&e.last)
}

func (c *takenDays) forget(day int) {
	e := &c.days[day]
	e.drop()
}

func (c *takenDays) close() {
	for _, e := range c.days {
		if !e.last.IsZero() {
			e.last.Release()
		}
	}
	c.days = nil
}

func resetTakenAndClose(out io.Writer) {
	c := &takenDays{}
	c.add("a")
	c.show(0, out)
	c.forget(0)
	c.reset()
	c.add("b")
	c.close()
}
