// Package smtp delivers letters.
package smtp

import (
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Letter struct {
	From, To string
	Text     []byte
}

func (l *Letter) Reset() { *l = Letter{Text: l.Text[:0]} }

var Letters = rcpool.Pool[Letter]{Name: "letters"}

var ErrAddress = errors.New("bad address")

// Deliver writes the letter. It takes the letter over.
func Deliver(w io.Writer, letter rcpool.Ref[Letter]) error {
	defer letter.Release()
	l := letter.Value()
	if l.To == "" {
		return ErrAddress
	}
	if _, err := fmt.Fprintf(w, "MAIL FROM:<%s>\nRCPT TO:<%s>\nDATA\n%s\n.\n", l.From, l.To, l.Text); err != nil {
		return fmt.Errorf("delivering to %s: %w", l.To, err)
	}
	return nil
}
