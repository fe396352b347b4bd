// Package counted models mistakes with counted objects that were found in
// well-known projects, and their cures: the facts of each, none of its code.
package counted

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"google.golang.org/grpc/mem"
)

var errSchema = errors.New("schemas differ")

// Of the column store (arrow#36850): batches that are read one by one.

type source interface {
	// next returns a batch with a reference for the caller, or an error.
	//
	//rcpool:returns-owned
	next() (arrow.Record, error)
}

// Of the RPC library (grpc-go#8023): a message is delivered, which frees it.

var inbox = make(chan []byte, 1)

// deliver frees the message, delivered or not.
func deliver(msg mem.Buffer) error {
	defer msg.Free()
	select {
	case inbox <- append([]byte(nil), msg.ReadOnlyData()...):
		return nil
	default:
		return errors.New("inbox is full")
	}
}

// Of the metrics store (thanos#8745): labels that share the memory of a
// message.

func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

type labels struct {
	byID map[int]string
}

// Of the file system (gvisor#4438): a lookup that takes a reference.

type dentry struct {
	refs     atomic.Int64
	name     string
	mu       sync.Mutex
	children map[string]*dentry
}

// IncRef adds a reference.
func (d *dentry) IncRef() { d.refs.Add(1) }

// DecRef gives a reference up; the last one forgets the children.
func (d *dentry) DecRef() {
	if d.refs.Add(-1) == 0 {
		d.children = nil
	}
}

// child returns the dentry with a reference for the caller, or nil.
func (d *dentry) child(name string) *dentry {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.children[name]
	if c != nil {
		c.IncRef()
	}
	return c
}
