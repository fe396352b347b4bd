// truth: correct

// Command raftapply replicates commands through a consensus log and applies
// the committed ones to a state machine.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Command struct {
	Term  uint64
	Index uint64
	Op    string
	Data  []byte
}

func (c *Command) Reset() { *c = Command{Data: c.Data[:0]} }

var commands = rcpool.Pool[Command]{Name: "commands"}

// A Log owns its entries from first on.
type Log struct {
	entries []rcpool.Ref[Command]
	first   uint64
	commit  uint64
}

var errGap = errors.New("append leaves a gap")

func (l *Log) last() uint64 { return l.first + uint64(len(l.entries)) - 1 }

// truncate drops the entries from index on.
func (l *Log) truncate(index uint64) {
	for i := int(index - l.first); i < len(l.entries); i++ {
		rcpool.Drop(&l.entries[i])
	}
	l.entries = l.entries[:index-l.first]
}

// Append takes the references in batch over, also if it fails.
func (l *Log) Append(batch []rcpool.Ref[Command]) error {
	for i, ref := range batch {
		if err := l.appendOne(ref); err != nil {
			for _, rest := range batch[i+1:] {
				rest.Release()
			}
			return err
		}
	}
	return nil
}

func (l *Log) appendOne(ref rcpool.Ref[Command]) error {
	c := ref.Value()
	if c.Index > l.last()+1 {
		ref.Release()
		return errGap
	}
	if c.Index < l.first || c.Index <= l.commit {
		ref.Release() // known to be the same
		return nil
	}
	if c.Index <= l.last() {
		if l.entries[c.Index-l.first].Value().Term == c.Term {
			ref.Release()
			return nil
		}
		l.truncate(c.Index)
	}
	l.entries = append(l.entries, ref)
	return nil
}

// Committed calls yield with references that yield owns.
func (l *Log) Committed(upTo uint64) func(yield func(rcpool.Ref[Command]) bool) {
	return func(yield func(rcpool.Ref[Command]) bool) {
		for l.commit < min(upTo, l.last()) {
			l.commit++
			if !yield(l.entries[l.commit-l.first].Retain()) {
				return
			}
		}
	}
}

// Compact forgets committed entries.
func (l *Log) Compact() {
	n := int(l.commit - l.first + 1)
	for _, ref := range l.entries[:n] {
		ref.Release()
	}
	l.entries = append([]rcpool.Ref[Command](nil), l.entries[n:]...)
	l.first = l.commit + 1
}

type machine struct{ state map[string]string }

func (m *machine) apply(ref rcpool.Ref[Command]) error {
	defer ref.Release()
	c := ref.Value()
	switch c.Op {
	case "set":
		m.state[string(c.Data[:1])] = string(c.Data[1:])
	case "del":
		delete(m.state, string(c.Data))
	default:
		return fmt.Errorf("entry %d: unknown op %q", c.Index, c.Op)
	}
	return nil
}

func entry(term, index uint64, op, data string) rcpool.Ref[Command] {
	ref := commands.Get()
	c := ref.Value()
	c.Term, c.Index, c.Op = term, index, op
	c.Data = append(c.Data, data...)
	return ref
}

func main() {
	l := &Log{first: 1}
	m := &machine{state: map[string]string{}}
	batches := [][]rcpool.Ref[Command]{
		{entry(1, 1, "set", "a1"), entry(1, 2, "set", "b2"), entry(1, 3, "set", "c3")},
		{entry(1, 2, "set", "b2"), entry(2, 3, "del", "a"), entry(2, 4, "noop", "")},
		{entry(2, 7, "set", "z9"), entry(2, 8, "set", "y9")},
		{entry(1, 1, "set", "a1"), entry(2, 5, "set", "d4")},
	}
	for i, batch := range batches {
		if err := l.Append(batch); err != nil {
			fmt.Println(err)
		}
		for ref := range l.Committed(uint64(i) + 2) {
			if err := m.apply(ref); err != nil {
				fmt.Println(err)
				break
			}
		}
		if i%2 == 1 {
			l.Compact()
		}
	}
	fmt.Println(m.state, l.first, l.last())
	l.truncate(l.first)
}
