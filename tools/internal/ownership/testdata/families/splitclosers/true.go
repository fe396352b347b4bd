package splitclosers

import "github.com/rcpool/rcpool"

// Nobody ends what is given up.
func (j *journal) writeLast(p []byte) error {
	if j.zip.IsZero() {
		j.begin()
	}
	_, err := j.zip.Value().Write(p)
	j.abandon() // want "unclosed: "
	return err
}

// One call more is on the way.
func (j *journal) writeOnce(p []byte) error {
	if j.zip.IsZero() {
		return errFull
	}
	_, err := j.zip.Value().Write(p)
	j.giveUp() // want "unclosed: "
	return err
}

// A new one is given up.
func (j *journal) try(p []byte) error {
	j.begin()
	_, err := j.zip.Value().Write(p)
	rcpool.Drop(&j.zip) // missed "unclosed: "
	return err
}
