// Package progress shows a person at a terminal what a program is doing.
package progress

import (
	"fmt"
	"io"
	"os"
)

// A Line is a line of a terminal that each text replaces. The nil Line is
// silent.
type Line struct{ terminal io.Writer }

// On returns a Line on w if w is a terminal that can erase a line, and nil
// otherwise.
func On(w io.Writer) *Line {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &Line{file}
}

// erase returns to the start of the line and clears it.
const erase = "\r\x1b[K"

// Show replaces the text of the line.
func (l *Line) Show(format string, values ...any) {
	if l != nil {
		fmt.Fprintf(l.terminal, erase+format, values...)
	}
}

// Clear removes the text.
func (l *Line) Clear() { l.Show("") }
