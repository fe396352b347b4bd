package rckgo

import (
	"cmp"
	"context"
	"sync"
	"unsafe"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool"
)

// Records is a pool of records to produce. The zero Records is ready to use. Set
// the fields before first use, and do not copy a Records after that. It is safe
// for concurrent use.
type Records struct {
	// Name is the name of the pool in stats and reports. "" means "kgo.Record".
	Name string
	// MaxBytes is the largest size in bytes of a record that is kept: the memory for
	// its Key and Value together. 0 means 64 KiB.
	MaxBytes int

	once sync.Once
	pool rcpool.Pool[Record]
}

// A Record is a kgo.Record with its own memory for Key and Value. AppendKey,
// AppendValue and Write fill that memory, which is reused with the record.
//
// You may also set Key and Value to your own memory. Then do not change it before
// the promise. The record drops it at the end of the lease, together with what
// Headers refers to. The slice of Headers belongs to the record and is reused, so
// append to it.
//
// A Record is not safe for concurrent use.
type Record struct {
	kgo.Record
	key, value buffer

	promise func(*kgo.Record, error)
	leased  rcpool.Ref[Record]
	kept    func(*kgo.Record, error) `rcpool:"keep"` // r.keepPromise, made once so that Produce does not allocate
}

// A buffer is memory that a record owns. It tells that memory from the memory of
// the caller.
type buffer []byte

// AppendKey appends a copy of b to the Key.
func (r *Record) AppendKey(b ...byte) { r.Key = r.key.append(r.Key, b) }

// AppendValue appends a copy of b to the Value.
func (r *Record) AppendValue(b ...byte) { r.Value = r.value.append(r.Value, b) }

// Write appends a copy of b to the Value. It implements io.Writer. The error is
// always nil.
func (r *Record) Write(b []byte) (int, error) {
	r.AppendValue(b...)
	return len(b), nil
}

// WriteString appends s to the Value. It implements io.StringWriter. The error is
// always nil.
func (r *Record) WriteString(s string) (int, error) {
	r.AppendValue(unsafe.Slice(unsafe.StringData(s), len(s))...) // AppendValue only reads it
	return len(s), nil
}

// append appends b to the field in the buffer. If the field is in other memory, it
// first copies it into the buffer.
func (own *buffer) append(field, b []byte) []byte {
	if unsafe.SliceData(field) != unsafe.SliceData(*own) {
		*own = append((*own)[:0], field...)
	} else {
		*own = (*own)[:len(field)]
	}
	*own = append(*own, b...)
	return *own
}

// Get leases an empty record. The caller owns the reference and must pass it to
// Produce or release it.
func (p *Records) Get() rcpool.Ref[Record] {
	p.once.Do(p.open)
	return p.pool.Get()
}

func (p *Records) open() {
	limit := cmp.Or(p.MaxBytes, 64<<10)
	p.pool.Name = cmp.Or(p.Name, "kgo.Record")
	p.pool.New = func() *Record {
		r := new(Record)
		r.kept = r.keepPromise
		return r
	}
	p.pool.Reset = func(r *Record) {
		clear(r.Headers[:cap(r.Headers)])
		r.Record = kgo.Record{Headers: r.Headers[:0]}
		r.key, r.value = r.key[:0], r.value[:0]
		r.promise, r.leased = nil, rcpool.Ref[Record]{}
	}
	p.pool.Keep = func(r *Record) bool { return cap(r.key)+cap(r.value) <= limit }
	p.pool.Memory = func(r *Record) []byte { return r.value[:cap(r.value)] }
}

// Produce calls client.Produce with a leased record. It takes the reference over:
// the reference of the caller is stale afterwards. Produce releases the record
// after the promise, which borrows the record. promise may be nil.
//
// Other owners of references to the record may read its Key, Value and Headers.
// They must not use the other fields before the promise, because the client sets
// them.
//
// Like client.Produce, Produce may block, the promise may run before it returns,
// and it is safe for concurrent use. It panics with an *rcpool.Misuse if record is
// zero (ZeroRef) or stale (StaleRetain).
func Produce(ctx context.Context, client *kgo.Client, record rcpool.Ref[Record], promise func(*kgo.Record, error)) {
	leased := record.Retain()
	record.Release() // the caller's reference, which is stale from here on
	r := leased.Value()
	if r.kept == nil { // record is zero, and misuses are only reported
		r.kept = r.keepPromise
	}
	r.promise, r.leased = promise, leased
	client.Produce(ctx, &r.Record, r.kept)
}

// keepPromise calls the promise and releases the record.
func (r *Record) keepPromise(record *kgo.Record, err error) {
	leased, promise := r.leased, r.promise
	defer rcpool.Drop(&leased)
	if promise != nil {
		promise(record, err)
	}
}
