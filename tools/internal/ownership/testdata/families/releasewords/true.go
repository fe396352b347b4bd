package releasewords

import (
	"encoding/json"
	"io"
)

// Output does not release the frame, and nobody does when it fails.
func showLost(d device, data []byte) error {
	f := NewFrame(data) // missed "leak: "
	if err := d.Output(f); err != nil {
		return err
	}
	f.DecRef()
	return nil
}

// The frame is used after its release.
func measureLate(d device, data []byte) int {
	f := NewFrame(data)
	d.Display(f)
	f.DecRef()
	return f.Compute() // missed "use-after-release: "
}

// Nobody releases the frame.
func writeLost(w io.Writer, data []byte) (int, error) {
	f := NewFrame(data) // want "leak: "
	err := f.Output(w)
	return f.Compute(), err
}

// When the decoder fails, the buffer is put back twice.
func decodeTwice(text string, v any) error {
	buf := getBuffer()
	defer buffers.Put(buf)
	buf.WriteString(text)
	if err := json.NewDecoder(buf).Decode(v); err != nil {
		buffers.Put(buf) // want "double-release: "
		return err
	}
	return nil
}

// The frame is painted after its release.
func paintLate(putPixel func(f *Frame, x int), data []byte) {
	f := NewFrame(data)
	putPixel(f, 0)
	f.DecRef()
	putPixel(f, 1) // missed "use-after-release: "
}

// The buffer is read after it was put back.
func rateLate(d device, text string) int {
	buf := getBuffer()
	buf.WriteString(text)
	d.Dropdown(buf)
	buffers.Put(buf)
	return d.Reputation(buf) // want "use-after-release: "
}

// The frame is released here and by who has taken it over.
func giveTwice(r releaser, data []byte) {
	f := NewFrame(data)
	defer f.DecRef()
	if len(data) > 2 {
		r.Release(f) // missed "double-release: "
	}
}

// The frame of an empty picture is not released.
func drawLost(d device, data []byte) {
	f := NewFrame(data) // missed "leak: "
	if len(data) == 0 {
		d.Freeze(f)
		return
	}
	for x := range data {
		d.PutPixel(f, x)
	}
	f.DecRef()
}
