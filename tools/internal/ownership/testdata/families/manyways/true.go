// Package manyways has functions with more ways through them than anybody can walk, and with a
// mistake at one of their first forks.
package manyways

import (
	"bytes"
	"errors"
	"strconv"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A request has parts, each with a default, and perhaps a body.
type request struct {
	hasBody bool
	part    func(name string) (string, error)
	body    func(*bytes.Buffer) error
}

func giveBack(buffer *bytes.Buffer) {
	buffer.Reset()
	buffers.Put(buffer)
}

// putThenReset resets the buffer that the next one may have by then.
func putThenReset(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = buffer.String()
		buffers.Put(buffer)
		buffer.Reset() // want "use-after-release: "
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// putElse does so where there is no body of its own.
func putElse(r request) (string, error) {
	text := ""
	if r.hasBody {
		text = "no body"
	} else {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = buffer.String()
		buffers.Put(buffer)
		buffer.Reset() // want "use-after-release: "
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// putTwice puts the buffer back where it fails, and goes on.
func putTwice(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
		}
		text = "done"
		buffers.Put(buffer) // want "double-release: "
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// putTwiceElse does so where there is no body of its own.
func putTwiceElse(r request) (string, error) {
	text := ""
	if r.hasBody {
		text = "no body"
	} else {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
		}
		text = "done"
		buffers.Put(buffer) // want "double-release: "
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// readLate reads the buffer that its callee has put back.
func readLate(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		giveBack(buffer)
		text = buffer.String() // want "use-after-release: "
	} else {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = "-" + buffer.String()
		giveBack(buffer)
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// readLateElse does so where there is no body of its own.
func readLateElse(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = buffer.String()
		giveBack(buffer)
	} else {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		giveBack(buffer)
		text = "-" + buffer.String() // want "use-after-release: "
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// sizeLate asks for the size of the buffer that its callee has put back.
func sizeLate(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		giveBack(buffer)
		text = strconv.Itoa(buffer.Len()) // want "use-after-release: "
	} else {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = "-" + buffer.String()
		giveBack(buffer)
	}
	a, errA := r.part("a")
	if errA != nil {
		a = "-"
	}
	b, errB := r.part("b")
	if errB != nil {
		b = "-"
	}
	c, errC := r.part("c")
	if errC != nil {
		c = "-"
	}
	d, errD := r.part("d")
	if errD != nil {
		d = "-"
	}
	e, errE := r.part("e")
	if errE != nil {
		e = "-"
	}
	f, errF := r.part("f")
	if errF != nil {
		f = "-"
	}
	g, errG := r.part("g")
	if errG != nil {
		g = "-"
	}
	h, errH := r.part("h")
	if errH != nil {
		h = "-"
	}
	i, errI := r.part("i")
	if errI != nil {
		i = "-"
	}
	j, errJ := r.part("j")
	if errJ != nil {
		j = "-"
	}
	k, errK := r.part("k")
	if errK != nil {
		k = "-"
	}
	l, errL := r.part("l")
	if errL != nil {
		l = "-"
	}
	m, errM := r.part("m")
	if errM != nil {
		m = "-"
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}
