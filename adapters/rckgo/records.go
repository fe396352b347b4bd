package rckgo

import (
	"cmp"
	"context"
	"sync"
	"unsafe"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool"
)

// Records is a pool of records to produce. The zero Records is ready to use.
// Fields are set before first use; a Records must not be copied after it. It is
// safe for concurrent use.
type Records struct {
	// Name is the name of the pool in stats and reports. The default is
	// "kgo.Record".
	Name string
	// MaxBytes is the size in bytes, of Key and Value together, up to which a
	// record is kept. The default, for 0, is 64 KiB.
	MaxBytes int

	once sync.Once
	pool rcpool.Pool[Record]
}

// A Record is a kgo.Record with memory of its own for Key and Value, which
// AppendKey, AppendValue and Write fill, and which is used again with the
// record. Instead, Key and Value can be set to memory of the caller, which
// must then stay as it is until the promise, and is forgotten with the lease.
// What Headers refers to is forgotten too, but for the slice itself, which
// belongs to the record: append to it.
type Record struct {
	kgo.Record
	key, value buffer

	promise func(*kgo.Record, error)
	leased  rcpool.Ref[Record]
	kept    func(*kgo.Record, error) // r.keep, made once, so that Produce allocates nothing
}

// A buffer is memory that a record owns. It is a type of its own so that Reset
// can tell it from memory of the caller.
type buffer []byte

// AppendKey adds b to the Key. It makes a copy of it.
func (r *Record) AppendKey(b ...byte) { r.Key = r.key.append(r.Key, b) }

// AppendValue adds b to the Value. It makes a copy of it.
func (r *Record) AppendValue(b ...byte) { r.Value = r.value.append(r.Value, b) }

// Write is AppendValue for whoever wants an io.Writer. The error is always nil.
func (r *Record) Write(b []byte) (int, error) {
	r.AppendValue(b...)
	return len(b), nil
}

// WriteString is Write of a string.
func (r *Record) WriteString(s string) (int, error) {
	r.AppendValue(unsafe.Slice(unsafe.StringData(s), len(s))...) // which only reads it
	return len(s), nil
}

// append adds b to the field, which is moved into the buffer if it is not there.
func (own *buffer) append(field, b []byte) []byte {
	if unsafe.SliceData(field) != unsafe.SliceData(*own) {
		*own = append((*own)[:0], field...)
	} else {
		*own = (*own)[:len(field)]
	}
	*own = append(*own, b...)
	return *own
}

// Get leases an empty record; the caller owns the reference, and hands it to
// Produce or releases it.
func (p *Records) Get() rcpool.Ref[Record] {
	p.once.Do(p.open)
	return p.pool.Get()
}

func (p *Records) open() {
	limit := cmp.Or(p.MaxBytes, 64<<10)
	p.pool.Name = cmp.Or(p.Name, "kgo.Record")
	p.pool.New = func() *Record {
		r := new(Record)
		r.kept = r.keep
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

// Produce is client.Produce with a leased record. It takes the reference over:
// the caller's is stale when Produce returns, and the record is released after
// the promise, which borrows it, or, if there is no promise, in its place.
//
// If others hold references to the record, they may read its Key, Value and
// Headers. Until the promise the other fields are the client's, who sets them.
//
// Produce panics with a *rcpool.Misuse if record is zero or stale. It calls
// client.Produce, and so may block, and the promise may run before it returns.
func Produce(ctx context.Context, client *kgo.Client, record rcpool.Ref[Record], promise func(*kgo.Record, error)) {
	leased := record.Retain()
	record.Release() // the caller's, so that it is he who panics if he uses it
	r := leased.Value()
	r.promise, r.leased = promise, leased
	client.Produce(ctx, &r.Record, r.kept)
}

// keep keeps the promise, and ends the lease.
func (r *Record) keep(record *kgo.Record, err error) {
	leased, promise := r.leased, r.promise
	defer leased.Release()
	if promise != nil {
		promise(record, err)
	}
}
