package manyways

import (
	"bytes"
	"errors"
)

// resetThenPut resets the buffer first.
func resetThenPut(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = buffer.String()
		buffer.Reset()
		buffers.Put(buffer)
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

// resetElse does so where there is no body of its own.
func resetElse(r request) (string, error) {
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
		buffer.Reset()
		buffers.Put(buffer)
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

// putOnce puts the buffer back where it fails, or at the end.
func putOnce(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		failed := false
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			failed = true
		}
		text = "done"
		if !failed {
			giveBack(buffer)
		}
	} else {
		buffer := buffers.Get().(*bytes.Buffer)
		failed := false
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			failed = true
		}
		text = "none"
		if !failed {
			giveBack(buffer)
		}
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

// readFirst reads the buffer before its callee puts it back.
func readFirst(r request) (string, error) {
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

// takenAgain has another buffer after the first one.
func takenAgain(r request) (string, error) {
	text := ""
	if r.hasBody {
		buffer := buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			buffer = new(bytes.Buffer)
		}
		text = buffer.String()
		buffer.Reset()
	} else {
		text = "no body"
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

// putWithBody puts the buffer back at the end, if it took one at the beginning.
func putWithBody(r request) (string, error) {
	text := ""
	var buffer *bytes.Buffer
	if r.hasBody {
		buffer = buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			return "", err
		}
		text = buffer.String()
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
	if buffer != nil {
		giveBack(buffer)
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}

// putAtEnd reads the buffer and puts it back at the end, if nobody has put it back before.
func putAtEnd(r request) (string, error) {
	text := ""
	var buffer *bytes.Buffer
	isBack := false
	if r.hasBody {
		buffer = buffers.Get().(*bytes.Buffer)
		if err := r.body(buffer); err != nil {
			giveBack(buffer)
			isBack = true
		}
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
	if r.hasBody && !isBack {
		text = buffer.String()
		giveBack(buffer)
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + text, errors.Join(errA, errB, errC, errD, errE, errF, errG, errH, errI, errJ, errK, errL, errM)
}
