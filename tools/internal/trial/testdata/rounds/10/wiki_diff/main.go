// truth: reset line 43,44 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"strings"
	"sync"
)

var diffBuffers = sync.Pool{
	New: func() any { return bytes.NewBuffer(make([]byte, 0, 512)) },
}

var errSame = errors.New("revisions are the same")

type Revision struct {
	Author string
	Lines  []string
}

func missing(a, b []string) (out []string) {
	for _, l := range a {
		found := false
		for _, k := range b {
			found = found || k == l
		}
		if !found {
			out = append(out, l)
		}
	}
	return out
}

// Diff renders what was removed and added from one revision to the next.
func Diff(from, to Revision) (string, error) {
	removed, added := missing(from.Lines, to.Lines), missing(to.Lines, from.Lines)
	if len(removed)+len(added) == 0 {
		return "", errSame
	}
	buf := diffBuffers.Get().(*bytes.Buffer)
	defer diffBuffers.Put(buf)
	fmt.Fprintf(buf, "--- %s\n+++ %s\n", from.Author, to.Author)
	for _, l := range removed {
		buf.WriteString("-" + l + "\n")
	}
	for _, l := range added {
		buf.WriteString("+" + l + "\n")
	}
	return buf.String(), nil
}

func main() {
	a := Revision{"ann", []string{"Rivers flow.", "Lakes do not."}}
	b := Revision{"bob", []string{"Rivers flow.", "Lakes are still."}}
	_, err := Diff(a, a)
	fmt.Println(err)
	for range 20 {
		d, err := Diff(a, b)
		if err != nil || strings.Count(d, "---") != 1 {
			log.Fatalf("%v\n%s", err, d)
		}
	}
}
