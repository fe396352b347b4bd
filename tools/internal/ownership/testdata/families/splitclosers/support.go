// Package splitclosers is about methods that write to a compressor in a field, and leave it to another
// method to end the file, which may be a few calls away.
package splitclosers

import (
	"compress/gzip"
	"errors"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errFull = errors.New("full")

type compressor = rcpool.Ref[stdpool.Writer[*gzip.Writer]]

type journal struct {
	open    func() io.WriteCloser
	file    io.WriteCloser
	zip     compressor
	written int
}

func (j *journal) begin() {
	j.file = j.open()
	j.zip = stdpool.GzipWriter(j.file, gzip.BestSpeed)
	j.written = 0
}

// end ends the file.
func (j *journal) end() error {
	if j.zip.IsZero() {
		return nil
	}
	err := j.zip.Value().Close()
	rcpool.Drop(&j.zip)
	return errors.Join(err, j.file.Close())
}

// count ends a file that is large.
func (j *journal) count(n int) error {
	j.written += n
	if j.written < 100 {
		return nil
	}
	return j.end()
}

// countAll does so for several writes.
func (j *journal) countAll(counts ...int) (err error) {
	for _, n := range counts {
		err = errors.Join(err, j.count(n))
	}
	return err
}

// abandon gives the compressor up as it is.
func (j *journal) abandon() {
	rcpool.Drop(&j.zip)
}

func (j *journal) giveUp() { j.abandon() }
