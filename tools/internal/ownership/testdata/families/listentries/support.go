// Package listentries has maps of lists of references, and functions that delete an entry.
package listentries

import "github.com/rcpool/rcpool"

type Note struct{ Text string }

var notes = rcpool.Pool[Note]{Name: "notes"}

func write(text string) rcpool.Ref[Note] {
	ref := notes.Get()
	ref.Value().Text = text
	return ref
}
