// Package branchset has pooled structs with fields that some owners set, to what they are given or
// have found out, and that no owner resets.
package branchset

import (
	"errors"
	"strings"
	"sync"
)

var errAuth = errors.New("not authenticated")

// A session is one of a mail server.
type session struct {
	from   string
	to     []string
	size   int
	authed bool
	quit   bool
}

var sessions = sync.Pool{New: func() any { return new(session) }}

// clear begins a new mail.
func (s *session) clear() {
	s.from = ""
	clear(s.to)
	s.to = s.to[:0]
	s.size = 0
}

// A request has what its headers say.
type request struct {
	path  string
	query []string
	lang  string
}

var requests = sync.Pool{New: func() any { return new(request) }}

func (r *request) header(name, value string) {
	if name == "Accept-Language" {
		r.lang = value
	}
}

func (r *request) greet() string {
	if r.lang == "de" {
		return "hallo " + r.path
	}
	return "hello " + r.path
}

// A batch remembers the first error.
type batch struct {
	name string
	rows []string
	err  error
}

var batches = sync.Pool{New: func() any { return new(batch) }}

func (b *batch) add(row string, check func(string) error) {
	if err := check(row); err != nil {
		b.err = err
		return
	}
	b.rows = append(b.rows, row)
}

// An upload says how it is encoded.
type upload struct {
	name    string
	parts   []string
	encoded bool
}

var uploads = sync.Pool{New: func() any { return new(upload) }}

func (u *upload) option(name, value string) {
	switch name {
	case "encoding":
		u.encoded = strings.HasPrefix(value, "base64")
	case "name":
		u.name = value
	}
}

// A login is like a session, and is reset.
type login struct {
	user  string
	tries []string
	ok    bool
}

var logins = sync.Pool{New: func() any { return new(login) }}

// A reply has a type that each owner sets.
type reply struct {
	body []string
	code int
	kind string
}

var replies = sync.Pool{New: func() any { return new(reply) }}

func (r *reply) set(kind string, code int) {
	r.kind = kind
	r.code = code
}

// A job that has failed is not put back.
type job struct {
	name string
	out  []string
	err  error
}

var jobs = sync.Pool{New: func() any { return new(job) }}

// A form looks at its note only where it was set.
type form struct {
	fields []string
	n      int
	note   string
}

var forms = sync.Pool{New: func() any { return new(form) }}

type greeting struct {
	name string
	n    int
	word string
}

var greetings = sync.Pool{New: func() any { return new(greeting) }}

type voice struct {
	words []string
	n     int
	end   string
}

var voices = sync.Pool{New: func() any { return new(voice) }}

type hail struct {
	name string
	n    int
	word string
}

var hails = sync.Pool{New: func() any { return new(hail) }}

type cry struct {
	words []string
	n     int
	end   string
}

var cries = sync.Pool{New: func() any { return new(cry) }}
