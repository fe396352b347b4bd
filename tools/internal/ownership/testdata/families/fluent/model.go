// Package fluent has methods of structs with a reference that return the struct, so that calls can be
// chained.
package fluent

import "github.com/rcpool/rcpool"

type row struct {
	columns []string
	failed  bool
}

func (r *row) Reset() {
	clear(r.columns)
	r.columns, r.failed = r.columns[:0], false
}

var rows rcpool.Pool[row]

// A line is a value; one of those that its methods return is released.
type line struct {
	ref  rcpool.Ref[row]
	name string
	n    int
}

func begin() line { return line{ref: rows.Get()} }

func (l line) add(column string) line {
	r := l.ref.Value()
	r.columns = append(r.columns, column)
	return l
}

func (l line) fail(err error) line {
	if err == nil {
		return l
	}
	l.ref.Value().failed = true
	return l.add(err.Error())
}

func (l line) named(name string) line {
	l.ref.Value().failed = false
	l.name = name
	return l
}

func (l line) numbered() (line, bool) {
	next := l
	next.n = len(l.ref.Value().columns)
	return next, next.n > 0
}

func (l line) end() int {
	n := len(l.ref.Value().columns)
	l.ref.Release()
	return n
}

// shared has a reference of its own.
func (l line) shared() line {
	l.n = len(l.ref.Value().columns)
	l.ref = l.ref.Retain()
	return l
}

func (l line) closed() line {
	l.n = len(l.ref.Value().columns)
	l.ref.Release()
	return l
}

// moved leaves nothing in what it returns.
func (l line) moved(to *line) line {
	to.ref = rcpool.Move(&l.ref)
	return l
}

// A form is open until it has a body.
type form struct {
	line line
	open bool
}

func (f form) header(text string) form {
	if f.open {
		f.line.add(text)
	}
	return f
}

func (f form) body(text string) form {
	r := f.line.ref.Value()
	if f.open {
		r.failed = false
		f.open = false
	}
	r.columns = append(r.columns, text)
	return f
}

type sender struct {
	batch []rcpool.Ref[row]
	spare []rcpool.Ref[row]
	max   int
}

// take takes the row over. A full batch is sent.
func (s *sender) take(r rcpool.Ref[row]) {
	if len(r.Value().columns) == 0 {
		r.Release()
		return
	}
	s.batch = append(s.batch, r)
	if len(s.batch) >= s.max {
		s.flush()
	}
}

func (s *sender) flush() {
	batch := s.batch
	s.batch, s.spare = s.spare, nil
	for i := range batch {
		rcpool.Drop(&batch[i])
	}
	if s.spare == nil {
		s.spare = batch[:0]
	}
}

func (l line) send(s *sender, name string) {
	l.ref.Value().columns = append(l.ref.Value().columns, name)
	s.take(l.ref)
}
