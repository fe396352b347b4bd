package splitclosers

// count ends the file in another method.
func (j *journal) Write(p []byte) (int, error) {
	if j.zip.IsZero() {
		j.begin()
	}
	n, err := j.zip.Value().Write(p)
	if err != nil {
		return n, err
	}
	return n, j.count(n)
}

// One call more is on the way.
func (j *journal) writeBoth(a, b []byte) error {
	if j.zip.IsZero() {
		j.begin()
	}
	n, err := j.zip.Value().Write(a)
	if err != nil {
		return err
	}
	m, err := j.zip.Value().Write(b)
	if err != nil {
		return err
	}
	return j.countAll(n, m)
}

// The rest is in a function.
func (j *journal) line(text string) error {
	if j.zip.IsZero() {
		return errFull
	}
	n, err := j.zip.Value().Write([]byte(text))
	return rest(j, n, err)
}

func rest(j *journal, n int, err error) error {
	if err == nil {
		err = j.count(n)
	}
	return err
}
