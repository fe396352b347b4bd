package stdpool

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/rcpool/rcpool"
)

// EncodeJSON encodes v into a buffer of [Default]. See Pools.EncodeJSON.
func EncodeJSON(v any) (rcpool.Ref[bytes.Buffer], error) { return Default().EncodeJSON(v) }

// EncodeJSON leases a Buffer that holds the JSON encoding of v, as json.Marshal
// returns it. The caller owns the reference. If json.Marshal fails, EncodeJSON
// returns the zero Ref and the error.
func (p *Pools) EncodeJSON(v any) (rcpool.Ref[bytes.Buffer], error) {
	buffer := p.Buffer()
	defer rcpool.Drop(&buffer)
	encoder := p.jsonEncoders.Get()
	defer encoder.Release()
	to := buffer.Value()
	if err := encoder.Value().encode(to, v); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	to.Truncate(to.Len() - 1) // the newline that an Encoder adds and Marshal does not
	return rcpool.Move(&buffer), nil
}

// A jsonEncoder is a json.Encoder that can change its target.
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

// Reset drops the reference to the buffer. The encoder itself has no state.
func (e *jsonEncoder) Reset() { e.to = nil }

func (p *Pools) openJSON() {
	p.jsonEncoders.Name = p.named("EncodeJSON")
	p.jsonEncoders.New = newJSONEncoder
}

// DecodeJSON leases an object from pool and decodes data, one JSON value, into
// it. The caller owns the reference. If json.Unmarshal fails, DecodeJSON returns
// the zero Ref and the error.
//
// The object holds what json.Unmarshal would store in a new(T), whatever
// pool.New, pool.Reset or the last owner left in it. DecodeJSON first zeroes
// every field that JSON can set, so earlier data is neither merged nor visible.
// Other fields are as Get leaves them.
//
// DecodeJSON reuses the memory of slices that a Reset has kept, in T and in
// structs within T. It zeroes their full capacity, because json.Unmarshal does
// not clear the elements that it decodes into. If T, or the type of a field, has
// a method UnmarshalJSON or UnmarshalText, DecodeJSON zeroes all of it.
//
// The object shares no memory with data. If Get or an unmarshaling method
// panics, DecodeJSON releases the object and the panic continues.
func DecodeJSON[T any](data []byte, pool *rcpool.Pool[T]) (rcpool.Ref[T], error) {
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

// ReadJSON reads r to its end into a buffer of [Default], and decodes the data like
// DecodeJSON. If reading fails, it returns the zero Ref and the error. ReadJSON
// has no limit: if r comes from outside, wrap it in an http.MaxBytesReader or an
// io.LimitedReader.
func ReadJSON[T any](r io.Reader, pool *rcpool.Pool[T]) (rcpool.Ref[T], error) {
	buffer := Buffer()
	defer buffer.Release()
	if _, err := buffer.Value().ReadFrom(r); err != nil {
		return rcpool.Ref[T]{}, err
	}
	return DecodeJSON(buffer.Value().Bytes(), pool)
}
