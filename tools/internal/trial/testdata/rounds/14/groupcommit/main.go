// truth: use-after-release line 51,55 hard

// Command groupcommit writes log records in groups and acknowledges them afterwards.
package main

import (
	"bytes"
	"fmt"

	"github.com/rcpool/rcpool"
)

type entry struct {
	lsn  int
	data []byte
	done func(lsn int, err error)
}

func (e *entry) Reset() {
	e.lsn = 0
	e.data = e.data[:0]
	e.done = nil
}

type committer struct {
	pool    rcpool.Pool[entry]
	pending []rcpool.Ref[entry]
	disk    bytes.Buffer
	lsn     int
	size    int
	maxSize int
	syncErr error
}

func (c *committer) submit(data string, done func(int, error)) {
	ref := c.pool.Get()
	e := ref.Value()
	c.lsn++
	e.lsn = c.lsn
	e.data = append(e.data, data...)
	e.done = done
	c.pending = append(c.pending, ref)
	c.size += len(data)
	if c.size >= c.maxSize {
		c.commit()
	}
}

func (c *committer) commit() {
	for _, ref := range c.pending {
		c.disk.Write(ref.Value().data)
	}
	err := c.syncErr
	for _, ref := range c.pending {
		e := ref.Value()
		e.done(e.lsn, err)
		ref.Release()
	}
	c.size = 0
	if err != nil {
		return
	}
	clear(c.pending)
	c.pending = c.pending[:0]
}

func (c *committer) Close() {
	if len(c.pending) > 0 {
		c.commit()
	}
}

func main() {
	c := &committer{maxSize: 8}
	ack := func(lsn int, err error) { fmt.Println("ack", lsn, err) }
	c.submit("abcd", ack)
	c.submit("efgh", ack)
	c.syncErr = fmt.Errorf("disk is full")
	c.submit("ijklmnop", ack)
	c.syncErr = nil
	c.submit("qrstuvwx", ack)
	c.Close()
	fmt.Println(c.disk.Len())
}
