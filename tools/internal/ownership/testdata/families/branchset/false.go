package branchset

// It is reset where the object is taken.
func logIn(user string, tries ...string) bool {
	l := logins.Get().(*login)
	defer l.free()
	l.user, l.ok = user, false
	for _, try := range tries {
		l.tries = append(l.tries, try)
		if try != "" {
			l.ok = try == "secret"
		}
	}
	return l.ok
}

func (l *login) free() {
	l.user = ""
	l.tries = l.tries[:0]
	logins.Put(l)
}

// Each owner sets it.
func answer(kind string, lines ...string) string {
	r := replies.Get().(*reply)
	defer r.free()
	r.set(kind, len(lines))
	r.body = append(r.body, lines...)
	if r.kind == "error" {
		return "error"
	}
	return r.body[0]
}

func (r *reply) free() {
	r.body = r.body[:0]
	r.code = 0
	replies.Put(r)
}

// What failed is left to the garbage collector.
func runJob(name string, step func(string) error) ([]string, error) {
	j := jobs.Get().(*job)
	j.name = name
	for range 3 {
		if err := step(name); err != nil {
			j.err = err
		}
		j.out = append(j.out, name)
	}
	if j.err != nil {
		return nil, j.err
	}
	out := append([]string(nil), j.out...)
	j.name = ""
	j.out = j.out[:0]
	jobs.Put(j)
	return out, nil
}

// The note is read only where it was set.
func fill(note string, fields ...string) int {
	f := forms.Get().(*form)
	defer f.free()
	f.fields = append(f.fields, fields...)
	if note != "" {
		f.note = note
		f.n += f.noteLen()
	}
	return f.n + len(f.fields)
}

func (f *form) noteLen() int { return len(f.note) }

func (f *form) free() {
	f.fields = f.fields[:0]
	f.n = 0
	forms.Put(f)
}

// Each owner sets one of three greetings.
func greetIn(lang, name string) string {
	g := greetings.Get().(*greeting)
	defer g.free()
	g.name = name
	switch lang {
	case "de":
		g.word = "hallo"
	case "fr":
		g.word = "salut"
	default:
		g.word = "hello"
	}
	return g.word + " " + g.name
}

func (g *greeting) free() {
	g.name = ""
	g.n = 0
	greetings.Put(g)
}

// So does each one by a method.
func answerIn(loud bool, words ...string) string {
	v := voices.Get().(*voice)
	defer v.free()
	v.tune(loud)
	v.words = append(v.words, words...)
	return v.say()
}

func (v *voice) tune(loud bool) {
	if loud {
		v.end = "!"
	} else {
		v.end = "."
	}
}

func (v *voice) say() string { return v.words[0] + v.end }

func (v *voice) free() {
	v.words = v.words[:0]
	v.n = 0
	voices.Put(v)
}
