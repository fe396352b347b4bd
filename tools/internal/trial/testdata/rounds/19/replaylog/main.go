// truth: double-release line 46,65 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type change struct {
	doc   string
	rev   int
	patch []byte
}

func (c *change) Reset() { c.doc, c.rev, c.patch = "", 0, c.patch[:0] }

var changes = rcpool.Pool[change]{Name: "changes"}

// An oplog keeps the latest changes, for followers that catch up.
type oplog struct {
	slots []rcpool.Ref[change]
	first int // revision of the oldest change
	next  int // revision of the next one
}

func newOplog(size int) *oplog { return &oplog{slots: make([]rcpool.Ref[change], size)} }

func (o *oplog) slot(rev int) *rcpool.Ref[change] { return &o.slots[rev%len(o.slots)] }

func (o *oplog) append(doc string, patch string) int {
	if o.next-o.first == len(o.slots) {
		o.truncate(o.first + 1)
	}
	c := changes.Get()
	v := c.Value()
	v.doc, v.rev, v.patch = doc, o.next, append(v.patch, patch...)
	*o.slot(o.next) = c
	o.next++
	return v.rev
}

// truncate forgets the changes before rev.
func (o *oplog) truncate(rev int) {
	for ; o.first < min(rev, o.next); o.first++ {
		o.slot(o.first).Release()
	}
}

// since returns the changes from rev on, for the caller to release.
func (o *oplog) since(rev int) ([]rcpool.Ref[change], bool) {
	if rev < o.first {
		return nil, false
	}
	var out []rcpool.Ref[change]
	for ; rev < o.next; rev++ {
		out = append(out, o.slot(rev).Retain())
	}
	return out, true
}

func (o *oplog) close() {
	for _, c := range o.slots {
		if !c.IsZero() {
			c.Release()
		}
	}
	o.slots = nil
}

func follow(o *oplog, rev int) string {
	cs, ok := o.since(rev)
	if !ok {
		return "resync"
	}
	s := ""
	for _, c := range cs {
		s += fmt.Sprintf("%d:%s ", c.Value().rev, c.Value().patch)
		c.Release()
	}
	return s
}

func main() {
	o := newOplog(4)
	for i := range 6 {
		o.append("doc", fmt.Sprintf("+%d", i))
	}
	fmt.Println(follow(o, 0))
	fmt.Println(follow(o, 3))
	o.truncate(4)
	fmt.Println(follow(o, 4))
	o.close()
	fmt.Println("closed")
}
