package decodedinto

import (
	"encoding/json"
	"io"

	"github.com/rcpool/rcpool"
)

type clean struct {
	Sensor string
	Where  *place
}

var cleans = rcpool.Pool[clean]{Name: "clean"}

// All is reset.
func (c *clean) Reset() { *c = clean{} }

func receiveClean(raw []byte, use func(*clean)) error {
	ref := cleans.Get()
	defer ref.Release()
	if err := json.Unmarshal(raw, ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}

type ignored struct {
	Sensor string
	Index  int `json:"-"`
	seen   bool
}

var ignoreds = rcpool.Pool[ignored]{Name: "ignored"}

// The decoder does not write the other fields, and nobody else does.
func (i *ignored) Reset() { i.Sensor = "" }

func receiveIgnored(r io.Reader, use func(*ignored)) error {
	ref := ignoreds.Get()
	defer ref.Release()
	if err := json.NewDecoder(r).Decode(ref.Value()); err != nil {
		return err
	}
	if ref.Value().seen || ref.Value().Index > 0 {
		return nil
	}
	use(ref.Value())
	return nil
}

type first struct {
	Sensor string
	Where  *place
}

var firsts = rcpool.Pool[first]{Name: "first"}

func (f *first) Reset() { f.Sensor = "" }

// The field is cleared before the input.
func receiveFirst(raw []byte, use func(*first)) error {
	ref := firsts.Get()
	defer ref.Release()
	f := ref.Value()
	f.Where = nil
	if err := json.Unmarshal(raw, f); err != nil {
		return err
	}
	use(f)
	return nil
}

type whole struct {
	Sensor string
	Where  *place
}

var wholes = rcpool.Pool[whole]{Name: "whole"}

func (w *whole) Reset() { w.Sensor = "" }

// All is cleared before the input.
func receiveWhole(raw []byte, use func(*whole)) error {
	ref := wholes.Get()
	defer ref.Release()
	w := ref.Value()
	*w = whole{}
	if err := json.Unmarshal(raw, w); err != nil {
		return err
	}
	use(w)
	return nil
}

type wire struct {
	Sensor string
	Where  *place
}

var wires = rcpool.Pool[wire]{Name: "wire"}

func (w *wire) Reset() { w.Sensor = "" }

// What is decoded into is a struct of this function.
func receiveWire(raw []byte, use func(*wire)) error {
	var in wire
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	ref := wires.Get()
	defer ref.Release()
	ref.Value().Sensor = in.Sensor
	use(ref.Value())
	return nil
}

type own struct {
	Sensor string
	Where  *place
}

var owns = rcpool.Pool[own]{Name: "own"}

func (o *own) Reset() { o.Sensor = "" }

// It decodes itself.
func (o *own) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &o.Sensor) }

func receiveOwn(raw []byte, use func(*own)) error {
	ref := owns.Get()
	defer ref.Release()
	if err := json.Unmarshal(raw, ref.Value()); err != nil {
		return err
	}
	use(ref.Value())
	return nil
}
