package branchset

import "strings"

// Who comes next is authenticated, too.
func putSession(s *session) {
	s.clear()
	s.quit = false
	sessions.Put(s) // want "reset: putSession does not reset field authed"
}

func (s *session) command(line string) error {
	verb, arg, _ := strings.Cut(line, " ")
	switch verb {
	case "AUTH":
		s.authed = arg == "secret"
		if !s.authed {
			return errAuth
		}
	case "FROM":
		if !s.authed {
			return errAuth
		}
		s.clear()
		s.from = arg
	case "TO":
		s.to = append(s.to, arg)
		s.size++
	case "QUIT":
		s.quit = true
	}
	return nil
}

func serveMail(lines ...string) (errs []error) {
	s := sessions.Get().(*session)
	defer putSession(s)
	for _, line := range lines {
		if err := s.command(line); err != nil {
			errs = append(errs, err)
		}
		if s.quit {
			break
		}
	}
	return errs
}

// The language of one request is that of the next, which has none.
func (r *request) reset() { // want "reset: reset does not reset field lang"
	r.path = ""
	r.query = r.query[:0]
}

func serveRequest(path string, headers map[string]string) string {
	r := requests.Get().(*request)
	defer func() {
		r.reset()
		requests.Put(r)
	}()
	r.path = path
	r.query = append(r.query, path)
	for name, value := range headers {
		r.header(name, value)
	}
	return r.greet()
}

// An error of one batch is that of all later ones.
func load(name string, rows []string, check func(string) error) (int, error) {
	b := batches.Get().(*batch) // want "reset: batch is taken from its pool with field err"
	defer b.free()
	b.name = name
	for _, row := range rows {
		b.add(row, check)
	}
	if b.err != nil {
		return 0, b.err
	}
	return len(b.rows), nil
}

func (b *batch) free() {
	b.name = ""
	b.rows = b.rows[:0]
	batches.Put(b)
}

// All uploads are encoded after one was.
func receive(options map[string]string, parts ...string) int {
	u := uploads.Get().(*upload) // want "reset: upload is taken from its pool with field encoded"
	defer u.free()
	for name, value := range options {
		u.option(name, value)
	}
	u.parts = append(u.parts, parts...)
	if u.encoded {
		return 2 * len(u.parts)
	}
	return len(u.parts)
}

func (u *upload) free() {
	u.name = ""
	u.parts = u.parts[:0]
	uploads.Put(u)
}

// There is no greeting for other languages, but that of the last owner.
func hailIn(lang, name string) string {
	h := hails.Get().(*hail) // want "reset: hail is taken from its pool with field word"
	defer h.free()
	h.name = name
	switch lang {
	case "de":
		h.word = "hallo"
	case "fr":
		h.word = "salut"
	}
	return h.word + " " + h.name
}

func (h *hail) free() {
	h.name = ""
	h.n = 0
	hails.Put(h)
}

// A cry may end as the last one.
func cryIn(loud bool, words ...string) string {
	c := cries.Get().(*cry) // missed "reset: cry is taken from its pool with field end"
	defer c.free()
	c.tune(loud)
	c.words = append(c.words, words...)
	return c.say()
}

func (c *cry) tune(loud bool) {
	if loud {
		c.end = "!"
	}
}

func (c *cry) say() string { return c.words[0] + c.end }

func (c *cry) free() {
	c.words = c.words[:0]
	c.n = 0
	cries.Put(c)
}
