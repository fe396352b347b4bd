package stdpool

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/rcpool/rcpool"
)

// EncodeJSON encodes v into a buffer of Default. See Pools.EncodeJSON.
func EncodeJSON(v any) (rcpool.Ref[bytes.Buffer], error) { return Default.EncodeJSON(v) }

// EncodeJSON leases a Buffer that holds what json.Marshal makes of v; the
// caller owns the reference. If v can not be encoded, EncodeJSON returns the
// error of json.Marshal, and the zero Ref.
func (p *Pools) EncodeJSON(v any) (rcpool.Ref[bytes.Buffer], error) {
	buffer := p.Buffer()
	defer rcpool.Drop(&buffer)
	encoder := p.jsonEncoders.Get()
	defer encoder.Release()
	to := buffer.Value()
	if err := encoder.Value().encode(to, v); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	to.Truncate(to.Len() - 1) // the newline that only an Encoder adds
	return rcpool.Move(&buffer), nil
}

// A jsonEncoder is an encoder that writes to the buffer it is given.
type jsonEncoder struct {
	encoder *json.Encoder
	to      *bytes.Buffer
}

func newJSONEncoder() *jsonEncoder {
	e := new(jsonEncoder)
	e.encoder = json.NewEncoder(e)
	return e
}

func (e *jsonEncoder) encode(to *bytes.Buffer, v any) error {
	e.to = to
	return e.encoder.Encode(v)
}

func (e *jsonEncoder) Write(p []byte) (int, error) { return e.to.Write(p) }

// Reset lets go of the buffer. The encoder has no state of its own.
func (e *jsonEncoder) Reset() { e.to = nil }

func (p *Pools) openJSON() {
	p.jsonEncoders.Name = p.named("EncodeJSON")
	p.jsonEncoders.New = newJSONEncoder
}

// DecodeJSON leases an object from pool and decodes data, one JSON value, into
// it; the caller owns the reference. If that fails, DecodeJSON returns the
// error of json.Unmarshal, and the zero Ref.
//
// The object holds what json.Unmarshal would put into a new(T), whatever
// pool.New, pool.Reset or the last owner left in it: every field that JSON can
// set is zeroed first, so that nothing is merged with, or shows through from,
// earlier data. All other fields are as Get leaves them. Of what a Reset has
// kept, the memory of slices is used again, of those in T and in structs within
// it; it is zeroed in its full capacity, since json.Unmarshal does not clear
// the elements that it decodes into.
//
// If T, or the type of a field, has a method UnmarshalJSON or UnmarshalText, all
// of it is zeroed. The object shares no memory with data.
func DecodeJSON[T any](pool *rcpool.Pool[T], data []byte) (rcpool.Ref[T], error) {
	ref := pool.Get()
	defer rcpool.Drop(&ref)
	object := ref.Value()
	blank := blankOf[T]()
	blank.before(object)
	if err := json.Unmarshal(data, object); err != nil {
		return rcpool.Ref[T]{}, err
	}
	blank.after(object)
	return rcpool.Move(&ref), nil
}

// ReadJSON is DecodeJSON of all that r has to give, read into a buffer of
// Default. Limit what strangers can send: with http.MaxBytesReader, or an
// io.LimitedReader.
func ReadJSON[T any](pool *rcpool.Pool[T], r io.Reader) (rcpool.Ref[T], error) {
	buffer := Buffer()
	defer buffer.Release()
	if _, err := buffer.Value().ReadFrom(r); err != nil {
		return rcpool.Ref[T]{}, err
	}
	return DecodeJSON(pool, buffer.Value().Bytes())
}
