package releasewords

import (
	"encoding/json"
	"io"
)

// Output borrows the frame.
func show(d device, data []byte) error {
	f := NewFrame(data)
	defer f.DecRef()
	if err := d.Output(f); err != nil {
		return err
	}
	return d.Decode(f)
}

// Compute and Display do, too.
func measure(d device, data []byte) int {
	f := NewFrame(data)
	n := d.Compute(f)
	d.Display(f)
	d.Freeze(f)
	f.DecRef()
	return n
}

// The methods of the frame are no releases either.
func write(w io.Writer, data []byte) (int, error) {
	f := NewFrame(data)
	err := f.Output(w)
	n := f.Compute()
	f.DecRef()
	return n, err
}

// The decoder reads from the buffer, which is put back then.
func decode(text string, v any) error {
	buf := getBuffer()
	defer buffers.Put(buf)
	buf.WriteString(text)
	return json.NewDecoder(buf).Decode(v)
}

// Functions in variables have such names as well.
func paint(putPixel func(f *Frame, x int), data []byte) {
	f := NewFrame(data)
	for x := range 3 {
		putPixel(f, x)
	}
	f.DecRef()
}

// The buffer is borrowed by methods of an interface.
func rate(d device, text string) int {
	buf := getBuffer()
	buf.WriteString(text)
	d.Dropdown(buf)
	n := d.Reputation(buf) + buf.Len()
	buffers.Put(buf)
	return n
}

// One that really releases takes the frame over.
func give(r releaser, data []byte) int {
	f := NewFrame(data)
	n := f.Compute()
	r.Release(f)
	return n
}

// The loop puts pixels, and the frame is released once.
func draw(d device, data []byte) {
	f := NewFrame(data)
	defer f.DecRef()
	for x := range data {
		d.PutPixel(f, x)
	}
}
